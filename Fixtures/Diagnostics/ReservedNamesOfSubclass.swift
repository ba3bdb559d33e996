// inherits
@Persistent class Employee: Person {
  var inherited: Int
// expected-error@7 {{'inherited' is already a member of every persistent class}}
  var snapshot: String
// expected-error@7 {{'snapshot' is already a member of every persistent class}}
  var employeeSnapshot: String
// expected-error@7 {{'employeeSnapshot' is already a member of every persistent class}}
  init() { super.init() }
}
