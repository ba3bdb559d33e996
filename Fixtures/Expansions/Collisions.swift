@Persistent class Collisions {
  var row: Int
  var value: Int
  var session: Session?
  var object: String
  var store: [String]
  var newValue: String
  var initialValue: Foo
}
