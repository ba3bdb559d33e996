/// One thread's connection and statements.
final class RawTeller {
  private let reading: RawTransaction
  private let writing: RawTransaction
  private let select: RawStatement
  private let update: RawStatement

  /// - Parameter preparesTransactions: whether BEGIN and COMMIT are prepared, too.
  init(path: String, preparesTransactions: Bool = true) throws {
    let database = try RawDatabase(path: path)
    reading = try RawTransaction(
      database, RawTransaction.reading, isPrepared: preparesTransactions)
    writing = try RawTransaction(
      database, RawTransaction.writing, isPrepared: preparesTransactions)
    select = try database.statement("SELECT pk, owner, balance FROM account WHERE pk = ?1")
    update = try database.statement("UPDATE account SET balance = ?2 WHERE pk = ?1")
  }

  func run(_ job: BankJob) throws {
    switch job {
    case .read(let pairs): try read(pairs)
    case .transfer(let pair): try transfer(1, inPair: pair)
    }
  }

  func read(_ pairs: [Int]) throws {
    try reading.run {
      for pair in pairs {
        let keys = Bank.keys(ofPair: pair)
        try Bank.checkSum(try account(keys.0).balance, try account(keys.1).balance)
      }
    }
  }

  func transfer(_ amount: Int, inPair pair: Int) throws {
    try writing.run {
      let keys = Bank.keys(ofPair: pair)
      let first = try account(keys.0)
      let second = try account(keys.1)
      first.balance -= amount
      second.balance += amount
      try save(first)
      try save(second)
    }
  }

  private func account(_ pk: Int64) throws -> RawAccount {
    defer { select.reset() }
    select.bind(pk, 1)
    guard try select.step() else { throw TornRead() }
    return RawAccount(select)
  }

  private func save(_ account: RawAccount) throws {
    update.bind(account.pk, 1)
    update.bind(Int64(account.balance), 2)
    try update.run()
  }
}
