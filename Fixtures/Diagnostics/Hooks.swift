@Persistent class Person {
  var name: String
  func willSave() async throws {}
// expected-error@19 {{'willSave' is called during a database operation, so it cannot be 'async'; start a task from 'session.afterCommit' instead}}
  func didSave() throws {}
// expected-error@18 {{'didSave' cannot throw, since it is called after the change has happened; refuse it in the hook that begins with 'will'}}
  func willLoad() async {}
  @MainActor func didLoad() {}
// expected-error@3 {{'didLoad' is called where the object's session runs, so it cannot be isolated to 'MainActor'}}
// fix-it {{remove '@MainActor'}}
// |   func didLoad() {}
  func willDelete() -> Bool { true }
// expected-error@24 {{'willDelete' cannot return a value, since nobody would read it; throw an error to refuse}}
  func didDelete() -> Int { 1 }
// expected-error@23 {{'didDelete' cannot return a value, since nobody would read it; remove the type}}
  func didInsert() -> Swift.Void {}
  func didUpdate() -> () {}
  func willUpdate() -> Never { fatalError() }
}
