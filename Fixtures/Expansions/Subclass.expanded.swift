// inherits
public class Employee: Person {
  public var salary: Decimal {
    @storageRestrictions(initializes: _salary)
    init(initialValue) {
      _salary = initialValue
    }
    get { _salary }
    set {
      _object.willChange(self, at: Employee._Index.salary)
      _salary = newValue
    }
    _modify {
      _object.willChangeInPlace(self, at: Employee._Index.salary)
      defer { _object.didChangeInPlace() }
      yield &_salary
    }
  }
  var boss: Employee? {
    @storageRestrictions(initializes: _boss)
    init(initialValue) {
      _boss = PersistentObjects._Slot(initialValue)
    }
    get {
      if _boss.isFault { _object.load(self, Employee._Index.boss) }
      return PersistentObjects._current(&_boss)
    }
    set {
      let related = _object.related(self, Employee._Index.boss)
      _object.willChange(self, at: Employee._Index.boss)
      _boss.replace(newValue)
      if let related { _object.relate(self, Employee._Index.boss, related) }
    }
    _modify {
      if _boss.isFault { _object.load(self, Employee._Index.boss) }
      let related = _object.related(self, Employee._Index.boss)
      _object.willChange(self, at: Employee._Index.boss)
      var lent = _object.lend(&_boss)
      defer {
        _object.takeBack(&lent, into: &_boss)
        if let related { _object.relate(self, Employee._Index.boss, related) }
      }
      PersistentObjects._materialize(&lent)
      yield &lent.loaded
    }
  }
  public init(salary: Decimal) {
    self.salary = salary
    super.init(firstName: "")
  }

  private var _salary: Decimal

  @safe @exclusivity(unchecked)
  private var _boss: PersistentObjects._Slot<Employee?> = .init(nil)

  deinit { _object.leaveSession() }

  private enum _Index {
    static var salary: Swift.Int { Person._propertyCount }
    static var boss: Swift.Int { Person._propertyCount + 1 }
  }

  public override class var _propertyCount: Swift.Int {
    Person._propertyCount + 2
  }

  public static func _keyPaths<_Subclass: Employee>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    Person._keyPaths(of: subclass) + [\_Subclass.salary as Swift.KeyPath<_Subclass, Decimal>,
      \_Subclass.boss as Swift.KeyPath<_Subclass, Employee?>]
  }

  @safe public override class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Employee.self, className: "Employee", table: "employee",
      renamedFrom: nil, isFinal: false,
      superclass: Person._entity,
      keyPaths: _keyPaths(of: Employee.self), indices: [],
      exchange: _exchangeValue,
      properties: [
        PersistentObjects._property(
          Decimal.self, "salary", default: { 0 }),
        PersistentObjects._slotProperty(
          "boss", default: nil,
          get: { (object: Employee) in object._boss },
          set: { (object: Employee, slot) in object._boss.swap(&slot) }),
      ])
  }

  @Sendable private static func _exchangeValue(
    _ object: Employee, at position: Swift.Int, _ exchange: PersistentObjects._ValueExchange
  ) {
    switch position {
    case 0: exchange(&object._salary)
    default: break
    }
  }

  @_disfavoredOverload
  public required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    _salary = try row.value(Employee._Index.salary)
    _boss = try row.slot(Employee._Index.boss)
    try super.init(_loading: &row)
  }

  public override func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try super._store(into: &row)
    try row.write(Employee._Index.salary, _salary)
    try row.write(Employee._Index.boss, slot: &_boss)
  }

  /// Finds the objects whose `salary` equals a value.
  @_nonoverride
  public static var findBySalary: PersistentObjects.Finder<Employee, Decimal> {
    .init(Self.self, at: Employee._Index.salary)
  }

  /// Counts the objects whose `salary` equals a value.
  @_nonoverride
  public static var countBySalary: PersistentObjects.CountFinder<Employee, Decimal> {
    .init(Self.self, at: Employee._Index.salary)
  }

  /// Finds the first object whose `salary` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  @_nonoverride
  public static func findFirstBySalary(_ value: Decimal) throws -> Self? {
    try Self._findFirst(at: Employee._Index.salary, value)
  }

  /// Finds the first object whose `salary` equals a value, or nil.
  @_nonoverride
  public static func findFirstBySalary(_ value: Decimal, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Employee._Index.salary, value, in: session)
  }

  /// Finds the objects whose `boss` equals a value.
  @_nonoverride
  static var findByBoss: PersistentObjects.Finder<Employee, Employee?> {
    .init(Self.self, at: Employee._Index.boss)
  }

  /// Counts the objects whose `boss` equals a value.
  @_nonoverride
  static var countByBoss: PersistentObjects.CountFinder<Employee, Employee?> {
    .init(Self.self, at: Employee._Index.boss)
  }

  /// Finds the first object whose `boss` equals a value, or nil, in the main actor's session.
  @Swift.MainActor
  @_nonoverride
  static func findFirstByBoss(_ value: Employee?) throws -> Self? {
    try Self._findFirst(at: Employee._Index.boss, value)
  }

  /// Finds the first object whose `boss` equals a value, or nil.
  @_nonoverride
  static func findFirstByBoss(_ value: Employee?, in session: PersistentObjects.Session) throws -> Self? {
    try Self._findFirst(at: Employee._Index.boss, value, in: session)
  }

  /// The values of an object at one time.
  @dynamicMemberLookup
  public struct Snapshot: PersistentObjects.ObjectSnapshot {
    public let inherited: Person.Snapshot
    public let salary: Decimal
    let boss: PersistentObjects.SnapshotField<Employee?>

    /// Takes the values of an object.
    public init(_ object: Employee) {
      self.inherited = Person.Snapshot(object)
      self.salary = object.salary
      self.boss = PersistentObjects._snapshotField(object.boss)
    }

    /// Decodes the values, each by the name of its property.
    @_optimize(none)
    public init(from decoder: any Swift.Decoder) throws {
      (
        self.inherited,
        self.salary,
        self.boss
      ) = try PersistentObjects._snapshotFields(of: Employee.self, from: decoder)
    }

    /// Encodes the values, each by the name of its property.
    @_optimize(none)
    public func encode(to encoder: any Swift.Encoder) throws {
      var fields = PersistentObjects._SnapshotEncoder(of: Employee.self, to: encoder)
      fields.encode(self.inherited)
      fields.encode(self.salary)
      fields.encode(self.boss)
      try fields.finish()
    }

    /// A value that the superclass declares.
    public subscript<_Value>(
      dynamicMember keyPath: Swift.KeyPath<Person.Snapshot, _Value>
    ) -> _Value {
      inherited[keyPath: keyPath]
    }
  }

  /// The object's values, for use outside its session.
  public var employeeSnapshot: Snapshot {
    Snapshot(self)
  }
}
