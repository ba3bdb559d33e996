import PersistentObjectsDriver

/// Checks of what one connection sees of another.
enum SnapshotChecks {
  static let all = [
    Check(
      "A connection must see what another one has committed, and nothing before", seesCommitted),
    Check(
      "A transaction that reads must see one state of the database from its first read on",
      seesSnapshot),
    Check("A transaction must see its own changes", seesOwn),
    Check("maximumReaders must be the number of connections that can read at once", readAtOnce),
  ]

  private static let keys = "SELECT pk FROM sample ORDER BY pk"

  private static func seesCommitted(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    guard let reader = try bench.openReader() else {
      throw Skip(reason: "each connection has a database of its own")
    }
    try bench.run(bench.dialect.beginWrite)
    try bench.run("INSERT INTO sample (pk) VALUES (2)")
    try bench.demand([1], of: SQLText(keys), on: reader)
    try bench.run(bench.dialect.commit)
    try bench.demand([1, 2], of: SQLText(keys), on: reader)
  }

  private static func seesSnapshot(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    guard let reader = try bench.openReader() else {
      throw Skip(reason: "each connection has a database of its own")
    }
    try reader.rows(bench.dialect.beginRead)
    try bench.demand([1], of: SQLText(keys), on: reader)
    try bench.transaction { try bench.run("INSERT INTO sample (pk) VALUES (2)") }
    try bench.demand([1], of: SQLText(keys), on: reader)
    try bench.demand([1], of: "SELECT count(*) FROM sample", on: reader)
    try reader.rows(bench.dialect.commit)
    try bench.demand([1, 2], of: SQLText(keys), on: reader)
  }

  private static func seesOwn(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    try bench.run(bench.dialect.beginWrite)
    try bench.run("INSERT INTO sample (pk) VALUES (2)")
    try bench.demand([1, 2], of: SQLText(keys))
  }

  private static func readAtOnce(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    let readers = try (0..<min(4, bench.driver.maximumReaders)).map { _ in try bench.open(.reader) }
    for reader in readers {
      try reader.rows(bench.dialect.beginRead)
      try bench.demand([1], of: SQLText(keys), on: reader)
    }
  }
}
