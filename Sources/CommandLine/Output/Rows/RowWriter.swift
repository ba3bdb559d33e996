/// Prints rows in one format, as they come.
protocol RowWriter {
  /// Begins the output, even if no row follows.
  mutating func begin() throws

  /// - Parameter row: one value for each column.
  mutating func append(_ row: [OutputValue]) throws

  mutating func end() throws

  /// Prints the kept rows if the rows cannot be completed.
  mutating func abandon() throws
}

extension RowWriter {
  mutating func abandon() throws {}
}
