/// A binding that knows the property's type, for query arguments. It has the code that is the same
/// for all values in one column, with or without a slot.
public class TypedBinding<Value>: PropertyBinding, @unchecked Sendable {
  /// The column of a value; nil for references, collections and derived properties.
  private let column: ValueColumn<Value>?

  init(
    property: PropertyDescription, _ context: BindingContext, _ column: ValueColumn<Value>? = nil
  ) {
    self.column = column
    super.init(property: property, context)
  }

  override var columns: [RequiredColumn] { column?.required ?? [] }

  override var rowField: RowField {
    column.map { RowField(position: position, $0.rowCodec) } ?? super.rowField
  }

  override var isSearchable: Bool { column?.codec.codec.isSearchable ?? false }

  override func codedColumn(_ part: CodedPart) -> CodedColumn? {
    guard part == .values, let column else { return nil }
    return CodedColumn(column: column.required[0], codec: column.codec)
  }

  /// Writes a value that the column is compared with.
  func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    try valueCodec.encode(value, into: cells, at: index)
  }

  /// Reads a value of this column from a result of a query, such as a minimum.
  func decodeResult(from row: Row, at index: Int) throws -> Value {
    try valueCodec.decode(from: row, at: index)
  }

  private var valueCodec: CheckedCodec<Value> {
    guard let column else { preconditionFailure("\(Self.self) has no codec of its own") }
    return column.codec
  }
}
