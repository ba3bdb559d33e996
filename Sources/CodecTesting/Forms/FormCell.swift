import PersistentObjectsCodec
import PersistentObjectsDriver

/// One cell as a codec wrote it, and the number of writes.
struct FormCell {
  let form: StoredForm
  let writes: Int

  /// Makes the cell that a codec writes for a value.
  init<Codec: ColumnCodec>(_ value: Codec.Value, by codec: Codec) throws {
    let row = RowBatch(width: 1)
    var writer = ColumnWriter(row, at: 0)
    try codec.encode(value, into: &writer)
    form = StoredForm(row.row[0])
    writes = writer.writeCount
  }
}
