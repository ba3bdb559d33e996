import PersistentObjects
import PersistentObjectsDriver

/// A prepared `SELECT`, whose rows are read in place.
package final class LegacyStatement {
  private let statement: Statement
  private let table: String?
  /// Whether a run has begun and has not been reset. Until it is reset, the connection lends the
  /// statement to no other caller.
  private var isRunning = false
  private var row: Row?

  /// Creates a statement.
  ///
  /// - Parameter table: the table that the statement reads, for errors.
  init(_ statement: Statement, of table: String?) {
    self.statement = statement
    self.table = table
  }

  deinit { reset() }

  package func bind(_ value: Int64, at index: Int) { statement.set(value, at: index) }

  func bind(_ value: String, at index: Int) { statement.set(.text(value), at: index) }

  /// Steps to the next row, which `cell` then reads. Returns false if there is none.
  package func step() throws -> Bool {
    isRunning = true
    do {
      row = try statement.next()
      return row != nil
    } catch let error as PersistenceError {
      throw error.adding(.init(table: table))
    }
  }

  package func reset() {
    if isRunning { statement.reset() }
    isRunning = false
  }

  package func cell(_ column: Int) -> LegacyCell { LegacyCell(row?[column] ?? .null) }
}

extension DatabaseFile {
  /// Prepares a statement.
  ///
  /// - Parameter table: the table that the statement reads, for errors.
  package func prepare(_ sql: String, of table: String? = nil) throws -> LegacyStatement {
    LegacyStatement(try connection.statement(sql: sql), of: table)
  }

  /// Returns the first cell of the first row; NULL if there are no rows.
  package func firstCell(_ sql: String) throws -> LegacyCell {
    let statement = try prepare(sql)
    return try statement.step() ? statement.cell(0) : .null
  }
}
