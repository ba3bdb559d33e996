import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A binding that knows the property's type, for query arguments. It contains the code that all
/// values in one column share, with or without a slot.
@usableFromInline
class TypedBinding<Value>: PropertyBinding {
  /// The codec of a value in one column; nil for references, collections and derived properties.
  private let codec: ValueCodec<Value>?
  private let column: RequiredColumn?

  init(
    property: TypedProperty<Value>, _ context: BindingContext,
    codec: CodecFunctions<Value>? = nil
  ) throws {
    self.codec = codec.map { ValueCodec($0) }
    column = try self.codec.map { codec in
      try codec.requiredColumn(
        property.column, property: property.name, formerNames: property.renamedFrom,
        default: codec.columnDefault(of: property))
    }
    super.init(property: property, context)
  }

  override var columns: [RequiredColumn] { column.map { [$0] } ?? [] }

  override var rowField: RowField {
    codec.map { RowField(position: position, codec: $0) } ?? super.rowField
  }

  override var isSearchable: Bool { codec?.codec.isSearchable ?? false }

  override func codedColumn(_ part: CodedPart) -> CodedColumn? {
    guard part == .values, let column, let codec else { return nil }
    return CodedColumn(column: column, codec: codec.codec)
  }

  /// Writes a value that the column is compared with.
  func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    try valueCodec.encodeArgument(value, into: cells, at: index)
  }

  /// Reads a value of this column from a query's result, such as a minimum.
  func decodeResult(from row: Row, at index: Int) throws -> Value {
    try valueCodec.decodeResult(from: row, at: index)
  }

  private var valueCodec: ValueCodec<Value> {
    guard let codec else { preconditionFailure("\(Self.self) has no codec of its own") }
    return codec
  }
}
