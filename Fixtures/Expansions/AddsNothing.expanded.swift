// inherits
public final class Person: _Person {
  var isSelected = false
  var title: String { "Dr. \(name)" }
  func willSave() throws {}
  static let rules: [Rule<Person>] = [.notEmpty(\.name)]
  convenience init() { self.init(name: "") }

  deinit { _object.leaveSession() }

  @safe public override static var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Person.self, className: "Person", table: "person",
      renamedFrom: nil, isFinal: true,
      superclass: _Person._entity,
      keyPaths: _keyPaths(of: Person.self), indices: [], rules: Person.rules,
      hooks: [
        .init(.willSave) { try $0.willSave() },
      ],
      properties: [])
  }
}
class Employee: Person {
  override init(name: String, age: Int) { super.init(name: name, age: age) }

  deinit { _object.leaveSession() }

  @safe override class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      Employee.self, className: "Employee", table: "employee",
      renamedFrom: nil, isFinal: false,
      superclass: Person._entity,
      keyPaths: _keyPaths(of: Employee.self), indices: [],
      properties: [])
  }

  @_disfavoredOverload
  required init(
    _loading row: inout PersistentObjects._RowReader
  ) throws {
    try super.init(_loading: &row)
  }
}
class _Manager: Employee {

  deinit { _object.leaveSession() }

  @safe override class var _unretainedEntity: Swift.Unmanaged<PersistentObjects.EntityDescription> {
    unsafe .passUnretained(_ownEntity)
  }

  private static let _ownEntity = _makeEntity()

  @_optimize(none)
  private static func _makeEntity() -> PersistentObjects.EntityDescription {
    PersistentObjects.EntityDescription(
      _Manager.self, className: "_Manager", table: nil,
      renamedFrom: nil, isFinal: false,
      superclass: Employee._entity,
      keyPaths: _keyPaths(of: _Manager.self), indices: [],
      properties: [])
  }
}
