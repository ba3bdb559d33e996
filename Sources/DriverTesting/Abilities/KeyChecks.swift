import PersistentObjectsDriver

/// Checks of connections that allocate keys.
enum KeyChecks {
  static let all = [
    Check("takeKeys must return each key once, across all connections", givesOnce),
    Check("takeKeys must not return a key again after a rollback", staysGiven),
    Check("reserveKeys must let keys begin after one, and never before others", reserves),
  ]

  private static func take(
    _ count: Int, _ connection: any DriverConnection
  ) throws -> [ClosedRange<Int64>]? {
    try (connection as? any KeyGiving)?.takeKeys(of: "sample", count: count)
  }

  private static func givesOnce(_ bench: Bench) throws {
    try bench.makeSample()
    let others = bench.isShared ? [try bench.open(.writer)] : []
    var keys: [Int64] = []
    for count in [1, 1000, 7] {
      for connection in [bench.connection] + others {
        guard let blocks = try take(count, connection) else { return }
        try bench.demand(
          blocks.reduce(0) { $0 + $1.count } >= count, "there were \(blocks) of \(count) keys")
        keys += blocks.joined()
      }
    }
    try bench.demand(
      Set(keys).count == keys.count && keys.allSatisfy { $0 > 0 }, "some came twice, or below 1")
    let next = try (bench.connection as? any KeyGiving)?.nextKey(of: "sample") ?? 0
    try bench.demand(next > keys.max() ?? 0, "nextKey was \(next) after \(keys.max() ?? 0)")
  }

  private static func staysGiven(_ bench: Bench) throws {
    try bench.makeSample()
    try bench.run(bench.dialect.beginWrite)
    let first = try take(1, bench.connection)
    try bench.connection.rollBack()
    guard let first, let second = try take(1, bench.connection) else { return }
    try bench.demand(
      Set(first.joined()).isDisjoint(with: second.joined()), "\(first), then \(second)")
  }

  private static func reserves(_ bench: Bench) throws {
    try bench.makeSample()
    guard let giver = bench.connection as? any KeyGiving else {
      throw Skip(reason: "the connection is not KeyGiving")
    }
    for (last, least) in [(1000, 1001), (1500, 1501), (3, 1501)] as [(Int64, Int64)] {
      try bench.transaction { try giver.reserveKeys(of: "sample", through: last) }
      let first = try giver.takeKeys(of: "sample", count: 1).first?.lowerBound ?? 0
      try bench.demand(first >= least, "after \(last) it returned \(first)")
    }
  }
}
