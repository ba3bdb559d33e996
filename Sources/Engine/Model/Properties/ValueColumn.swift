/// The one column of a property that is a value, and its codec in the two forms in which it is
/// called.
struct ValueColumn<Value> {
  let codec: CheckedCodec<Value>
  let rowCodec: RowCodecBox
  /// The column alone.
  let required: [RequiredColumn]

  init(
    _ codec: any ColumnCodec<Value>, of property: PropertyDescription, default value: Value?
  ) throws {
    self.codec = CheckedCodec(codec)
    rowCodec = RowCodecBox(codec)
    required = [
      try self.codec.requiredColumn(
        property.column, property: property.name, renamedFrom: property.renamedFrom,
        defaultValue: value)
    ]
  }
}
