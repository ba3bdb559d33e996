// inherits
@Persistent public final class Person: _Person {
  @Transient var isSelected = false
  var title: String { "Dr. \(name)" }
  func willSave() throws {}
  static let rules: [Rule<Person>] = [.notEmpty(\.name)]
  convenience init() { self.init(name: "") }
}
@Persistent(abstract: false) class Employee: Person {
  override init(name: String, age: Int) { super.init(name: name, age: age) }
}
@Persistent(abstract: true) class _Manager: Employee {
}
