@Persistent final class Person {
  static let age = 18
  var firstName: String
  var age: Int = 0
  var home: Address?
  var nickNames: [String] = []
  @Transient var isSelected = false
  static let indices: [Index<Person>] = [[\.firstName]]
}
