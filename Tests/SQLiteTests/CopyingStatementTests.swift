import PersistentObjectsEngine
import Testing

@testable import PersistentObjectsSQLite

@Suite struct CopyingStatementTests {
  private let file: TemporaryDatabase
  private let writer: Connection
  private let plain: StatementText
  private let copying: StatementText

  init() throws {
    file = try TemporaryDatabase()
    writer = try file.open()
    try writer.execute("CREATE TABLE t (pk INTEGER PRIMARY KEY, c0, c1, c2, c3, c4)")
    plain = StatementText("SELECT pk, c0, c1, c2, c3, c4 FROM t WHERE pk = ?1")
    // The columns in the text need not be true of a file.
    let columns: [(name: String, storage: StorageClass)] = [
      ("pk", .integer), ("c0", .text), ("c1", .integer), ("c2", .blob), ("c3", .real), ("c4", .any),
    ]
    copying = StatementText(
      plain.sql, copying: SQLiteDialect().copy(columns, in: "t", where: "pk = ?1"))
  }

  private func row(_ connection: Connection, _ text: StatementText, _ pk: Int64) throws
    -> [StoredValue]?
  {
    let statement = try connection.statement(text)
    defer { statement.reset() }
    statement.set(pk, at: 0)
    guard try statement.step() else { return nil }
    let cells = statement.readRow()
    let row = (0..<statement.columnCount).map { StoredValue(cells[$0]) }
    #expect(row == row.indices.map { statement.value(at: $0) })
    #expect(try !statement.step())
    return row
  }

  @Test(arguments: [.random(in: 1...1_000_000), 1, 2] as [UInt64])
  func readsWhatThePlainStatementReads(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let reader = try file.open(.reader)
    for pk in 1...300 as ClosedRange<Int64> {
      let values = (0..<5).map { _ in random.cell() }
      _ = try writer.rows(
        "INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5, ?6)", .integer(pk), values[0], values[1],
        values[2], values[3], values[4])
      for connection in [reader, writer] {
        let read = try row(connection, copying, pk)
        #expect(read == [.integer(pk)] + values, "seed \(seed), row \(pk)")
        #expect(try read == row(connection, plain, pk))
        #expect(try row(connection, copying, pk + 1) == nil)
      }
    }
  }

  @Test func readsTextOfUTF16Files() throws {
    let writer = try Connection.inMemory(
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (pk INTEGER PRIMARY KEY, c0, c1, c2, c3, c4)")
    (writer as? SQLiteConnection)?.database.copyPlace?.pointee.storesUTF8 = false
    try writer.execute("INSERT INTO t VALUES (1, 'Zoë 🙂', x'00ff', 2, 1.5, NULL)")
    let row = try row(writer, copying, 1)
    #expect(
      row == [.integer(1), .text("Zoë 🙂"), .blob([0, 255]), .integer(2), .real(1.5), .null])
  }

  @Test func isThePlainStatementToWhoUsesIt() throws {
    let statement = try writer.statement(copying)
    #expect(statement is CopyingStatement && statement.sql == plain.sql)
    #expect(copying.copying?.copied == [1, 3, 5])
    #expect(statement.columnCount == 6 && statement.columnName(at: 5) == "c4")
    #expect(statement.parameterCount == 1)
  }

  @Test func aRowStaysWhileAnotherOneIsRead() throws {
    try writer.execute("INSERT INTO t VALUES (1, 'one', 2, 3, 4, 5), (2, 'two', 3, 4, 5, 6)")
    let outer = try writer.statement(copying)
    defer { outer.reset() }
    outer.set(Int64(1), at: 0)
    #expect(try outer.step())
    #expect(try row(writer, copying, 2)?[1] == .text("two"))
    #expect(outer.value(at: 1) == .text("one"))
  }

  @Test func theFunctionsAreForTheseStatementsAlone() throws {
    try writer.execute("CREATE VIEW v AS SELECT copied_cell(c0) FROM t; CREATE TABLE u (a)")
    #expect(failure { _ = try writer.rows("SELECT * FROM v") }?.code == .invalidQuery)
    #expect(try writer.rows("SELECT copied_cell(7)") == [[.integer(7)]])
  }

  @Test func aFileWithoutTheColumnIsToldOfByTheKnownText() throws {
    let text = StatementText(
      "SELECT nothing FROM t",
      copying: SQLiteDialect().copy([("nothing", .text)], in: "t", where: "1"))
    #expect(failure { _ = try writer.statement(text) }?.sql == text.sql)
  }
}

extension SeededNumbers {
  /// A random cell; some are longer than a single copy.
  fileprivate mutating func cell() -> StoredValue {
    let length =
      [0, 1, 15, 16, 250, 254, 255, 300, 2000, 4096, 9000].randomElement(using: &self) ?? 0
    return switch Int.random(in: 0..<6, using: &self) {
    case 0: .null
    case 1: .integer(.random(in: .min ... .max, using: &self))
    case 2: .real(.random(in: -1e9...1e9, using: &self))
    case 3: .blob((0..<length).map { _ in .random(in: 0...255, using: &self) })
    default: .text(String(repeating: "é", count: length / 2) + (length % 2 == 1 ? "x" : ""))
    }
  }
}
