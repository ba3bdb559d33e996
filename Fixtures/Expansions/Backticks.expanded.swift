class `Type` {
  var `default`: Int {
    get { _default }
    set {
      _object.willChange(self, at: 0)
      _default = newValue
    }
  }
  var `in`: String {
    get { _in }
    set {
      _object.willChange(self, at: 1)
      _in = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 1)
      defer { _object.didChangeInPlace() }
      yield &_in
    }
  }
  var `raw name`: Address? {
    get {
      if `_raw name`.isFault { _object.load(self, 2) }
      return PersistentObjects._current(&`_raw name`)
    }
    set {
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      `_raw name`.replace(newValue)
      if let related { _object.relate(self, 2, related) }
    }
    _modify {
      if `_raw name`.isFault { _object.load(self, 2) }
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      var lent = _object.lend(&`_raw name`)
      defer {
        _object.takeBack(&lent, into: &`_raw name`)
        if let related { _object.relate(self, 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var größe: Double {
    get { _größe }
    set {
      _object.willChange(self, at: 3)
      _größe = newValue
    }
  }
  var `°C`: Double {
    get { `_°C` }
    set {
      _object.willChange(self, at: 4)
      `_°C` = newValue
    }
  }
  var with_underscore2: [Int] {
    get {
      if _with_underscore2.isFault { _object.load(self, 5) }
      return PersistentObjects._current(&_with_underscore2)
    }
    set {
      _object.willChange(self, at: 5)
      _with_underscore2.replace(newValue)
    }
    _modify {
      if _with_underscore2.isFault { _object.load(self, 5) }
      _object.willChange(self, at: 5)
      var lent = _object.lend(&_with_underscore2)
      defer {
        _object.takeBack(&lent, into: &_with_underscore2)
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  @safe @exclusivity(unchecked)
  private var _default: Int

  private var _in: String

  @safe @exclusivity(unchecked)
  private var `_raw name`: PersistentObjects._Slot<Address?> = .init(nil)

  @safe @exclusivity(unchecked)
  private var _größe: Double

  @safe @exclusivity(unchecked)
  private var `_°C`: Double

  @safe @exclusivity(unchecked)
  private var _with_underscore2: PersistentObjects._Slot<[Int]>

  let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  class var _propertyCount: Swift.Int {
    6
  }

  static func _keyPaths<_Subclass: `Type`>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.`default`, \_Subclass.`in`, \_Subclass.`raw name`, \_Subclass.größe, \_Subclass.`°C`, \_Subclass.with_underscore2]
  }

  @safe class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      `Type`.self, className: "Type", table: "type",
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: `Type`.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          Int.self, "default", default: { 0 }),
        PersistentObjects._property(
          String.self, "in", default: nil),
        PersistentObjects._slotProperty(
          PersistentObjects._PropertyDeclaration("raw name", in: "raw_name"), default: nil,
          get: { (object: `Type`) in object.`_raw name` },
          set: { (object: `Type`, slot) in object.`_raw name`.swap(&slot) }),
        PersistentObjects._property(
          Double.self, "größe", default: nil),
        PersistentObjects._property(
          Double.self, PersistentObjects._PropertyDeclaration("°C", in: "_c"), default: nil),
        PersistentObjects._slotProperty(
          "with_underscore2", default: nil,
          get: { (object: `Type`) in object._with_underscore2 },
          set: { (object: `Type`, slot) in object._with_underscore2.swap(&slot) }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: `Type`, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._default)
    case 1: exchange(&object._in)
    case 3: exchange(&object._größe)
    case 4: exchange(&object.`_°C`)
    default: break
    }
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _default = try row.value(0)
    _in = try row.value(1)
    `_raw name` = try row.slot(2)
    _größe = try row.value(3)
    `_°C` = try row.value(4)
    _with_underscore2 = try row.slot(5)
  }

  func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _default)
    try row.write(1, _in)
    try row.write(2, slot: &`_raw name`)
    try row.write(3, _größe)
    try row.write(4, `_°C`)
    try row.write(5, slot: &_with_underscore2)
  }

  init(
    `default`: Int = 0,
    `in`: String,
    `raw name`: Address? = nil,
    größe: Double,
    `°C`: Double,
    with_underscore2: [Int]
  ) {
    self._default = `default`
    self._in = `in`
    self.`_raw name` = PersistentObjects._Slot(`raw name`)
    self._größe = größe
    self.`_°C` = `°C`
    self._with_underscore2 = PersistentObjects._Slot(with_underscore2)
    _object.made(self)
  }

  /// Finds the objects whose `default` equals a value.
  static var findByDefault: PersistentObjects.Finder<`Type`, Int> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `default` equals a value.
  static var countByDefault: PersistentObjects.CountFinder<`Type`, Int> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `default` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByDefault(_ value: Int) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `default` equals a value, or nil.
  static func findFirstByDefault(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// Finds the objects whose `in` equals a value, or matches a pattern with `%` and `_`.
  static var findByIn: PersistentObjects.Finder<`Type`, String> {
    .init(Self.self, at: 1)
  }

  /// Counts the objects whose `in` equals a value.
  static var countByIn: PersistentObjects.CountFinder<`Type`, String> {
    .init(Self.self, at: 1)
  }

  /// Finds the first object whose `in` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByIn(_ value: String) throws -> Self? {
    try Self._findFirst(at: 1, value)
  }

  /// Finds the first object whose `in` equals a value, or nil.
  static func findFirstByIn(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 1, value, in: session)
  }

  /// Finds the objects whose `raw name` equals a value.
  static var `findByRaw name`: PersistentObjects.Finder<`Type`, Address?> {
    .init(Self.self, at: 2)
  }

  /// Counts the objects whose `raw name` equals a value.
  static var `countByRaw name`: PersistentObjects.CountFinder<`Type`, Address?> {
    .init(Self.self, at: 2)
  }

  /// Finds the first object whose `raw name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func `findFirstByRaw name`(_ value: Address?) throws -> Self? {
    try Self._findFirst(at: 2, value)
  }

  /// Finds the first object whose `raw name` equals a value, or nil.
  static func `findFirstByRaw name`(_ value: Address?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 2, value, in: session)
  }

  /// Finds the objects whose `größe` equals a value.
  static var findByGröße: PersistentObjects.Finder<`Type`, Double> {
    .init(Self.self, at: 3)
  }

  /// Counts the objects whose `größe` equals a value.
  static var countByGröße: PersistentObjects.CountFinder<`Type`, Double> {
    .init(Self.self, at: 3)
  }

  /// Finds the first object whose `größe` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByGröße(_ value: Double) throws -> Self? {
    try Self._findFirst(at: 3, value)
  }

  /// Finds the first object whose `größe` equals a value, or nil.
  static func findFirstByGröße(_ value: Double, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 3, value, in: session)
  }

  /// Finds the objects whose `°C` equals a value.
  static var `findBy°C`: PersistentObjects.Finder<`Type`, Double> {
    .init(Self.self, at: 4)
  }

  /// Counts the objects whose `°C` equals a value.
  static var `countBy°C`: PersistentObjects.CountFinder<`Type`, Double> {
    .init(Self.self, at: 4)
  }

  /// Finds the first object whose `°C` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func `findFirstBy°C`(_ value: Double) throws -> Self? {
    try Self._findFirst(at: 4, value)
  }

  /// Finds the first object whose `°C` equals a value, or nil.
  static func `findFirstBy°C`(_ value: Double, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 4, value, in: session)
  }

  /// The values of an object at one time.
  struct Snapshot: PersistentObjects.ObjectSnapshot {
    let pk: Swift.Int64?
    let `default`: Int
    let `in`: String
    let `raw name`: PersistentObjects.SnapshotField<Address?>
    let größe: Double
    let `°C`: Double
    let with_underscore2: [Int]

    /// Takes the values of an object.
    init(_ object: `Type`) {
      self.pk = object.pk
      self.`default` = object.`default`
      self.`in` = object.`in`
      self.`raw name` = PersistentObjects._snapshotField(object.`raw name`)
      self.größe = object.größe
      self.`°C` = object.`°C`
      self.with_underscore2 = object.with_underscore2
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.`default`,
        self.`in`,
        self.`raw name`,
        self.größe,
        self.`°C`,
        self.with_underscore2
      ) = try PersistentObjects._snapshotFields(of: `Type`.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: `Type`.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.`default`)
      fields.encode(self.`in`)
      fields.encode(self.`raw name`)
      fields.encode(self.größe)
      fields.encode(self.`°C`)
      fields.encode(self.with_underscore2)
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

nonisolated extension `Type`: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
