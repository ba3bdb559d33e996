package import PersistentObjects

/// The record, in a file, of a load in batches that has not been finished.
///
///     _persistent_load(lines, digest)
///
/// It has one row, with the number of loaded lines, and the SHA-256 of these lines with their
/// newlines.
package struct LoadMark {
  static let table = "_persistent_load"
  /// The remedy for what an unfinished load has left in a file.
  static let remedy = "finish the load with the same lines: `persist load --resume`"

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  package func read() throws -> (lines: Int, digest: String)? {
    let table = try connection.base.readSchema().first { $0.name == Self.table }
    guard let columns = table?.columns, columns.contains("lines"), columns.contains("digest") else {
      return nil
    }
    let statement = try connection.statement(sql: "SELECT lines, digest FROM \(Self.table)")
    defer { statement.reset() }
    guard let row = try statement.next(), case .integer(let lines) = row.value(at: 0),
      case .text(let digest) = row.value(at: 1)
    else { return nil }
    return (Int(clamping: lines), digest)
  }

  package func write(lines: Int, digest: String) throws {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS \(Self.table) (lines INTEGER NOT NULL, digest TEXT NOT NULL) STRICT
      """)
    try connection.execute("DELETE FROM \(Self.table)")
    try connection.execute("INSERT INTO \(Self.table) VALUES (\(lines), '\(digest)')")
  }

  package func remove() throws { try connection.execute("DROP TABLE IF EXISTS \(Self.table)") }
}
