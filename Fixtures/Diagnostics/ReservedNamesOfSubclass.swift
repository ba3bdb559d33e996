// inherits
@Persistent class Employee: Person {
  var inherited: Int
// expected-error@7 {{'inherited' is a name that every persistent class has already}}
  var snapshot: String
  init() { super.init() }
}
