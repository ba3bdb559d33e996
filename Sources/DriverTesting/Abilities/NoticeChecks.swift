import PersistentObjectsDriver

/// Checks of connections that notice changes made by others.
enum NoticeChecks {
  static let all = [
    Check("dataVersion() must stay the same while only its own connection writes", staysSame),
    Check("dataVersion() must differ after another connection has written", differs),
    Check("layoutVersion() must grow when tables, columns or indices change", growsWithOwn),
    Check("layoutVersion() must grow when another connection changes tables", growsWithOthers),
    Check(
      "announceLayout must let others see another layoutVersion(), and leave tables as they are",
      announces),
    Check(
      "tables(usedBy:) must have all tables of a statement, or be nil for what cannot be prepared",
      findsTables),
    Check(
      "layoutCheck must be asked before the first row of a statement, and its error thrown",
      asksFirst),
    Check(
      "layoutCheck must be asked again after another connection has changed the layout", asksAgain),
  ]

  private static func staysSame(_ bench: Bench) throws {
    guard let connection = bench.connection as? any ChangeNoticing else {
      throw Skip(reason: "the connection is not ChangeNoticing")
    }
    try bench.makeSample(count: 1)
    let before = try connection.dataVersion()
    try bench.transaction { try bench.run("UPDATE sample SET i = 5") }
    let after = try connection.dataVersion()
    try bench.demand(before == after, "it was \(before), then \(after)")
  }

  private static func differs(_ bench: Bench) throws {
    try bench.require(bench.isShared, "each connection has a database of its own")
    let other = try bench.open(.reader)
    guard let noticing = other as? any ChangeNoticing else { return }
    try bench.makeSample(count: 1)
    let before = try noticing.dataVersion()
    try bench.transaction { try bench.run("UPDATE sample SET i = 5") }
    let after = try noticing.dataVersion()
    try bench.demand(before != after, "it was still \(before)")
  }

  // MARK: Layouts

  private static func growsWithOwn(_ bench: Bench) throws {
    guard let connection = bench.connection.layoutWatching else {
      throw Skip(reason: "the connection is not LayoutWatching")
    }
    let dialect = bench.dialect
    try bench.makeSample()
    let changes = [
      dialect.addColumn(ColumnDefinition(name: "more", storage: .text), to: "sample"),
      bench.creation(of: IndexDefinition(name: "by_i", columns: ["i"])),
      dialect.dropIndex("by_i", on: "sample"), "DROP TABLE sample",
    ]
    for sql in changes {
      let before = try connection.layoutVersion()
      try bench.run(sql)
      let after = try connection.layoutVersion()
      try bench.demand(before < after, "it was \(before), then \(after)", sql: sql)
    }
  }

  private static func growsWithOthers(_ bench: Bench) throws {
    guard let watching = try watchingReader(bench) else {
      throw Skip(reason: "there is no reader that is LayoutWatching")
    }
    let before = try watching.layoutVersion()
    try bench.make("another", [])
    let after = try watching.layoutVersion()
    try bench.demand(before < after, "it was \(before), then \(after)")
    try bench.run("INSERT INTO another (pk) VALUES (1)")
    let last = try watching.layoutVersion()
    try bench.demand(last == after, "it grew when a row was written")
  }

  private static func announces(_ bench: Bench) throws {
    guard let watching = try watchingReader(bench) else {
      throw Skip(reason: "there is no reader that is LayoutWatching")
    }
    let tables = try watching.readSchema()
    let before = try watching.layoutVersion()
    try bench.transaction { for sql in bench.dialect.announceLayout { try bench.run(sql) } }
    let after = try watching.layoutVersion()
    try bench.demand(before < after, "it was \(before), then \(after)")
    try bench.demand(try watching.readSchema() == tables, "readSchema() had something else")
  }

  private static func findsTables(_ bench: Bench) throws {
    guard let connection = bench.connection.layoutWatching else {
      throw Skip(reason: "the connection is not LayoutWatching")
    }
    try bench.makeSample()
    try bench.make("other", [])
    let sql = "SELECT s.i FROM sample AS s JOIN other AS o ON o.pk = s.pk"
    let found = connection.tables(usedBy: sql)
    let hasAll = found?.isSuperset(of: ["sample", "other"]) ?? false
    try bench.demand(hasAll, "it was \(found ?? [])", sql: sql)
    let missing = connection.tables(usedBy: "SELECT pk FROM missing")
    let isMissed = missing?.contains("missing") ?? true
    try bench.demand(isMissed, "it was \(missing ?? []) for a table that is missing")
  }

  // MARK: Checks of layouts

  /// Makes a table and opens a connection that reads and watches; nil if there is none.
  private static func watchingReader(_ bench: Bench) throws -> (any LayoutWatching)? {
    guard bench.driver.maximumReaders > 0 else { return nil }
    try bench.makeSample(count: 1)
    return try bench.open(.reader).layoutWatching
  }

  private static let keys = "SELECT pk FROM sample"

  private static func asksFirst(_ bench: Bench) throws {
    guard let watching = try watchingReader(bench) else {
      throw Skip(reason: "there is no reader that is LayoutWatching")
    }
    let refusal = PersistenceError(.schemaMismatch, "the table is another one")
    watching.layoutCheck = { _ in throw refusal }
    try bench.demandError([.schemaMismatch], of: "the statement", sql: keys) {
      try watching.rows(keys)
    }
    watching.layoutCheck = nil
    try bench.demand([1], of: SQLText(keys), on: watching)
  }

  private static func asksAgain(_ bench: Bench) throws {
    guard let watching = try watchingReader(bench) else {
      throw Skip(reason: "there is no reader that is LayoutWatching")
    }
    var asked = 0
    watching.layoutCheck = { _ in
      asked += 1
      return true
    }
    let statement = try watching.prepare(keys)
    for _ in 0..<3 { try statement.rows() }
    try bench.demand(asked == 1, "without a change it was asked \(asked) times in three runs")
    try bench.run(
      bench.dialect.addColumn(ColumnDefinition(name: "more", storage: .text), to: "sample"))
    try statement.rows()
    try bench.demand(asked == 2, "after a change it was asked \(asked) times")
  }
}
