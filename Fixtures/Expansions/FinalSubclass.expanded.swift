// inherits
final class Manager: Staff.Employee {
  override var salary: Decimal { get { 0 } set {} }
  override init() { super.init() }

  deinit { _object.leaveSession() }

  private static var _firstProperty: Swift.Int { Staff.Employee._propertyCount }

  override static var _propertyCount: Swift.Int {
    Staff.Employee._propertyCount + 0
  }

  static func _keyPaths<_Subclass: Manager>(
    of subclass: _Subclass.Type
  ) -> [Swift.AnyKeyPath] {
    Staff.Employee._keyPaths(of: subclass) + []
  }

  override static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    .passUnretained(_ownEntity)
  }

  private static let _ownEntity = PersistentObjects.EntityDescription(
    Manager.self, className: "Manager", table: "manager",
    renamedFrom: nil, isFinal: true,
    superclass: Staff.Employee._entity,
    keyPaths: _keyPaths(of: Manager.self), indices: [],
    properties: [])

  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    try super.init(_loading: &row)
  }

  override func _store(
    into row: inout PersistentObjects._RowWriter
  ) throws {
    try super._store(into: &row)
  }

  /// The values of an object at one time.
  @dynamicMemberLookup
  struct Snapshot: Swift.Sendable, Swift.Codable {
    let inherited: Staff.Employee.Snapshot

    /// Takes the values of an object.
    init(_ object: Manager) {
      self.inherited = Staff.Employee.Snapshot(object)
    }

    /// A value that the superclass declares.
    subscript<_Value>(
      dynamicMember keyPath: Swift.KeyPath<Staff.Employee.Snapshot, _Value>
    ) -> _Value {
      inherited[keyPath: keyPath]
    }
  }

  /// The object's values, to be used outside of its session.
  var managerSnapshot: Snapshot {
    Snapshot(self)
  }
}
