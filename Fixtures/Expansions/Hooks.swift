@Persistent class Person {
  var name: String
  private static let rules: [Rule<Person>] = [.notEmpty(\.name)]
  func willSave() throws {}
  func didLoad() { print("loaded") }
  func didSave(_ count: Int) {}
  static func didRevert() {}
}
