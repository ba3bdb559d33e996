// inherits
@Persistent class Employee: Person {
  override var age: Int = 3
// expected-error@3 {{a persistent property is declared once, in the superclass; give it another value in 'init'}}
// fix-it {{remove the declaration}}
// |   
  override var name: String { didSet { print(name) } }
  override class var tableSize: Int { 3 }
  override init() { super.init() }
}
