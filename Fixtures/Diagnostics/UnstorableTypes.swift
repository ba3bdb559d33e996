@Persistent class Person {
  var action: () -> Void
// expected-error@15 {{a function cannot be stored; add '@Transient' with a default value}}
// fix-it {{add '@Transient'}}
// |   @Transient var action: () -> Void
  var later: (@Sendable (Int) -> Int)?
// expected-error@14 {{a function cannot be stored; add '@Transient' with a default value}}
// fix-it {{add '@Transient'}}
// |   @Transient var later: (@Sendable (Int) -> Int)?
  var pair: (Int, String) = (1, "")
// expected-error@13 {{a tuple cannot be stored; add '@Transient' with a default value}}
// fix-it {{add '@Transient'}}
// |   @Transient var pair: (Int, String) = (1, "")
  var hidden: some Equatable = 1
// expected-error@15 {{a value of an opaque type cannot be stored; add '@Transient' with a default value}}
// fix-it {{add '@Transient'}}
// |   @Transient var hidden: some Equatable = 1
  var kind: Int.Type = Int.self
// expected-error@13 {{a type cannot be stored; add '@Transient' with a default value}}
// fix-it {{add '@Transient'}}
// |   @Transient var kind: Int.Type = Int.self
  var sibling: Self?
// expected-error@16 {{'Self' is a different type in each subclass, but a table has columns of fixed types; write the name of the class}}
  var siblings: [String: [Self]] = [:]
// expected-error@27 {{'Self' is a different type in each subclass, but a table has columns of fixed types; write the name of the class}}
}
