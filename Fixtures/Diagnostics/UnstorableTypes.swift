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
}
