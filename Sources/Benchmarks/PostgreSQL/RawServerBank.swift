/// Threads, each with its own connection, that move money in serializable transactions.
final class RawServerBank: Sendable {
  private let schema: String

  init(_ schema: TemporarySchema) throws {
    self.schema = schema.name
    try schema.makeEmpty()
    try RawServer(schema: schema.name).execute(
      """
      CREATE TABLE account (pk bigint PRIMARY KEY, owner text, balance bigint); \
      INSERT INTO account SELECT i, 'Owner ' || i, \(Bank.openingBalance) \
      FROM generate_series(1, \(Bank.pairs * 2)) AS s (i)
      """)
  }

  /// Makes a crew whose threads each make so many transfers, and have made a few before.
  func crew(_ size: Int, transfers count: Int, after few: Int) -> RawCrew {
    RawCrew(size: size) { [schema] thread in
      let server = try RawServer(schema: schema)
      try Self.transfer(few, seed: thread, on: server)
      return { try Self.transfer(count, seed: thread, on: server) }
    }
  }

  private static func transfer(_ count: Int, seed: Int, on server: RawServer) throws {
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<count {
      try transfer(inPair: Int(random.next() % UInt64(Bank.pairs)), on: server)
    }
  }

  private static func transfer(inPair pair: Int, on server: RawServer) throws {
    let keys = Bank.keys(ofPair: pair)
    while true {
      do {
        return try server.inTransaction {
          let first = try account(keys.0, on: server)
          let second = try account(keys.1, on: server)
          first.balance -= 1
          second.balance += 1
          try save(first, on: server)
          try save(second, on: server)
        }
      } catch let error as RawServerError where error.isSerializationFailure {}
    }
  }

  private static func account(_ key: Int64, on server: RawServer) throws -> RawAccount {
    let query = try server.query("SELECT pk, owner, balance FROM account WHERE pk = $1")
    query.bind(key)
    let result = try query.run()
    guard result.count == 1 else { throw TornRead() }
    return RawAccount(
      pk: result.integer(0, 0), owner: result.text(0, 1), balance: Int(result.integer(0, 2)))
  }

  private static func save(_ account: RawAccount, on server: RawServer) throws {
    let query = try server.query("UPDATE account SET balance = $2 WHERE pk = $1")
    query.bind(account.pk)
    query.bind(Int64(account.balance))
    _ = try query.run()
  }

  func moved() throws -> Int {
    let server = try RawServer(schema: schema)
    let result = try server.query(
      "SELECT sum(balance - \(Bank.openingBalance))::bigint FROM account WHERE pk % 2 = 0"
    ).run()
    return Int(result.integer(0, 0))
  }
}
