class Collisions {
  var row: Int {
    @storageRestrictions(initializes: _row)
    init(initialValue) {
      _row = initialValue
    }
    get { _row }
    set {
      _object.willChange(self, Collisions._firstProperty + 0, _row)
      _row = newValue
    }
  }

  private var _row: Int
  var value: Int {
    @storageRestrictions(initializes: _value)
    init(initialValue) {
      _value = initialValue
    }
    get { _value }
    set {
      _object.willChange(self, Collisions._firstProperty + 1, _value)
      _value = newValue
    }
  }

  private var _value: Int
  var session: Session? {
    @storageRestrictions(initializes: _session)
    init(initialValue) {
      _session = PersistentObjects._Slot(initialValue)
    }
    get {
      if _session.isFault { _object.load(self, Collisions._firstProperty + 2) }
      return PersistentObjects._current(_session)
    }
    set {
      let related = _object.related(self, Collisions._firstProperty + 2)
      _object.willChange(self, Collisions._firstProperty + 2, _session)
      _session.replace(newValue)
      if let related { _object.relate(self, Collisions._firstProperty + 2, related) }
    }
    _modify {
      if _session.isFault { _object.load(self, Collisions._firstProperty + 2) }
      let related = _object.related(self, Collisions._firstProperty + 2)
      _object.willChange(self, Collisions._firstProperty + 2, _session)
      var lent = _object.lend(&_session)
      defer {
        _object.takeBack(&lent, into: &_session)
        if let related { _object.relate(self, Collisions._firstProperty + 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _session: PersistentObjects._Slot<Session?> = .init(nil)
  var object: String {
    @storageRestrictions(initializes: object_storage)
    init(initialValue) {
      object_storage = initialValue
    }
    get { object_storage }
    set {
      _object.willChange(self, Collisions._firstProperty + 3, object_storage)
      object_storage = newValue
    }
    _modify {
      _object.willChange(self, Collisions._firstProperty + 3, object_storage)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &object_storage
    }
  }

  private var object_storage: String
  var store: [String] {
    @storageRestrictions(initializes: store_storage)
    init(initialValue) {
      store_storage = PersistentObjects._Slot(initialValue)
    }
    get {
      if store_storage.isFault { _object.load(self, Collisions._firstProperty + 4) }
      return PersistentObjects._current(store_storage)
    }
    set {
      _object.willChange(self, Collisions._firstProperty + 4, store_storage)
      store_storage.replace(newValue)
    }
    _modify {
      if store_storage.isFault { _object.load(self, Collisions._firstProperty + 4) }
      _object.willChange(self, Collisions._firstProperty + 4, store_storage)
      var lent = _object.lend(&store_storage)
      defer {
        _object.takeBack(&lent, into: &store_storage)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var store_storage: PersistentObjects._Slot<[String]>
  var newValue: String {
    @storageRestrictions(initializes: _newValue)
    init(initialValue) {
      _newValue = initialValue
    }
    get { _newValue }
    set {
      _object.willChange(self, Collisions._firstProperty + 5, _newValue)
      _newValue = newValue
    }
    _modify {
      _object.willChange(self, Collisions._firstProperty + 5, _newValue)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_newValue
    }
  }

  private var _newValue: String
  var initialValue: Foo {
    @storageRestrictions(initializes: _initialValue)
    init(initialValue) {
      _initialValue = PersistentObjects._Slot(initialValue)
    }
    get {
      if _initialValue.isFault { _object.load(self, Collisions._firstProperty + 6) }
      return PersistentObjects._current(_initialValue)
    }
    set {
      let related = _object.related(self, Collisions._firstProperty + 6)
      _object.willChange(self, Collisions._firstProperty + 6, _initialValue)
      _initialValue.replace(newValue)
      if let related { _object.relate(self, Collisions._firstProperty + 6, related) }
    }
    _modify {
      if _initialValue.isFault { _object.load(self, Collisions._firstProperty + 6) }
      let related = _object.related(self, Collisions._firstProperty + 6)
      _object.willChange(self, Collisions._firstProperty + 6, _initialValue)
      var lent = _object.lend(&_initialValue)
      defer {
        _object.takeBack(&lent, into: &_initialValue)
        if let related { _object.relate(self, Collisions._firstProperty + 6, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _initialValue: PersistentObjects._Slot<Foo>

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  class var _propertyCount: Swift.Int {
    7
  }

  static func _keyPaths<_Subclass: Collisions>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.row, \_Subclass.value, \_Subclass.session, \_Subclass.object, \_Subclass.store, \_Subclass.newValue, \_Subclass.initialValue]
  }

  class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Collisions.self, className: "Collisions", table: "collisions",
    renamedFrom: nil, isFinal: false,
    superclass: nil,
    keyPaths: _keyPaths(of: Collisions.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("row", column: "row"), default: nil,
        get: { (object: Collisions) in object._row },
        set: { (object: Collisions, value) in object._row = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("value", column: "value"), default: nil,
        get: { (object: Collisions) in object._value },
        set: { (object: Collisions, value) in object._value = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("session", column: "session"), default: nil,
        get: { (object: Collisions) in object._session },
        set: { (object: Collisions, slot) in object._session.swap(&slot) }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("object", column: "object"), default: nil,
        get: { (object: Collisions) in object.object_storage },
        set: { (object: Collisions, value) in object.object_storage = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("store", column: "store"), default: nil,
        get: { (object: Collisions) in object.store_storage },
        set: { (object: Collisions, slot) in object.store_storage.swap(&slot) }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("newValue", column: "new_value"), default: nil,
        get: { (object: Collisions) in object._newValue },
        set: { (object: Collisions, value) in object._newValue = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("initialValue", column: "initial_value"), default: nil,
        get: { (object: Collisions) in object._initialValue },
        set: { (object: Collisions, slot) in object._initialValue.swap(&slot) }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _row = try row.value(Collisions._firstProperty + 0)
    _value = try row.value(Collisions._firstProperty + 1)
    _session = try row.slot(Collisions._firstProperty + 2)
    object_storage = try row.value(Collisions._firstProperty + 3)
    store_storage = try row.slot(Collisions._firstProperty + 4)
    _newValue = try row.value(Collisions._firstProperty + 5)
    _initialValue = try row.slot(Collisions._firstProperty + 6)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(Collisions._firstProperty + 0, _row)
    try row.write(Collisions._firstProperty + 1, _value)
    try row.write(Collisions._firstProperty + 2, slot: _session)
    try row.write(Collisions._firstProperty + 3, object_storage)
    try row.write(Collisions._firstProperty + 4, slot: store_storage)
    try row.write(Collisions._firstProperty + 5, _newValue)
    try row.write(Collisions._firstProperty + 6, slot: _initialValue)
  }

  init(
    row: Int,
    value: Int,
    session: Session? = nil,
    object: String,
    store: [String],
    newValue: String,
    initialValue: Foo
  ) {
    self._row = row
    self._value = value
    self._session = PersistentObjects._Slot(session)
    self.object_storage = object
    self.store_storage = PersistentObjects._Slot(store)
    self._newValue = newValue
    self._initialValue = PersistentObjects._Slot(initialValue)
    _object.made(self)
  }

  /// The objects whose `row` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByRow(_ value: Int) throws -> [Collisions] {
    try Self._find(Collisions._firstProperty + 0, value, in: Self._main)
  }

  /// The objects whose `row` equals a value.
  static func findByRow(_ value: Int, in session: PersistentObjects.Session) throws
    -> [Collisions]
  {
    try Self._find(Collisions._firstProperty + 0, value, in: session)
  }

  /// The first object whose `row` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByRow(_ value: Int) throws -> Self? {
    try Self._findFirst(Collisions._firstProperty + 0, value, in: Self._main)
  }

  /// The first object whose `row` equals a value, or nil.
  static func findFirstByRow(_ value: Int, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Collisions._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `row` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByRow(_ value: Int) throws -> Swift.Int {
    try Self._count(Collisions._firstProperty + 0, value, in: Self._main)
  }

  /// How many objects there are whose `row` equals a value.
  static func countByRow(_ value: Int, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Collisions._firstProperty + 0, value, in: session)
  }

  /// The objects whose `value` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByValue(_ value: Int) throws -> [Collisions] {
    try Self._find(Collisions._firstProperty + 1, value, in: Self._main)
  }

  /// The objects whose `value` equals a value.
  static func findByValue(_ value: Int, in session: PersistentObjects.Session) throws
    -> [Collisions]
  {
    try Self._find(Collisions._firstProperty + 1, value, in: session)
  }

  /// The first object whose `value` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByValue(_ value: Int) throws -> Self? {
    try Self._findFirst(Collisions._firstProperty + 1, value, in: Self._main)
  }

  /// The first object whose `value` equals a value, or nil.
  static func findFirstByValue(_ value: Int, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Collisions._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `value` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByValue(_ value: Int) throws -> Swift.Int {
    try Self._count(Collisions._firstProperty + 1, value, in: Self._main)
  }

  /// How many objects there are whose `value` equals a value.
  static func countByValue(_ value: Int, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Collisions._firstProperty + 1, value, in: session)
  }

  /// The objects whose `session` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findBySession(_ value: Session?) throws -> [Collisions] {
    try Self._find(Collisions._firstProperty + 2, value, in: Self._main)
  }

  /// The objects whose `session` equals a value.
  static func findBySession(_ value: Session?, in session: PersistentObjects.Session) throws
    -> [Collisions]
  {
    try Self._find(Collisions._firstProperty + 2, value, in: session)
  }

  /// The first object whose `session` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstBySession(_ value: Session?) throws -> Self? {
    try Self._findFirst(Collisions._firstProperty + 2, value, in: Self._main)
  }

  /// The first object whose `session` equals a value, or nil.
  static func findFirstBySession(_ value: Session?, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Collisions._firstProperty + 2, value, in: session)
  }

  /// How many objects there are whose `session` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countBySession(_ value: Session?) throws -> Swift.Int {
    try Self._count(Collisions._firstProperty + 2, value, in: Self._main)
  }

  /// How many objects there are whose `session` equals a value.
  static func countBySession(_ value: Session?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Collisions._firstProperty + 2, value, in: session)
  }

  /// The objects whose `object` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByObject(_ value: String) throws -> [Collisions] {
    try Self._find(Collisions._firstProperty + 3, value, in: Self._main)
  }

  /// The objects whose `object` equals a value.
  static func findByObject(_ value: String, in session: PersistentObjects.Session) throws
    -> [Collisions]
  {
    try Self._find(Collisions._firstProperty + 3, value, in: session)
  }

  /// The first object whose `object` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByObject(_ value: String) throws -> Self? {
    try Self._findFirst(Collisions._firstProperty + 3, value, in: Self._main)
  }

  /// The first object whose `object` equals a value, or nil.
  static func findFirstByObject(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Collisions._firstProperty + 3, value, in: session)
  }

  /// How many objects there are whose `object` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByObject(_ value: String) throws -> Swift.Int {
    try Self._count(Collisions._firstProperty + 3, value, in: Self._main)
  }

  /// How many objects there are whose `object` equals a value.
  static func countByObject(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Collisions._firstProperty + 3, value, in: session)
  }

  /// The objects whose `object` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByObject(matching pattern: Swift.String) throws -> [Collisions] {
    try Self._find(Collisions._firstProperty + 3, matching: pattern, in: Self._main)
  }

