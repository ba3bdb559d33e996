@Persistent class Person: Being {
  var age: Int
  init(age: Int) {
    self.age = age
    super.init(legs: 2)
// expected-error@5 {{loading an object calls 'super.init()', but nothing shows that 'Being' has one; give it an 'init' without parameters and call that in one 'init' here, or make it persistent}}
  }
  init(young: Bool) {
    age = 1
    super.init { young }
  }
  convenience init() { self.init(age: 1) }
}
@Persistent class Pet: Being {
  var age: Int
  init(age: Int) {
    self.age = age
    super.init(legs: 4)
  }
  init() {
    age = 0
    super.init()
  }
}
@Persistent class Fish: Being, Sendable {
// expected-error@32 {{objects are not 'Sendable', since each belongs to a session; pass 'snapshot' or 'key' instead}}
  var age: Int
}
