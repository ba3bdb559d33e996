import Foundation
import PersistentObjects

/// The class of the benchmark: seven properties, two of which need memory of their own.
@Persistent final class Person {
  var firstName: String
  var lastName: String
  var age: Int
  var balance: Double
  var birthdate: Date
  var note: String?
  var photo: Data

  static let indices: [Index<Person>] = [[\.lastName]]
}

extension Person {
  /// The number of people with the same last name.
  static let peoplePerName = 100

  convenience init(number: Int) {
    self.init(
      firstName: "First\(number % 5000)", lastName: "Lastname\(number / Self.peoplePerName)",
      age: number % 100, balance: Double(number) / 4,
      birthdate: Date(timeIntervalSince1970: Double(number) * 100_000),
      note: "a note of some length about \(number)", photo: Data(repeating: 7, count: 64))
  }
}
