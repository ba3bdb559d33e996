@Persistent class Person {
  var name: String
  var snapshot: Snapshot? { nil }
}
