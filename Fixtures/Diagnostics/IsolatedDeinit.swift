@Persistent class Parcel {
  var name: String
  @MainActor deinit { print(name) }
// expected-error@3 {{'deinit' runs where the object's session does, so it cannot be isolated to an actor}}
// fix-it {{remove '@MainActor'}}
// |   deinit { print(name) }
}
@Persistent class Letter {
  var name: String
  isolated deinit { print(name) }
// expected-error@3 {{'deinit' runs where the object's session does, so it cannot be isolated to an actor}}
// fix-it {{remove 'isolated'}}
// |   deinit { print(name) }
}
