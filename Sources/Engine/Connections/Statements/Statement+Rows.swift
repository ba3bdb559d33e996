package import PersistentObjectsDriver

extension Statement {
  /// Sets the parameters. If that fails, resets the statement, so that none is set.
  package func binding(_ bind: (Statement) throws -> Void) throws -> Statement {
    do {
      try bind(self)
      return self
    } catch {
      reset()
      throw error
    }
  }

  /// Runs the statement, reads its rows, and resets it.
  @inlinable
  package func rows<R>(_ read: (Row) throws -> R) throws -> [R] {
    defer { reset() }
    var rows: [R] = []
    while let row = try next() { rows.append(try read(row)) }
    return rows
  }
}

extension Connection {
  /// Runs a statement without parameters and returns the integer at the beginning of its first row;
  /// nil for anything else.
  package func number(_ sql: String) throws -> Int64? {
    try statement(sql: sql).rows { $0.storedInteger(at: 0) }.first ?? nil
  }
}

// Texts with bound values. Like all texts made at run time, they are kept prepared.
extension Connection {
  /// Runs a text that returns no rows.
  package func run(_ text: SQLText) throws {
    try text.statement(on: self).run()
  }

  /// Calls `body` with each row that a text returns.
  @inlinable
  package func forEachRow(
    _ text: SQLText, _ body: (Row) throws -> Void
  ) throws {
    let statement = try text.statement(on: self)
    defer { statement.reset() }
    while let row = try statement.next() { try body(row) }
  }

  /// Reads all rows that a text returns.
  package func rows<R>(
    _ text: SQLText, _ read: (Row) throws -> R
  ) throws -> [R] { try text.statement(on: self).rows(read) }

  /// Reads the first row that a text returns; nil if there is none.
  @inlinable
  package func firstRow<R>(
    _ text: SQLText, _ read: (Row) throws -> R?
  ) throws -> R? {
    let statement = try text.statement(on: self)
    defer { statement.reset() }
    return try statement.next().flatMap(read)
  }

  /// Returns whether a text returns a row.
  package func hasRow(_ text: SQLText) throws -> Bool {
    try firstRow(text) { _ in true } ?? false
  }
}
