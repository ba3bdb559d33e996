/// Prints rows in one format, as they come.
protocol RowWriter {
  /// Begins, even if no row comes.
  mutating func begin() throws

  /// - Parameter row: As many values as there are columns.
  mutating func append(_ row: [OutputValue]) throws

  mutating func end() throws

  /// Prints what was kept, when the rows cannot be completed.
  mutating func abandon() throws
}

extension RowWriter {
  mutating func abandon() throws {}
}
