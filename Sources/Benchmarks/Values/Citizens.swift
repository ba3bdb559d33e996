import Foundation
import PersistentObjects

@Embeddable struct PersonName {
  var first: String
  @Column(indexed: true) var last: String
  var title: String?
}

@Embeddable struct Address {
  var street: String
  var city: String
  var zip: String
}

/// A person whose name and address are values of three columns each.
@Persistent final class Citizen {
  var name: PersonName
  var address: Address
  var age: Int
  var balance: Double
  var birthdate: Date
  var photo: Data
}

/// A person with the same columns, each of them a property.
@Persistent final class FlatCitizen {
  var nameFirst: String
  @Column(indexed: true) var nameLast: String
  var nameTitle: String?
  var addressStreet: String
  var addressCity: String
  var addressZip: String
  var age: Int
  var balance: Double
  var birthdate: Date
  var photo: Data
}

/// The members of both classes that the same code uses.
protocol CitizenValues: PersistentObject {
  init(_ row: CitizenRow)
  /// A number that depends on every value, as that of ``PersonValues``.
  var sum: Int { get }
  /// A number that depends on every bit of every value.
  var content: Int { get }
  var age: Int { get set }
  /// Changes one of the six texts.
  func move(to city: String)
  static func find(lastName: String, in session: Session) throws -> [Self]
}

extension Sequence where Element: CitizenValues {
  /// A number that depends on every value of each person.
  var sum: Int {
    var sum = 0
    for person in self { sum &+= person.sum }
    return sum
  }
}

extension Citizen: CitizenValues {
  convenience init(_ row: CitizenRow) {
    self.init(
      name: PersonName(first: row.firstName, last: row.lastName, title: row.note),
      address: Address(street: row.street, city: row.city, zip: row.zip), age: row.age,
      balance: row.balance, birthdate: row.birthdate, photo: row.photo)
  }

  @inline(__always) var sum: Int {
    let numbers = balance.bitPattern &+ birthdate.timeIntervalSinceReferenceDate.bitPattern
    let lengths =
      name.first.utf8.count + name.last.utf8.count + (name.title?.utf8.count ?? -1)
      + address.street.utf8.count + address.city.utf8.count + address.zip.utf8.count + photo.count
    return age &+ Int(truncatingIfNeeded: numbers) &+ lengths
  }

  var content: Int {
    let texts = [name.first, name.last, name.title, address.street, address.city, address.zip]
    return contentHash(texts, age, balance, birthdate, photo)
  }

  func move(to city: String) { address.city = city }

  static func find(lastName: String, in session: Session) throws -> [Citizen] {
    try Citizen.where { $0.name.last == lastName }.find(in: session)
  }
}

extension FlatCitizen: CitizenValues {
  convenience init(_ row: CitizenRow) {
    self.init(
      nameFirst: row.firstName, nameLast: row.lastName, nameTitle: row.note,
      addressStreet: row.street, addressCity: row.city, addressZip: row.zip, age: row.age,
      balance: row.balance, birthdate: row.birthdate, photo: row.photo)
  }

  @inline(__always) var sum: Int {
    let numbers = balance.bitPattern &+ birthdate.timeIntervalSinceReferenceDate.bitPattern
    let lengths =
      nameFirst.utf8.count + nameLast.utf8.count + (nameTitle?.utf8.count ?? -1)
      + addressStreet.utf8.count + addressCity.utf8.count + addressZip.utf8.count + photo.count
    return age &+ Int(truncatingIfNeeded: numbers) &+ lengths
  }

  var content: Int {
    let texts = [nameFirst, nameLast, nameTitle, addressStreet, addressCity, addressZip]
    return contentHash(texts, age, balance, birthdate, photo)
  }

  func move(to city: String) { addressCity = city }

  static func find(lastName: String, in session: Session) throws -> [FlatCitizen] {
    try FlatCitizen.where { $0.nameLast == lastName }.find(in: session)
  }
}

private func contentHash(
  _ texts: [String?], _ age: Int, _ balance: Double, _ birthdate: Date, _ photo: Data
) -> Int {
  var hasher = Hasher()
  hasher.combine(texts)
  hasher.combine(age)
  hasher.combine(balance)
  hasher.combine(birthdate)
  hasher.combine(photo)
  return hasher.finalize()
}

/// A row of the workload with an address.
struct CitizenRow: Sendable {
  fileprivate let firstName: String
  fileprivate let lastName: String
  fileprivate let note: String?
  fileprivate let street: String
  fileprivate let city: String
  fileprivate let zip: String
  fileprivate let age: Int
  fileprivate let balance: Double
  fileprivate let birthdate: Date
  fileprivate let photo: Data

  init(_ row: Workload.Row) {
    firstName = row.firstName
    lastName = row.lastName
    note = row.note
    street = "Street \(row.age) of \(row.lastName)"
    city = "City \(row.age % 50)"
    zip = "zip \(10_000 + row.age)"
    age = row.age
    balance = row.balance
    birthdate = row.birthdate
    photo = row.photo
  }
}
