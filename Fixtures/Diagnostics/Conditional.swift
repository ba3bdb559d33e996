@Persistent class Person {
  #if DEBUG
    var name: String
// expected-error@9 {{a persistent property cannot be inside '#if', since the table would depend on it; move 'name' out or add '@Transient'}}
    var computed: Int { 1 }
  #elseif os(Linux)
    var age = 1
// expected-error@9 {{a persistent property cannot be inside '#if', since the table would depend on it; move 'age' out or add '@Transient'}}
    #if FOO
      var deep = 1
// expected-error@11 {{a persistent property cannot be inside '#if', since the table would depend on it; move 'deep' out or add '@Transient'}}
    #endif
  #endif
}
