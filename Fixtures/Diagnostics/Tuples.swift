@Persistent class Person {
  var (a, b) = (1, 2)
// expected-error@7 {{a persistent property must be declared on its own, not in a tuple}}
}
