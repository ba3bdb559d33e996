// inherits
@Persistent class Person: Named, PersistentObject {
  var name: String
}
