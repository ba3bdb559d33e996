import Foundation

/// The values of both classes of people, so that the same code reads them.
protocol PersonValues {
  var firstName: String { get }
  var lastName: String { get }
  var age: Int { get }
  var balance: Double { get }
  var birthdate: Date { get }
  var note: String? { get }
  var photo: Data { get }
}

extension PersonValues {
  /// A number that depends on every value. Of texts and bytes it takes the length, which is there
  /// at once: this is part of what is measured.
  @inline(__always) var sum: Int {
    let numbers = balance.bitPattern &+ birthdate.timeIntervalSinceReferenceDate.bitPattern
    let lengths =
      firstName.utf8.count + lastName.utf8.count + (note?.utf8.count ?? -1) + photo.count
    return age &+ Int(truncatingIfNeeded: numbers) &+ lengths
  }

  /// A number that depends on every bit of every value.
  fileprivate var content: Int {
    var hasher = Hasher()
    hasher.combine(firstName)
    hasher.combine(lastName)
    hasher.combine(age)
    hasher.combine(balance)
    hasher.combine(birthdate)
    hasher.combine(note)
    hasher.combine(photo)
    return hasher.finalize()
  }
}

extension Sequence where Element: PersonValues {
  /// A number that depends on every value of each person.
  var sum: Int {
    var sum = 0
    for person in self { sum &+= person.sum }
    return sum
  }

  /// A number that depends on every bit of each person, and on their order.
  var content: Int {
    reduce(0) { $0 &* 31 &+ $1.content }
  }
}
