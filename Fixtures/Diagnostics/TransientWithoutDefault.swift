@Persistent class Person {
  @Transient var a: Int
// expected-error@18 {{a '@Transient' property needs a default value, since a loaded object has no other value for 'a'}}
// fix-it {{add a default value}}
// |   @Transient var a: Int = <#value#>
  @Transient let b: Int?
// expected-error@18 {{a '@Transient' property needs a default value, since a loaded object has no other value for 'b'}}
// fix-it {{add a default value}}
// |   @Transient let b: Int? = <#value#>
  @Transient unowned var c: Person
// expected-error@26 {{a '@Transient' property needs a default value, since a loaded object has no other value for 'c'}}
// fix-it {{add a default value}}
// |   @Transient unowned var c: Person = <#value#>
  @Transient var d: Int?
  @Transient var f: Optional<Int>
// expected-error@18 {{a '@Transient' property needs a default value, since a loaded object has no other value for 'f'}}
// fix-it {{add a default value}}
// |   @Transient var f: Optional<Int> = <#value#>
  @Transient var g: (Int?)
  @Transient var h: Int!
  @Transient @State var e: Int
}
