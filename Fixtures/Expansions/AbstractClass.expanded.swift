open class _Person {
  public var name: String {
    @storageRestrictions(initializes: _name)
    init(initialValue) {
      _name = initialValue
    }
    get { _name }
    set {
      _object.willChange(self, _Person._firstProperty + 0, _name)
      _name = newValue
    }
    _modify {
      _object.willChange(self, _Person._firstProperty + 0, _name)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_name
    }
  }

  private var _name: String
  public var age: Int {
    @storageRestrictions(initializes: _age)
    init(initialValue) {
      _age = initialValue
    }
    get { _age }
    set {
      _object.willChange(self, _Person._firstProperty + 1, _age)
      _age = newValue
    }
  }

  private var _age: Int
  var boss: Person? {
    @storageRestrictions(initializes: _boss)
    init(initialValue) {
      _boss = PersistentObjects._Slot(initialValue)
    }
    get {
      if _boss.isFault { _object.load(self, _Person._firstProperty + 2) }
      return PersistentObjects._current(_boss)
    }
    set {
      let related = _object.related(self, _Person._firstProperty + 2)
      _object.willChange(self, _Person._firstProperty + 2, _boss)
      _boss.replace(newValue)
      if let related { _object.relate(self, _Person._firstProperty + 2, related) }
    }
    _modify {
      if _boss.isFault { _object.load(self, _Person._firstProperty + 2) }
      let related = _object.related(self, _Person._firstProperty + 2)
      _object.willChange(self, _Person._firstProperty + 2, _boss)
      var lent = _object.lend(&_boss)
      defer {
        _object.takeBack(&lent, into: &_boss)
        if let related { _object.relate(self, _Person._firstProperty + 2, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _boss: PersistentObjects._Slot<Person?> = .init(nil)
  var reports: [Person] {
    @storageRestrictions(initializes: _reports)
    init(initialValue) {
      _reports = PersistentObjects._Slot(initialValue)
    }
    get {
      if _reports.isFault { _object.load(self, _Person._firstProperty + 3) }
      return PersistentObjects._current(_reports)
    }
    set {
      let related = _object.related(self, _Person._firstProperty + 3)
      _object.willChange(self, _Person._firstProperty + 3, _reports)
      _reports.replace(newValue)
      if let related { _object.relate(self, _Person._firstProperty + 3, related) }
    }
    _modify {
      if _reports.isFault { _object.load(self, _Person._firstProperty + 3) }
      let related = _object.related(self, _Person._firstProperty + 3)
      _object.willChange(self, _Person._firstProperty + 3, _reports)
      var lent = _object.lend(&_reports)
      defer {
        _object.takeBack(&lent, into: &_reports)
        if let related { _object.relate(self, _Person._firstProperty + 3, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _reports: PersistentObjects._Slot<[Person]>
  private static let indices: [Index<_Person>] = [[\.name]]

  public let _object = PersistentObjects._ObjectState()

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { 0 }

  open class var _propertyCount: Swift.Int {
    4
  }

  public static func _keyPaths<_Subclass: _Person>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    [\_Subclass.name, \_Subclass.age, \_Subclass.boss, \_Subclass.reports]
  }

  open class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    _Person.self, className: "_Person", table: nil,
    renamedFrom: nil, isFinal: false,
    superclass: nil,
    keyPaths: _keyPaths(of: _Person.self), indices: _Person.indices,
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("name", column: "name"), default: nil,
        get: { (object: _Person) in object._name },
        set: { (object: _Person, value) in object._name = value }),
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("age", column: "age", index: .plain), default: { 0 },
        get: { (object: _Person) in object._age },
        set: { (object: _Person, value) in object._age = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("boss", column: "boss"), default: nil,
        get: { (object: _Person) in object._boss },
        set: { (object: _Person, slot) in object._boss.swap(&slot) }),
      PersistentObjects._inverseProperty(
        PersistentObjects._PropertyDeclaration("reports", column: "reports"), of: \Person.boss,
        get: { (object: _Person) in object._reports },
        set: { (object: _Person, slot) in object._reports.swap(&slot) }),
    ])

  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _name = try row.value(_Person._firstProperty + 0)
    _age = try row.value(_Person._firstProperty + 1)
    _boss = try row.slot(_Person._firstProperty + 2)
    _reports = try row.slot(_Person._firstProperty + 3)
  }

  open func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try row.write(_Person._firstProperty + 0, _name)
    try row.write(_Person._firstProperty + 1, _age)
    try row.write(_Person._firstProperty + 2, slot: _boss)
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

  /// The objects whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  @_disfavoredOverload
  public static func findByName(_ value: String) throws -> [_Person] {
    try Self._find(_Person._firstProperty + 0, value, in: Self._main)
  }

  /// The objects whose `name` equals a value.
  @_disfavoredOverload
  public static func findByName(_ value: String, in session: PersistentObjects.Session) throws
    -> [_Person]
  {
    try Self._find(_Person._firstProperty + 0, value, in: session)
  }

  /// The first object whose `name` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByName(_ value: String) throws -> Self? {
    try Self._findFirst(_Person._firstProperty + 0, value, in: Self._main)
  }

  /// The first object whose `name` equals a value, or nil.
  public static func findFirstByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(_Person._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `name` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func countByName(_ value: String) throws -> Swift.Int {
    try Self._count(_Person._firstProperty + 0, value, in: Self._main)
  }

  /// How many objects there are whose `name` equals a value.
  public static func countByName(_ value: String, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(_Person._firstProperty + 0, value, in: session)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`, in the main actor's session.
  @Swift.MainActor
  @_disfavoredOverload
  public static func findByName(matching pattern: Swift.String) throws -> [_Person] {
    try Self._find(_Person._firstProperty + 0, matching: pattern, in: Self._main)
  }

  /// The objects whose `name` matches a pattern with `%` and `_`.
  @_disfavoredOverload
  public static func findByName(matching pattern: Swift.String, in session: PersistentObjects.Session) throws
    -> [_Person]
  {
    try Self._find(_Person._firstProperty + 0, matching: pattern, in: session)
  }

  /// The objects whose `age` equals a value, in the main actor's session.
  @Swift.MainActor
  @_disfavoredOverload
  public static func findByAge(_ value: Int) throws -> [_Person] {
    try Self._find(_Person._firstProperty + 1, value, in: Self._main)
  }

  /// The objects whose `age` equals a value.
  @_disfavoredOverload
  public static func findByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> [_Person]
  {
    try Self._find(_Person._firstProperty + 1, value, in: session)
  }

  /// The first object whose `age` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  public static func findFirstByAge(_ value: Int) throws -> Self? {
    try Self._findFirst(_Person._firstProperty + 1, value, in: Self._main)
  }

  /// The first object whose `age` equals a value, or nil.
  public static func findFirstByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(_Person._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `age` equals a value, in the main actor's session.
  @Swift.MainActor
  public static func countByAge(_ value: Int) throws -> Swift.Int {
    try Self._count(_Person._firstProperty + 1, value, in: Self._main)
  }

  /// How many objects there are whose `age` equals a value.
  public static func countByAge(_ value: Int, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(_Person._firstProperty + 1, value, in: session)
  }

  /// The objects whose `boss` equals a value, in the main actor's session.
  @Swift.MainActor
  @_disfavoredOverload
  static func findByBoss(_ value: Person?) throws -> [_Person] {
    try Self._find(_Person._firstProperty + 2, value, in: Self._main)
  }

  /// The objects whose `boss` equals a value.
  @_disfavoredOverload
  static func findByBoss(_ value: Person?, in session: PersistentObjects.Session) throws
    -> [_Person]
  {
    try Self._find(_Person._firstProperty + 2, value, in: session)
  }

  /// The first object whose `boss` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  static func findFirstByBoss(_ value: Person?) throws -> Self? {
    try Self._findFirst(_Person._firstProperty + 2, value, in: Self._main)
  }

  /// The first object whose `boss` equals a value, or nil.
  static func findFirstByBoss(_ value: Person?, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(_Person._firstProperty + 2, value, in: session)
  }

  /// How many objects there are whose `boss` equals a value, in the main actor's session.
  @Swift.MainActor
  static func countByBoss(_ value: Person?) throws -> Swift.Int {
    try Self._count(_Person._firstProperty + 2, value, in: Self._main)
  }

  /// How many objects there are whose `boss` equals a value.
  static func countByBoss(_ value: Person?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(_Person._firstProperty + 2, value, in: session)
  }

  /// The values of an object at one time.
  public struct Snapshot: Swift.Sendable, Swift.Codable {
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
  }

  /// The object's values, to be used outside of its session.
  public var snapshot: Snapshot {
    Snapshot(self)
  }
}

nonisolated extension _Person: PersistentObjects.PersistentObject, Swift.Hashable {}
