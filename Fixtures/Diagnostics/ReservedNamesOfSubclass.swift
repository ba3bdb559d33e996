// inherits
@Persistent class Employee: Person {
  var inherited: Int
// expected-error@7 {{'inherited' is a name that every persistent class has already}}
  var snapshot: String
// expected-error@7 {{'snapshot' is a name that every persistent class has already}}
  var employeeSnapshot: String
// expected-error@7 {{'employeeSnapshot' is a name that every persistent class has already}}
  init() { super.init() }
}
