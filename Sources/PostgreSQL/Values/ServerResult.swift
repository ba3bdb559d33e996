import CPostgreSQL
import PersistentObjectsDriver

/// A result from the server: rows, or the number of rows that a statement has changed.
final class ServerResult {
  private let pointer: OpaquePointer

  /// Takes ownership of `pointer`.
  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var rowCount: Int { Int(PQntuples(pointer)) }
  var columnCount: Int { Int(PQnfields(pointer)) }
  /// The number of rows inserted, updated or deleted.
  var changes: Int { PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0 }
  /// The statement that was run, such as `COMMIT`.
  var tag: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }

  /// Throws if a COMMIT has rolled back, which the server reports as a success.
  func requireCommitted(_ sql: String) throws {
    guard tag == "ROLLBACK" else { return }
    throw PersistenceError(
      .databaseFailed,
      """
      The transaction was rolled back, since a statement in it had failed. Catch the error of a \
      statement outside its transaction, or in a nested one
      """, sql: sql, databaseCode: "25P02")
  }

  /// Throws `busy` if the columns have other types than when the statement was prepared.
  func requireColumns(of description: ServerResult, sql: String) throws {
    if columnTypes == description.columnTypes { return }
    throw PersistenceError.tablesChanged(sql: sql, databaseCode: "0A000")
  }

  // MARK: Cells

  /// Returns the bytes of a cell, valid as long as the result; nil for NULL.
  func bytes(_ column: Int, ofRow row: Int) -> UnsafeRawBufferPointer? {
    let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
    let length = PQgetlength(pointer, row, column)
    if length == 0 && PQgetisnull(pointer, row, column) != 0 { return nil }
    return UnsafeRawBufferPointer(start: PQgetvalue(pointer, row, column), count: Int(length))
  }

  /// Returns a cell of a result in text form; nil for NULL, and if there is no such row.
  func text(_ column: Int, ofRow row: Int = 0) -> String? {
    row < rowCount ? bytes(column, ofRow: row).map { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// Returns an integer of a result in text form.
  func integer(_ column: Int, ofRow row: Int = 0) -> Int64? {
    text(column, ofRow: row).flatMap { Int64($0) }
  }

  /// The number of rows that a plan expects, from the first line of EXPLAIN.
  var estimatedRowCount: Int? {
    guard let line = text(0), let name = line.firstRange(of: "rows=") else { return nil }
    return Int(line[name.upperBound...].prefix { $0.isNumber })
  }

  // MARK: Description

  var parameterTypes: [Oid] { (0..<PQnparams(pointer)).map { PQparamtype(pointer, $0) } }
  var columnTypes: [Oid] { (0..<PQnfields(pointer)).map { PQftype(pointer, $0) } }
  var columns: [ResultColumn] {
    (0..<PQnfields(pointer)).map { column in
      ResultColumn(
        ServerType(rawValue: PQftype(pointer, column)), modifier: Int(PQfmod(pointer, column)))
    }
  }

  /// Returns the server's numbers of a column's table and of the column in it; nil for a computed
  /// column.
  func origin(_ index: Int) -> (table: UInt32, column: Int)? {
    let table = PQftable(pointer, Int32(clamping: index))
    return table == 0 ? nil : (table, Int(PQftablecol(pointer, Int32(clamping: index))))
  }

  func columnName(_ index: Int) -> String {
    PQfname(pointer, Int32(clamping: index)).map { String(cString: $0) } ?? ""
  }
}
