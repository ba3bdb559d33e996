@Persistent class Person {
  var name: String
  struct Snapshot {}
  var snapshot: Snapshot { Snapshot() }
}
