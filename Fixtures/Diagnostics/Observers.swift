@Persistent class Person {
  var name: String = "" {
    didSet { print(name) }
// expected-error@5 {{a persistent property cannot have 'didSet', since its accessors are generated; remove it or add '@Transient'}}
// fix-it {{add '@Transient'}}
// |   @Transient var name: String = "" {
  }
  var age: Int { willSet {} }
// expected-error@18 {{a persistent property cannot have 'willSet', since its accessors are generated; remove it or add '@Transient'}}
// fix-it {{add '@Transient'}}
// |   @Transient var age: Int { willSet {} }
}
