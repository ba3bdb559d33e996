/// An account, loaded by hand.
final class RawAccount {
  let pk: Int64
  let owner: String
  var balance: Int

  init(pk: Int64, owner: String, balance: Int) {
    self.pk = pk
    self.owner = owner
    self.balance = balance
  }

  convenience init(_ row: RawStatement) {
    self.init(pk: row.integer(0), owner: row.text(1), balance: Int(row.integer(2)))
  }
}
