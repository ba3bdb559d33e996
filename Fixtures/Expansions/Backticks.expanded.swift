class `Type` {
  var `default`: Int {
    @storageRestrictions(initializes: _default)
    init(initialValue) {
      _default = initialValue
    }
    get { _default }
    set {
      _object.willChange(self, `Type`._firstProperty + 0, _default)
      _default = newValue
    }
  }

  private var _default: Int
  var `in`: String {
    @storageRestrictions(initializes: _in)
    init(initialValue) {
      _in = initialValue
    }
    get { _in }
    set {
      _object.willChange(self, `Type`._firstProperty + 1, _in)
      _in = newValue
    }
    _modify {
      _object.willChange(self, `Type`._firstProperty + 1, _in)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_in
    }
  }

  private var _in: String
  var `raw name`: Address? {
    @storageRestrictions(initializes: `_raw name`)
    init(initialValue) {
      `_raw name` = PersistentObjects._Slot(initialValue)
    }
    get {
      if `_raw name`.isFault { _object.load(self, `Type`._firstProperty + 2) }
      return PersistentObjects._current(`_raw name`)
    }
    set {
      let related = _object.related(self, `Type`._firstProperty + 2)
      _object.willChange(self, `Type`._firstProperty + 2, `_raw name`)
      `_raw name`.replace(newValue)
      if let related { _object.relate(self, `Type`._firstProperty + 2, related) }
    }
    _modify {
      if `_raw name`.isFault { _object.load(self, `Type`._firstProperty + 2) }
      let related = _object.related(self, `Type`._firstProperty + 2)
      _object.willChange(self, `Type`._firstProperty + 2, `_raw name`)
      var lent = _object.lend(&`_raw name`)
      defer {
        _object.takeBack(&lent, into: &`_raw name`)
        if let related { _object.relate(self, `Type`._firstProperty + 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var `_raw name`: PersistentObjects._Slot<Address?> = .init(nil)
  var größe: Double {
    @storageRestrictions(initializes: _größe)
    init(initialValue) {
      _größe = initialValue
    }
    get { _größe }
    set {
      _object.willChange(self, `Type`._firstProperty + 3, _größe)
      _größe = newValue
    }
  }

  private var _größe: Double
  var with_underscore2: [Int] {
    @storageRestrictions(initializes: _with_underscore2)
    init(initialValue) {
      _with_underscore2 = PersistentObjects._Slot(initialValue)
    }
    get {
      if _with_underscore2.isFault { _object.load(self, `Type`._firstProperty + 4) }
      return PersistentObjects._current(_with_underscore2)
    }
    set {
      _object.willChange(self, `Type`._firstProperty + 4, _with_underscore2)
      _with_underscore2.replace(newValue)
    }
    _modify {
      if _with_underscore2.isFault { _object.load(self, `Type`._firstProperty + 4) }
      _object.willChange(self, `Type`._firstProperty + 4, _with_underscore2)
      var lent = _object.lend(&_with_underscore2)
      defer {
        _object.takeBack(&lent, into: &_with_underscore2)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _with_underscore2: PersistentObjects._Slot<[Int]>

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  class var _propertyCount: Swift.Int {
    5
  }

  static func _keyPaths<_Subclass: `Type`>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.`default`, \_Subclass.`in`, \_Subclass.`raw name`, \_Subclass.größe, \_Subclass.with_underscore2]
  }

  class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    `Type`.self, className: "Type", table: "type",
    renamedFrom: nil, isFinal: false,
    superclass: nil,
    keyPaths: _keyPaths(of: `Type`.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("default", column: "default"), default: { 0 },
        get: { (object: `Type`) in object._default },
        set: { (object: `Type`, value) in object._default = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("in", column: "in"), default: nil,
        get: { (object: `Type`) in object._in },
        set: { (object: `Type`, value) in object._in = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("raw name", column: "raw_name"), default: nil,
        get: { (object: `Type`) in object.`_raw name` },
        set: { (object: `Type`, slot) in object.`_raw name`.swap(&slot) }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("größe", column: "größe"), default: nil,
        get: { (object: `Type`) in object._größe },
        set: { (object: `Type`, value) in object._größe = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("with_underscore2", column: "with_underscore2"), default: nil,
        get: { (object: `Type`) in object._with_underscore2 },
        set: { (object: `Type`, slot) in object._with_underscore2.swap(&slot) }),
    ])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _default = try row.value(`Type`._firstProperty + 0)
    _in = try row.value(`Type`._firstProperty + 1)
    `_raw name` = try row.slot(`Type`._firstProperty + 2)
    _größe = try row.value(`Type`._firstProperty + 3)
    _with_underscore2 = try row.slot(`Type`._firstProperty + 4)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(`Type`._firstProperty + 0, _default)
    try row.write(`Type`._firstProperty + 1, _in)
    try row.write(`Type`._firstProperty + 2, slot: `_raw name`)
    try row.write(`Type`._firstProperty + 3, _größe)
    try row.write(`Type`._firstProperty + 4, slot: _with_underscore2)
  }

  init(
    `default`: Int = 0,
    `in`: String,
    `raw name`: Address? = nil,
    größe: Double,
    with_underscore2: [Int]
  ) {
    self._default = `default`
    self._in = `in`
    self.`_raw name` = PersistentObjects._Slot(`raw name`)
    self._größe = größe
    self._with_underscore2 = PersistentObjects._Slot(with_underscore2)
    _object.made(self)
  }

  /// The objects whose `default` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByDefault(_ value: Int) throws -> [`Type`] {
    try Self._find(`Type`._firstProperty + 0, value, in: Self._main)
  }

  /// The objects whose `default` equals a value.
  static func findByDefault(_ value: Int, in session: PersistentObjects.Session) throws
    -> [`Type`]
  {
    try Self._find(`Type`._firstProperty + 0, value, in: session)
  }

  /// The first object whose `default` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByDefault(_ value: Int) throws -> Self? {
    try Self._findFirst(`Type`._firstProperty + 0, value, in: Self._main)
  }

  /// The first object whose `default` equals a value, or nil.
  static func findFirstByDefault(_ value: Int, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(`Type`._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `default` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByDefault(_ value: Int) throws -> Swift.Int {
    try Self._count(`Type`._firstProperty + 0, value, in: Self._main)
  }

  /// How many objects there are whose `default` equals a value.
  static func countByDefault(_ value: Int, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(`Type`._firstProperty + 0, value, in: session)
  }

  /// The objects whose `in` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByIn(_ value: String) throws -> [`Type`] {
    try Self._find(`Type`._firstProperty + 1, value, in: Self._main)
  }

  /// The objects whose `in` equals a value.
  static func findByIn(_ value: String, in session: PersistentObjects.Session) throws
    -> [`Type`]
  {
    try Self._find(`Type`._firstProperty + 1, value, in: session)
  }

  /// The first object whose `in` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByIn(_ value: String) throws -> Self? {
    try Self._findFirst(`Type`._firstProperty + 1, value, in: Self._main)
  }

  /// The first object whose `in` equals a value, or nil.
  static func findFirstByIn(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(`Type`._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `in` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByIn(_ value: String) throws -> Swift.Int {
    try Self._count(`Type`._firstProperty + 1, value, in: Self._main)
  }

  /// How many objects there are whose `in` equals a value.
  static func countByIn(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(`Type`._firstProperty + 1, value, in: session)
  }

  /// The objects whose `in` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  static func findByIn(matching pattern: Swift.String) throws -> [`Type`] {
    try Self._find(`Type`._firstProperty + 1, matching: pattern, in: Self._main)
  }

  /// The objects whose `in` matches a pattern with `%` and `_`.
  static func findByIn(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [`Type`]
  {
    try Self._find(`Type`._firstProperty + 1, matching: pattern, in: session)
  }

  /// The objects whose `raw name` equals a value, in the main actor's session.
  @Swift.MainActor
  static func `findByRaw name`(_ value: Address?) throws -> [`Type`] {
    try Self._find(`Type`._firstProperty + 2, value, in: Self._main)
  }

  /// The objects whose `raw name` equals a value.
  static func `findByRaw name`(_ value: Address?, in session: PersistentObjects.Session) throws
    -> [`Type`]
  {
    try Self._find(`Type`._firstProperty + 2, value, in: session)
  }

  /// The first object whose `raw name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func `findFirstByRaw name`(_ value: Address?) throws -> Self? {
    try Self._findFirst(`Type`._firstProperty + 2, value, in: Self._main)
  }

  /// The first object whose `raw name` equals a value, or nil.
  static func `findFirstByRaw name`(_ value: Address?, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(`Type`._firstProperty + 2, value, in: session)
  }

  /// How many objects there are whose `raw name` equals a value, in the main actor's session.
  @Swift.MainActor
  static func `countByRaw name`(_ value: Address?) throws -> Swift.Int {
    try Self._count(`Type`._firstProperty + 2, value, in: Self._main)
  }

  /// How many objects there are whose `raw name` equals a value.
  static func `countByRaw name`(_ value: Address?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(`Type`._firstProperty + 2, value, in: session)
  }

  /// The objects whose `größe` equals a value, in the main actor's session.
  @Swift.MainActor
  static func findByGröße(_ value: Double) throws -> [`Type`] {
    try Self._find(`Type`._firstProperty + 3, value, in: Self._main)
  }

  /// The objects whose `größe` equals a value.
  static func findByGröße(_ value: Double, in session: PersistentObjects.Session) throws
    -> [`Type`]
  {
    try Self._find(`Type`._firstProperty + 3, value, in: session)
  }

  /// The first object whose `größe` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByGröße(_ value: Double) throws -> Self? {
    try Self._findFirst(`Type`._firstProperty + 3, value, in: Self._main)
  }

  /// The first object whose `größe` equals a value, or nil.
  static func findFirstByGröße(_ value: Double, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(`Type`._firstProperty + 3, value, in: session)
  }

  /// How many objects there are whose `größe` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByGröße(_ value: Double) throws -> Swift.Int {
    try Self._count(`Type`._firstProperty + 3, value, in: Self._main)
  }

  /// How many objects there are whose `größe` equals a value.
  static func countByGröße(_ value: Double, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(`Type`._firstProperty + 3, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: Swift.Sendable, Swift.Codable {
    let pk: Swift.Int64?
    let `default`: Int
    let `in`: String
    let `raw name`: PersistentObjects.SnapshotField<Address?>
    let größe: Double
    let with_underscore2: [Int]

    /// Takes the values of an object.
    init(_ object: `Type`) {
      self.pk = object.pk
      self.`default` = object.`default`
      self.`in` = object.`in`
      self.`raw name` = PersistentObjects._snapshotField(object.`raw name`)
      self.größe = object.größe
      self.with_underscore2 = object.with_underscore2
    }
  }

  /// The object's values, to be used outside of its session.
  var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension `Type`: PersistentObjects.PersistentObject, Swift.Hashable {}
