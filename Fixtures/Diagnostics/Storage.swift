@Persistent class Person {
  var age: Int
  var _age: Int { 1 }
// expected-error@7 {{'_age' is the storage of the persistent property 'age'; rename it}}
  var _name: String
// expected-error@7 {{'_name' is the storage of the persistent property 'name'; rename it}}
  var name: String
}
