@Persistent class Person {
  var name: String
  init(_ name: String) { self.name = name }
}

@Persistent class Animal {
  var name: String
  convenience init() { self.init(name: "") }
}
