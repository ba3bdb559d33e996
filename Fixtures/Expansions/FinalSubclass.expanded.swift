// inherits
final class Manager: Staff.Employee {
  override var salary: Decimal { get { 0 } set {} }
  override init() { super.init() }

  deinit { _object.leaveSession() }

  @safe override static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Manager.self, className: "Manager", table: "manager",
      renamedFrom: nil, isFinal: true,
      superclass: Staff.Employee._entity,
      keyPaths: _keyPaths(of: Manager.self), indices: [],
      properties: [])
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    try super.init(_loading: &row)
  }
}
