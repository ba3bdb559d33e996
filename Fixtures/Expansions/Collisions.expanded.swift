class Collisions {
  var row: Int {
    get { _row }
    set {
      _object.willChange(self, at: 0)
      _row = newValue
    }
  }
  var value: Int {
    get { _value }
    set {
      _object.willChange(self, at: 1)
      _value = newValue
    }
  }
  var session: Session? {
    get {
      if _session.isFault { _object.load(self, 2) }
      return PersistentObjects._current(&_session)
    }
    set {
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      _session.replace(newValue)
      if let related { _object.relate(self, 2, related) }
    }
    _modify {
      if _session.isFault { _object.load(self, 2) }
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      var lent = _object.lend(&_session)
      defer {
        _object.takeBack(&lent, into: &_session)
        if let related { _object.relate(self, 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var object: String {
    get { object_storage }
    set {
      _object.willChange(self, at: 3)
      object_storage = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 3)
      defer { _object.didChangeInPlace() }
      yield &object_storage
    }
  }
  var store: [String] {
    get {
      if store_storage.isFault { _object.load(self, 4) }
      return PersistentObjects._current(&store_storage)
    }
    set {
      _object.willChange(self, at: 4)
      store_storage.replace(newValue)
    }
    _modify {
      if store_storage.isFault { _object.load(self, 4) }
      _object.willChange(self, at: 4)
      var lent = _object.lend(&store_storage)
      defer {
        _object.takeBack(&lent, into: &store_storage)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var newValue: String {
    get { _newValue }
    set {
      _object.willChange(self, at: 5)
      _newValue = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 5)
      defer { _object.didChangeInPlace() }
      yield &_newValue
    }
  }
  var initialValue: Foo {
    get {
      if _initialValue.isFault { _object.load(self, 6) }
      return PersistentObjects._current(&_initialValue)
    }
    set {
      let related = _object.related(self, 6)
      _object.willChange(self, at: 6)
      _initialValue.replace(newValue)
      if let related { _object.relate(self, 6, related) }
    }
    _modify {
      if _initialValue.isFault { _object.load(self, 6) }
      let related = _object.related(self, 6)
      _object.willChange(self, at: 6)
      var lent = _object.lend(&_initialValue)
      defer {
        _object.takeBack(&lent, into: &_initialValue)
        if let related { _object.relate(self, 6, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  @safe @exclusivity(unchecked)
  private var _row: Int

  @safe @exclusivity(unchecked)
  private var _value: Int

  @safe @exclusivity(unchecked)
  private var _session: PersistentObjects._Slot<Session?> = .init(nil)

  private var object_storage: String

  @safe @exclusivity(unchecked)
  private var store_storage: PersistentObjects._Slot<[String]>

  private var _newValue: String

  @safe @exclusivity(unchecked)
  private var _initialValue: PersistentObjects._Slot<Foo>

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  class var _propertyCount: Swift.Int {
    7
  }

  static func _keyPaths<_Subclass: Collisions>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.row, \_Subclass.value, \_Subclass.session, \_Subclass.object, \_Subclass.store, \_Subclass.newValue, \_Subclass.initialValue]
  }

  @safe class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Collisions.self, className: "Collisions", table: "collisions",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: Collisions.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          Int.self, "row", default: nil),
        PersistentObjects._property(
          Int.self, "value", default: nil),
        PersistentObjects._slotProperty(
          "session", default: nil,
          get: { (object: Collisions) in object._session },
          set: { (object: Collisions, slot) in object._session.swap(&slot) }),
        PersistentObjects._property(
          String.self, "object", default: nil),
        PersistentObjects._slotProperty(
          "store", default: nil,
          get: { (object: Collisions) in object.store_storage },
          set: { (object: Collisions, slot) in object.store_storage.swap(&slot) }),
        PersistentObjects._property(
          String.self, PersistentObjects._PropertyDeclaration("newValue", in: "new_value"), default: nil),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("initialValue", in: "initial_value"), default: nil,
          get: { (object: Collisions) in object._initialValue },
          set: { (object: Collisions, slot) in object._initialValue.swap(&slot) }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Collisions, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._row)
    case 1: exchange(&object._value)
    case 3: exchange(&object.object_storage)
    case 5: exchange(&object._newValue)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _row = try row.value(0)
    _value = try row.value(1)
    _session = try row.slot(2)
    object_storage = try row.value(3)
    store_storage = try row.slot(4)
    _newValue = try row.value(5)
    _initialValue = try row.slot(6)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _row)
    try row.write(1, _value)
    try row.write(2, slot: &_session)
    try row.write(3, object_storage)
    try row.write(4, slot: &store_storage)
    try row.write(5, _newValue)
    try row.write(6, slot: &_initialValue)
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

  /// Finds the objects whose `row` equals a value.
  static var findByRow: PersistentObjects.Finder<Collisions, Int> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `row` equals a value.
  static var countByRow: PersistentObjects.CountFinder<Collisions, Int> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `row` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByRow(_ value: Int) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `row` equals a value, or nil.
  static func findFirstByRow(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// Finds the objects whose `value` equals a value.
  static var findByValue: PersistentObjects.Finder<Collisions, Int> {
    .init(Self.self, at: 1)
  }

  /// Counts the objects whose `value` equals a value.
  static var countByValue: PersistentObjects.CountFinder<Collisions, Int> {
    .init(Self.self, at: 1)
  }

  /// Finds the first object whose `value` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByValue(_ value: Int) throws -> Self? {
    try Self._findFirst(at: 1, value)
  }

  /// Finds the first object whose `value` equals a value, or nil.
  static func findFirstByValue(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 1, value, in: session)
  }

  /// Finds the objects whose `session` equals a value.
  static var findBySession: PersistentObjects.Finder<Collisions, Session?> {
    .init(Self.self, at: 2)
  }

  /// Counts the objects whose `session` equals a value.
  static var countBySession: PersistentObjects.CountFinder<Collisions, Session?> {
    .init(Self.self, at: 2)
  }

  /// Finds the first object whose `session` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstBySession(_ value: Session?) throws -> Self? {
    try Self._findFirst(at: 2, value)
  }

  /// Finds the first object whose `session` equals a value, or nil.
  static func findFirstBySession(_ value: Session?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 2, value, in: session)
  }

  /// Finds the objects whose `object` equals a value, or matches a pattern with `%` and `_`.
  static var findByObject: PersistentObjects.Finder<Collisions, String> {
    .init(Self.self, at: 3)
  }

  /// Counts the objects whose `object` equals a value.
  static var countByObject: PersistentObjects.CountFinder<Collisions, String> {
    .init(Self.self, at: 3)
  }

  /// Finds the first object whose `object` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByObject(_ value: String) throws -> Self? {
    try Self._findFirst(at: 3, value)
  }

  /// Finds the first object whose `object` equals a value, or nil.
  static func findFirstByObject(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 3, value, in: session)
  }

  /// Finds the objects whose `newValue` equals a value, or matches a pattern with `%` and `_`.
  static var findByNewValue: PersistentObjects.Finder<Collisions, String> {
    .init(Self.self, at: 5)
  }

  /// Counts the objects whose `newValue` equals a value.
  static var countByNewValue: PersistentObjects.CountFinder<Collisions, String> {
    .init(Self.self, at: 5)
  }

  /// Finds the first object whose `newValue` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByNewValue(_ value: String) throws -> Self? {
    try Self._findFirst(at: 5, value)
  }

  /// Finds the first object whose `newValue` equals a value, or nil.
  static func findFirstByNewValue(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 5, value, in: session)
  }

  /// Finds the objects whose `initialValue` equals a value.
  static var findByInitialValue: PersistentObjects.Finder<Collisions, Foo> {
    .init(Self.self, at: 6)
  }

  /// Counts the objects whose `initialValue` equals a value.
  static var countByInitialValue: PersistentObjects.CountFinder<Collisions, Foo> {
    .init(Self.self, at: 6)
  }

  /// Finds the first object whose `initialValue` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByInitialValue(_ value: Foo) throws -> Self? {
    try Self._findFirst(at: 6, value)
  }

  /// Finds the first object whose `initialValue` equals a value, or nil.
  static func findFirstByInitialValue(_ value: Foo, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 6, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
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

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.row,
        self.value,
        self.session,
        self.object,
        self.store,
        self.newValue,
        self.initialValue
      ) = try PersistentObjects._snapshotFields(of: Collisions.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Collisions.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.row)
      fields.encode(self.value)
      fields.encode(self.session)
      fields.encode(self.object)
      fields.encode(self.store)
      fields.encode(self.newValue)
      fields.encode(self.initialValue)
      try fields.finish()
    }
  }

  /// The object's values, for use outside its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }

  private final func willSave() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didSave() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func willInsert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didInsert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func willUpdate() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didUpdate() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func willDelete() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didDelete() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func willRevert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didRevert() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private final func didLoad() {}  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private static var rules: Swift.Never { Swift.fatalError() }  // declare this in the class, not in an extension: '@Persistent' sees only the class
  private static var indices: Swift.Never { Swift.fatalError() }  // declare this in the class, not in an extension: '@Persistent' sees only the class
}

nonisolated extension Collisions: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
