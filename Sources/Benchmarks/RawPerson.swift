import Foundation

/// What a careful programmer fills by hand.
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
