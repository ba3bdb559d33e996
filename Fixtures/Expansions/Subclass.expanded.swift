// inherits
public class Employee: Person {
  public var salary: Decimal {
    @storageRestrictions(initializes: _salary)
    init(initialValue) {
      _salary = initialValue
    }
    get { _salary }
    set {
      _object.willChange(self, Employee._firstProperty + 0, _salary)
      _salary = newValue
    }
    _modify {
      _object.willChange(self, Employee._firstProperty + 0, _salary)
      _object.willChangeInPlace()
      defer { _object.didChangeInPlace() }
      yield &_salary
    }
  }

  private var _salary: Decimal
  var boss: Employee? {
    @storageRestrictions(initializes: _boss)
    init(initialValue) {
      _boss = PersistentObjects._Slot(initialValue)
    }
    get {
      if _boss.isFault { _object.load(self, Employee._firstProperty + 1) }
      return PersistentObjects._current(_boss)
    }
    set {
      let related = _object.related(self, Employee._firstProperty + 1)
      _object.willChange(self, Employee._firstProperty + 1, _boss)
      _boss.replace(newValue)
      if let related { _object.relate(self, Employee._firstProperty + 1, related) }
    }
    _modify {
      if _boss.isFault { _object.load(self, Employee._firstProperty + 1) }
      let related = _object.related(self, Employee._firstProperty + 1)
      _object.willChange(self, Employee._firstProperty + 1, _boss)
      var lent = _object.lend(&_boss)
      defer {
        _object.takeBack(&lent, into: &_boss)
        if let related { _object.relate(self, Employee._firstProperty + 1, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }

  private var _boss: PersistentObjects._Slot<Employee?> = .init(nil)
  public init(salary: Decimal) {
    self.salary = salary
    super.init(firstName: "")
  }

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { Person._propertyCount }

  public override class var _propertyCount: Swift.Int {
    Person._propertyCount + 2
  }

  public static func _keyPaths<_Subclass: Employee>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    Person._keyPaths(of: subclass) + [\_Subclass.salary as Swift.KeyPath<_Subclass, Decimal>,
      \_Subclass.boss as Swift.KeyPath<_Subclass, Employee?>]
  }

  public override class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Employee.self, className: "Employee", table: "employee",
    renamedFrom: nil, isFinal: false,
    superclass: Person._entity,
    keyPaths: _keyPaths(of: Employee.self), indices: [],
    properties: [
      PersistentObjects._property(
        PersistentObjects._PropertyDeclaration("salary", column: "salary"), default: { 0 },
        get: { (object: Employee) in object._salary },
        set: { (object: Employee, value) in object._salary = value }),
      PersistentObjects._slotProperty(
        PersistentObjects._PropertyDeclaration("boss", column: "boss"), default: nil,
        get: { (object: Employee) in object._boss },
        set: { (object: Employee, slot) in object._boss.swap(&slot) }),
    ])

  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _salary = try row.value(Employee._firstProperty + 0)
    _boss = try row.slot(Employee._firstProperty + 1)
    try super.init(_loading: &row)
  }

  public override func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try super._store(into: &row)
    try row.write(Employee._firstProperty + 0, _salary)
    try row.write(Employee._firstProperty + 1, slot: _boss)
  }

  /// The objects whose `salary` equals a value, in the main actor's session.
  @Swift.MainActor
  @_nonoverride
  public static func findBySalary(_ value: Decimal) throws -> [Employee] {
    try Self._find(Employee._firstProperty + 0, value, in: Self._main)
  }

  /// The objects whose `salary` equals a value.
  @_nonoverride
  public static func findBySalary(_ value: Decimal, in session: PersistentObjects.Session) throws
    -> [Employee]
  {
    try Self._find(Employee._firstProperty + 0, value, in: session)
  }

  /// The first object whose `salary` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  @_nonoverride
  public static func findFirstBySalary(_ value: Decimal) throws -> Self? {
    try Self._findFirst(Employee._firstProperty + 0, value, in: Self._main)
  }

  /// The first object whose `salary` equals a value, or nil.
  @_nonoverride
  public static func findFirstBySalary(_ value: Decimal, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Employee._firstProperty + 0, value, in: session)
  }

  /// How many objects there are whose `salary` equals a value, in the main actor's session.
  @Swift.MainActor
  @_nonoverride
  public static func countBySalary(_ value: Decimal) throws -> Swift.Int {
    try Self._count(Employee._firstProperty + 0, value, in: Self._main)
  }

  /// How many objects there are whose `salary` equals a value.
  @_nonoverride
  public static func countBySalary(_ value: Decimal, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Employee._firstProperty + 0, value, in: session)
  }

  /// The objects whose `boss` equals a value, in the main actor's session.
  @Swift.MainActor
  @_nonoverride
  static func findByBoss(_ value: Employee?) throws -> [Employee] {
    try Self._find(Employee._firstProperty + 1, value, in: Self._main)
  }

  /// The objects whose `boss` equals a value.
  @_nonoverride
  static func findByBoss(_ value: Employee?, in session: PersistentObjects.Session) throws
    -> [Employee]
  {
    try Self._find(Employee._firstProperty + 1, value, in: session)
  }

  /// The first object whose `boss` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  @_nonoverride
  static func findFirstByBoss(_ value: Employee?) throws -> Self? {
    try Self._findFirst(Employee._firstProperty + 1, value, in: Self._main)
  }

  /// The first object whose `boss` equals a value, or nil.
  @_nonoverride
  static func findFirstByBoss(_ value: Employee?, in session: PersistentObjects.Session) throws
    -> Self?
  {
    try Self._findFirst(Employee._firstProperty + 1, value, in: session)
  }

  /// How many objects there are whose `boss` equals a value, in the main actor's session.
  @Swift.MainActor
  @_nonoverride
  static func countByBoss(_ value: Employee?) throws -> Swift.Int {
    try Self._count(Employee._firstProperty + 1, value, in: Self._main)
  }

  /// How many objects there are whose `boss` equals a value.
  @_nonoverride
  static func countByBoss(_ value: Employee?, in session: PersistentObjects.Session) throws
    -> Swift.Int
  {
    try Self._count(Employee._firstProperty + 1, value, in: session)
  }

  /// The values of an object at one time.
  @dynamicMemberLookup
  public struct Snapshot: Swift.Sendable, Swift.Codable {
    public let inherited: Person.Snapshot
    public let salary: Decimal
    let boss: PersistentObjects.SnapshotField<Employee?>

    /// Takes the values of an object.
    public init(_ object: Employee) {
      self.inherited = Person.Snapshot(object)
      self.salary = object.salary
      self.boss = PersistentObjects._snapshotField(object.boss)
    }

    /// A value that the superclass declares.
    public subscript<_Value>(
      dynamicMember keyPath: Swift.KeyPath<Person.Snapshot, _Value>
    ) -> _Value {
      inherited[keyPath: keyPath]
    }
  }

  /// The object's values, to be used outside of its session.
  public var employeeSnapshot: Snapshot {
    Snapshot(self)
  }
}
