package import PersistentObjectsDriver

/// A coding of values of which only the type is known, in one cell or several. It writes values
/// that SQL compares with others, and reads results of SQL.
package protocol ValueCoding<Value> {
  associatedtype Value

  /// Writes a value to cells, from a position on.
  func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws
  /// Reads a value from the cells of a row, from a position on.
  func decodeResult(from row: Row, at index: Int) throws -> Value
  /// The fields of the values, if these have several columns.
  var layout: CompositeLayout? { get }
}

extension ValueCoding {
  package var layout: CompositeLayout? { nil }
}

extension ValueCodec: ValueCoding {
  package func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    var writer = ColumnWriter(cells, at: index)
    try encode(value, into: &writer)
  }

  package func decodeResult(from row: Row, at index: Int) throws -> Value {
    // The reader needs a name: passed directly, it crashes the optimizer of Swift 6.3.1.
    let reader = ColumnReader(row[index])
    return try decode(reader)
  }
}
