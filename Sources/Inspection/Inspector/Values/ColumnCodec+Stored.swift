package import PersistentObjectsCodec
package import PersistentObjectsDriver

extension ColumnCodec {
  /// The type whose values the codec stores.
  package var valueType: Any.Type { Value.self }

  /// Returns the stored form of a value.
  package func stored(_ value: Value) throws -> StoredValue {
    let cells = RowBatch(width: 1)
    var writer = ColumnWriter(cells, at: 0)
    try encode(value, into: &writer)
    return cells.row.value(at: 0)
  }

  /// Returns the value of a stored form.
  package func value(of stored: StoredValue) throws -> Value {
    let reader = ColumnReader(RowBatch([stored]), at: 0)
    return try decode(from: reader)
  }
}
