/// Threads, each with its own connection, that move money in serializable transactions.
final class RawServerBank: Sendable {
  private let schema: String

  init(schema: String) throws {
    self.schema = schema
    try RawServer.makeSchema(schema)
    try RawServer(schema: schema).execute(
      """
      CREATE TABLE account (pk bigint PRIMARY KEY, owner text, balance bigint); \
      INSERT INTO account SELECT i, 'Owner ' || i, \(Bank.openingBalance) \
      FROM generate_series(1, \(Bank.pairs * 2)) AS s (i)
      """)
  }

  /// Makes so many transfers in each of several threads.
  func transfer(_ count: Int, threads threadCount: Int) throws {
    let threads = RawThreads<Void>()
    for thread in 0..<threadCount {
      threads.start {
        let server = try RawServer(schema: self.schema)
        var random = SplitMix(seed: UInt64(thread))
        for _ in 0..<count {
          try Self.transfer(inPair: Int(random.next() % UInt64(Bank.pairs)), on: server)
        }
      }
    }
    _ = try threads.results()
  }

  private static func transfer(inPair pair: Int, on server: RawServer) throws {
    let keys = Bank.keys(ofPair: pair)
    while true {
      do {
        return try server.inTransaction {
          let first = try balance(keys.0, on: server)
          let second = try balance(keys.1, on: server)
          try setBalance(first - 1, of: keys.0, on: server)
          try setBalance(second + 1, of: keys.1, on: server)
        }
      } catch let error as RawServerError where error.isSerializationFailure {}
    }
  }

  private static func balance(_ key: Int64, on server: RawServer) throws -> Int64 {
    let query = try server.query("SELECT pk, owner, balance FROM account WHERE pk = $1")
    query.bind(key)
    let result = try query.run()
    guard result.count == 1 else { throw TornRead() }
    return result.integer(0, 2)
  }

  private static func setBalance(
    _ balance: Int64, of key: Int64, on server: RawServer
  ) throws {
    let query = try server.query("UPDATE account SET balance = $2 WHERE pk = $1")
    query.bind(key)
    query.bind(balance)
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
