import Foundation

/// An object that a careful programmer would fill by hand.
final class RawPerson {
  let pk: Int64
  var firstName: String
  var lastName: String
  var age: Int
  var balance: Double
  var birthdate: Date
  var note: String?
  var photo: Data

  init(
    pk: Int64, firstName: String, lastName: String, age: Int, balance: Double, birthdate: Date,
    note: String?, photo: Data
  ) {
    self.pk = pk
    self.firstName = firstName
    self.lastName = lastName
    self.age = age
    self.balance = balance
    self.birthdate = birthdate
    self.note = note
    self.photo = photo
  }
}

extension RawPerson: PersonValues {
  convenience init(pk: Int64, _ row: Workload.Row) {
    self.init(
      pk: pk, firstName: row.firstName, lastName: row.lastName, age: row.age, balance: row.balance,
      birthdate: row.birthdate, note: row.note, photo: row.photo)
  }

  /// Makes the person of the current row.
  convenience init(_ row: RawStatement) {
    self.init(
      pk: row.integer(0), firstName: row.text(1), lastName: row.text(2), age: Int(row.integer(3)),
      balance: row.real(4), birthdate: Date(timeIntervalSinceReferenceDate: row.real(5)),
      note: row.isNull(6) ? nil : row.text(6), photo: row.data(7))
  }

  /// Binds all columns except the key.
  func bind(to statement: RawStatement, from index: Int32) {
    statement.bind(firstName, index)
    statement.bind(lastName, index + 1)
    statement.bind(Int64(age), index + 2)
    statement.bind(balance, index + 3)
    statement.bind(birthdate.timeIntervalSinceReferenceDate, index + 4)
    if let note { statement.bind(note, index + 5) } else { statement.bindNull(index + 5) }
    photo.withUnsafeBytes { statement.bind($0, index + 6) }
  }
}
