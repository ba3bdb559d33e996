@Persistent class Person {
  var `self`: Int
// expected-error@7 {{'self' has another meaning in Swift or in generated code; give the property another name, and keep the column with '@Column("self")'}}
  var `Type`: String
// expected-error@7 {{'Type' has another meaning in Swift or in generated code; give the property another name, and keep the column with '@Column("type")'}}
  var `Protocol`: String?
// expected-error@7 {{'Protocol' has another meaning in Swift or in generated code; give the property another name, and keep the column with '@Column("protocol")'}}
  var hashValue: Int
// expected-error@7 {{'hashValue' has another meaning in Swift or in generated code; give the property another name, and keep the column with '@Column("hash_value")'}}
  var PersistentObjects: [Int]
// expected-error@7 {{'PersistentObjects' has another meaning in Swift or in generated code; give the property another name, and keep the column with '@Column("persistent_objects")'}}
  var Snapshot: String
// expected-error@7 {{'Snapshot' is already a member of every persistent class}}
  var description: String
  var hash: Int
  var state: Int
  var `init`: String
}
