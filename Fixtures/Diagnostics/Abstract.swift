@Persistent(abstract: true) final class A {
// expected-error@29 {{an abstract class has only the objects of its subclasses, so it cannot be 'final'}}
// fix-it {{remove 'final'}}
// | @Persistent(abstract: true) class A {
  var name: String
}
@Persistent(table: "b", renamedFrom: "a", abstract: true) class B {
// expected-error@13 {{an abstract class has no table, so 'table' has no meaning here; name the tables of its subclasses}}
// expected-error@25 {{an abstract class has no table, so 'renamedFrom' has no meaning here; name the tables of its subclasses}}
  var name: String
}
@Persistent(table: nil, abstract: true) class C {
  var name: String = 3 as Any
}
let isAbstract = true
@Persistent(abstract: isAbstract) class D {
// expected-error@23 {{'abstract' must be true or false, since it is read at compile time}}
  var name: String
}
