@Persistent class Person {
  var pk: Int
// expected-error@7 {{'pk' is a name that every persistent class has already}}
  var snapshot: String
// expected-error@7 {{'snapshot' is a name that every persistent class has already}}
  var _object: Int { 1 }
// expected-error@7 {{'_object' is a name that every persistent class has already}}
  static let _entity = 1
// expected-error@14 {{'_entity' is a name that every persistent class has already}}
  @Transient var _propertyCount = 1
// expected-error@18 {{'_propertyCount' is a name that every persistent class has already}}
  var description: String
}