  /// The objects whose `object` matches a pattern with `%` and `_`.
  static func findByObject(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Collisions]
  {
    try Self._find(Collisions._firstProperty + 3, matching: pattern, in: session)
  }

  /// The objects whose `newValue` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByNewValue(_ value: String) throws -> [Collisions] {
    try Self._find(Collisions._firstProperty + 5, value, in: Self._main)
  }

  /// The objects whose `newValue` equals a value.
  static func findByNewValue(_ value: String, in session: PersistentObjects.Session) throws
    -> [Collisions]
  {
    try Self._find(Collisions._firstProperty + 5, value, in: session)
  }

  /// The first object whose `newValue` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByNewValue(_ value: String) throws -> Self? {
    try Self._findFirst(Collisions._firstProperty + 5, value, in: Self._main)
  }

  /// The first object whose `newValue` equals a value, or nil.
  static func findFirstByNewValue(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Collisions._firstProperty + 5, value, in: session)
  }

  /// How many objects there are whose `newValue` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByNewValue(_ value: String) throws -> Swift.Int {
    try Self._count(Collisions._firstProperty + 5, value, in: Self._main)
  }

  /// How many objects there are whose `newValue` equals a value.
  static func countByNewValue(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Collisions._firstProperty + 5, value, in: session)
  }

  /// The objects whose `newValue` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByNewValue(matching pattern: Swift.String) throws -> [Collisions] {
    try Self._find(Collisions._firstProperty + 5, matching: pattern, in: Self._main)
  }

  /// The objects whose `newValue` matches a pattern with `%` and `_`.
  static func findByNewValue(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [Collisions]
  {
    try Self._find(Collisions._firstProperty + 5, matching: pattern, in: session)
  }

  /// The objects whose `initialValue` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByInitialValue(_ value: Foo) throws -> [Collisions] {
    try Self._find(Collisions._firstProperty + 6, value, in: Self._main)
  }

  /// The objects whose `initialValue` equals a value.
  static func findByInitialValue(_ value: Foo, in session: PersistentObjects.Session) throws
    -> [Collisions]
  {
    try Self._find(Collisions._firstProperty + 6, value, in: session)
  }

  /// The first object whose `initialValue` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByInitialValue(_ value: Foo) throws -> Self? {
    try Self._findFirst(Collisions._firstProperty + 6, value, in: Self._main)
  }

  /// The first object whose `initialValue` equals a value, or nil.
  static func findFirstByInitialValue(_ value: Foo, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Collisions._firstProperty + 6, value, in: session)
  }

  /// How many objects there are whose `initialValue` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByInitialValue(_ value: Foo) throws -> Swift.Int {
    try Self._count(Collisions._firstProperty + 6, value, in: Self._main)
  }

  /// How many objects there are whose `initialValue` equals a value.
  static func countByInitialValue(_ value: Foo, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Collisions._firstProperty + 6, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
    let pk: Swift.Int64?
    let row: Int
    let value: Int
    let session: PersistentObjects.SnapshotField<Session?>
    let object: String
    let store: [String]
    let newValue: String
    let initialValue: PersistentObjects.SnapshotField<Foo>

    /// Takes the values of an object.
    init(_ object: Collisions) {
      self.pk = object.pk
      self.row = object.row
      self.value = object.value
      self.session = PersistentObjects._snapshotField(object.session)
      self.object = object.object
      self.store = object.store
      self.newValue = object.newValue
      self.initialValue = PersistentObjects._snapshotField(object.initialValue)
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension Collisions: PersistentObjects.PersistentObject, Swift.Hashable {}
