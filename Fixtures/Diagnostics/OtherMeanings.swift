@Persistent class Person {
  var `self`: Int
// expected-error@7 {{'self' means something else in Swift or in generated code; give the property another name, which can keep the column by '@Column("self")'}}
  var `Type`: String
// expected-error@7 {{'Type' means something else in Swift or in generated code; give the property another name, which can keep the column by '@Column("type")'}}
  var `Protocol`: String?
// expected-error@7 {{'Protocol' means something else in Swift or in generated code; give the property another name, which can keep the column by '@Column("protocol")'}}
  var hashValue: Int
// expected-error@7 {{'hashValue' means something else in Swift or in generated code; give the property another name, which can keep the column by '@Column("hash_value")'}}
  var PersistentObjects: [Int]
// expected-error@7 {{'PersistentObjects' means something else in Swift or in generated code; give the property another name, which can keep the column by '@Column("persistent_objects")'}}
  var Snapshot: String
// expected-error@7 {{'Snapshot' is a name that every persistent class has already}}
  var description: String
  var hash: Int
  var state: Int
  var `init`: String
}
