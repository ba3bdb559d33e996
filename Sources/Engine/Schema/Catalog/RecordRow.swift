import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

/// A row of a metadata table, read from a file that another program may have changed.
struct RecordRow {
  private let table: String
  private let columns: [String]
  private let row: Row

  /// Returns a value of any kind.
  func value(_ index: Int) -> StoredValue { row.value(at: index) }

  /// Calls `body` with each row. The row is valid only within `body`.
  static func forEach(
    of table: String, columns: [String], on connection: Connection,
    _ body: (RecordRow) throws -> Void
  ) throws {
    let statement = try connection.statement(
      sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table)")
    defer { statement.reset() }
    do {
      while let row = try statement.next() {
        try body(RecordRow(table: table, columns: columns, row: row))
      }
    } catch let error as PersistenceError {
      throw error.adding(.init(table: table))
    }
  }

  /// Returns the error for records that this package would not write.
  static func damage(_ finding: String, in table: String) -> PersistenceError {
    PersistenceError(
      .corrupt,
      """
      the record of tables and columns is damaged: \(finding); nothing was changed. Restore the file \
      from a backup, or repair \(table) with another program
      """)
  }

  func isNull(_ index: Int) -> Bool { row.isNull(at: index) }

  func text(_ index: Int) throws -> String {
    do {
      // The reader has a name because a temporary crashes the optimizer of Swift 6.3.1.
      let reader = ColumnReader(row[index])
      return try reader.text()
    } catch {
      throw damage(index, finding: "\(error)")
    }
  }

  func optionalText(_ index: Int) throws -> String? { isNull(index) ? nil : try text(index) }

  /// Returns an integer within bounds.
  func integer(_ index: Int, in range: ClosedRange<Int>) throws -> Int {
    guard let stored = row.storedInteger(at: index) else {
      throw damage(
        index, finding: "an integer is expected where \(row.kind(at: index)) is stored")
    }
    guard let value = Int(exactly: stored), range.contains(value) else {
      throw damage(
        index, finding: "\(stored) is not within \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Returns a text that is one of a few names.
  func name<Name: CaseIterable & RawRepresentable<String>>(
    _ index: Int, of type: Name.Type
  ) throws -> String {
    let name = try text(index)
    if Name(rawValue: name) != nil { return name }
    let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
    throw damage(index, finding: "the stored text is not one of \(names)")
  }

  private func damage(_ index: Int, finding: String) -> PersistenceError {
    Self.damage("in \(table).\(columns[index]) \(finding)", in: table)
  }
}
