@Persistent class Person {
  var name: String
  func willSave() async throws {}
// expected-error@19 {{'willSave' is called while the database works, so it cannot be 'async'; start a task from 'session.afterCommit' instead}}
  func didSave() throws {}
// expected-error@18 {{'didSave' cannot throw, since it is told of what has happened already; refuse it in the hook that begins with 'will'}}
  func willLoad() async {}
}
