@Persistent class Person {
  lazy var name = "x"
// expected-error@3 {{a persistent property cannot be 'lazy'; remove it or add '@Transient'}}
// fix-it {{remove 'lazy'}}
// |   var name = "x"
// fix-it {{add '@Transient'}}
// |   @Transient lazy var name = "x"
  weak var boss: Person?
// expected-error@3 {{a persistent property cannot be 'weak'; remove it or add '@Transient'}}
// fix-it {{remove 'weak'}}
// |   var boss: Person?
// fix-it {{add '@Transient'}}
// |   @Transient weak var boss: Person?
  unowned var owner: Person
// expected-error@3 {{a persistent property cannot be 'unowned'; remove it or add '@Transient'}}
// fix-it {{remove 'unowned'}}
// |   var owner: Person
// fix-it {{add '@Transient'}}
// |   @Transient unowned var owner: Person
  unowned(unsafe) var other: Person
// expected-error@3 {{a persistent property cannot be 'unowned'; remove it or add '@Transient'}}
// fix-it {{remove 'unowned'}}
// |   var other: Person
// fix-it {{add '@Transient'}}
// |   @Transient unowned(unsafe) var other: Person
}
