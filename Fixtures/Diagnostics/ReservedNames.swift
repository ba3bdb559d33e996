@Persistent class Person {
  var pk: Int
// expected-error@7 {{'pk' is already a member of every persistent class}}
  var snapshot: String
// expected-error@7 {{'snapshot' is already a member of every persistent class}}
  var _object: Int { 1 }
// expected-error@7 {{'_object' is already a member of every persistent class}}
  static let _entity = 1
// expected-error@14 {{'_entity' is already a member of every persistent class}}
  @Transient var _propertyCount = 1
// expected-error@18 {{'_propertyCount' is already a member of every persistent class}}
  var description: String
}
