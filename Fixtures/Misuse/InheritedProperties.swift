// What the compiler says of a subclass that declares inherited properties again. Lines that end in
// `// error` must not compile, and nothing else is an error, also not what the macros make of them.

import PersistentObjects

@Persistent class Person {
  var name: String
  var age = 3
  var friends: [Person] = []
  @Column(.version) var version: Int
  static let indices: [Index<Person>] = [[\.name]]
}

@Persistent class Employee: Person {
  var age: Int = 4  // error
  var friends: [Person] = []  // error
  var salary = 3

  override init(name: String, age: Int, friends: [Person]) {
    super.init(name: name, age: age, friends: friends)
  }
}

@Persistent final class Manager: Employee {
  var name: String  // error
  var salary: Double = 3  // error
  @Column(.version) var version: Int  // error

  init() {
    name = ""
    super.init(name: "", age: 3, friends: [])
  }
}
