extension Statement {
  /// Runs the statement, reads its rows, and resets it.
  func rows<R>(_ read: (Row) throws -> R) throws -> [R] {
    defer { reset() }
    var rows: [R] = []
    while let row = try next() { rows.append(try read(row)) }
    return rows
  }
}

extension Connection {
  /// Runs a statement without parameters whose first row begins with a number; nil for anything else.
  func number(_ sql: String) throws -> Int64? {
    try statement(sql: sql).rows { $0.storedInteger(at: 0) }.first ?? nil
  }
}
