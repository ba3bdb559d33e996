open class _Person {
  public var name: String {
    get { _name }
    set {
      _object.willChange(self, at: 0)
      _name = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: 0)
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }
  public var age: Int {
    get { _age }
    set {
      _object.willChange(self, at: 1)
      _age = newValue
    }
  }
  var boss: Person? {
    get {
      if _boss.isFault { _object.load(self, 2) }
      return PersistentObjects._current(&_boss)
    }
    set {
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      _boss.replace(newValue)
      if let related { _object.relate(self, 2, related) }
    }
    _modify {
      if _boss.isFault { _object.load(self, 2) }
      let related = _object.related(self, 2)
      _object.willChange(self, at: 2)
      var lent = _object.lend(&_boss)
      defer {
        _object.takeBack(&lent, into: &_boss)
        if let related { _object.relate(self, 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  var reports: [Person] {
    @storageRestrictions(initializes: _reports)
    init(initialValue) {
      _reports = PersistentObjects._Slot(initialValue)
    }
    get {
      if _reports.isFault { _object.load(self, 3) }
      return PersistentObjects._current(&_reports)
    }
    set {
      let related = _object.related(self, 3)
      _object.willChange(self, at: 3)
      _reports.replace(newValue)
      if let related { _object.relate(self, 3, related) }
    }
    _modify {
      if _reports.isFault { _object.load(self, 3) }
      let related = _object.related(self, 3)
      _object.willChange(self, at: 3)
      var lent = _object.lend(&_reports)
      defer {
        _object.takeBack(&lent, into: &_reports)
        if let related { _object.relate(self, 3, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  private static let indices: [Index<_Person>] = [[\.name]]

  private var _name: String

  @safe @exclusivity(unchecked)
  private var _age: Int

  @safe @exclusivity(unchecked)
  private var _boss: PersistentObjects._Slot<Person?> = .init(nil)

  @safe @exclusivity(unchecked)
  private var _reports: PersistentObjects._Slot<[Person]> = .init([])

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  open class var _propertyCount: Swift.Int {
    4
  }

  public static func _keyPaths<_Subclass: _Person>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.name, \_Subclass.age, \_Subclass.boss, \_Subclass.reports]
  }

  @safe open class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      _Person.self, className: "_Person", table: nil,
      renamedFrom: nil, isFinal: false,
      superclass: nil,
      keyPaths: _keyPaths(of: _Person.self), indices: _Person.indices,
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          String.self, "name", default: nil),
        PersistentObjects._property(
          Int.self, PersistentObjects._PropertyDeclaration("age", column: "age", index: .plain), default: { 0 }),
        PersistentObjects._slotProperty(
          "boss", default: nil,
          get: { (object: _Person) in object._boss },
          set: { (object: _Person, slot) in object._boss.swap(&slot) }),
        PersistentObjects._inverseProperty(
          "reports", of: \Person.boss,
          get: { (object: _Person) in object._reports },
          set: { (object: _Person, slot) in object._reports.swap(&slot) }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: _Person, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._name)
    case 1: exchange(&object._age)
    default: break
    }
  }

  @_disfavoredOverload
  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(0)
    _age = try row.value(1)
    _boss = try row.slot(2)
    _reports = try row.slot(3)
  }

  open func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(0, _name)
    try row.write(1, _age)
    try row.write(2, slot: &_boss)
  }

  init(
    name: String,
    age: Int = 0,
    boss: Person? = nil
  ) {
    self._name = name
    self._age = age
    self._boss = PersistentObjects._Slot(boss)
    _object.made(self)
  }

  /// Finds the objects whose `name` equals a value, or matches a pattern with `%` and `_`.
  @_disfavoredOverload
  public static var findByName: PersistentObjects.Finder<_Person, String> {
    .init(Self.self, at: 0)
  }

  /// Counts the objects whose `name` equals a value.
  public static var countByName: PersistentObjects.CountFinder<_Person, String> {
    .init(Self.self, at: 0)
  }

  /// Finds the first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(at: 0, value)
  }

  /// Finds the first object whose `name` equals a value, or nil.
  public static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 0, value, in: session)
  }

  /// Finds the objects whose `age` equals a value.
  @_disfavoredOverload
  public static var findByAge: PersistentObjects.Finder<_Person, Int> {
    .init(Self.self, at: 1)
  }

  /// Counts the objects whose `age` equals a value.
  public static var countByAge: PersistentObjects.CountFinder<_Person, Int> {
    .init(Self.self, at: 1)
  }

  /// Finds the first object whose `age` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByAge(_ value: Int) throws -> Self? {
    try Self._findFirst(at: 1, value)
  }

  /// Finds the first object whose `age` equals a value, or nil.
  public static func findFirstByAge(_ value: Int, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 1, value, in: session)
  }

  /// Finds the objects whose `boss` equals a value.
  @_disfavoredOverload
  static var findByBoss: PersistentObjects.Finder<_Person, Person?> {
    .init(Self.self, at: 2)
  }

  /// Counts the objects whose `boss` equals a value.
  static var countByBoss: PersistentObjects.CountFinder<_Person, Person?> {
    .init(Self.self, at: 2)
  }

  /// Finds the first object whose `boss` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByBoss(_ value: Person?) throws -> Self? {
    try Self._findFirst(at: 2, value)
  }

  /// Finds the first object whose `boss` equals a value, or nil.
  static func findFirstByBoss(_ value: Person?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: 2, value, in: session)
  }

  /// The values of an object at one time.
  public struct Snapshot: PersistentObjects.ObjectSnapshot {
    public let pk: Swift.Int64?
    public let name: String
    public let age: Int
    let boss: PersistentObjects.SnapshotField<Person?>

    /// Takes the values of an object.
    public init(_ object: _Person) {
      self.pk = object.pk
      self.name = object.name
      self.age = object.age
      self.boss = PersistentObjects._snapshotField(object.boss)
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    public init(from decoder: any Swift.Decoder) throws {
      (
        self.pk,
        self.name,
        self.age,
        self.boss
      ) = try PersistentObjects._snapshotFields(of: _Person.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    public func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: _Person.self, to: encoder)
      fields.encode(optional: self.pk)
      fields.encode(self.name)
      fields.encode(self.age)
      fields.encode(self.boss)
      try fields.finish()
    }
  }

  /// The object's values, for use outside its session.
  public var snapshot: Snapshot {
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
}

nonisolated extension _Person: PersistentObjects.PersistentObject, Swift.Equatable, Swift.Hashable {}
