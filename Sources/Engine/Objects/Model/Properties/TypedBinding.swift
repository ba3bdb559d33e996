import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A binding that knows the property's type, for query arguments. It contains the code that all
/// values in columns share, with or without a slot.
@usableFromInline
class TypedBinding<Value>: PropertyBinding {
  /// The coding of a value in one column or several; nil for references, collections and derived
  /// properties.
  private let coding: ColumnCoding<Value>?
  private let ownColumns: [RequiredColumn]

  init(
    property: TypedProperty<Value>, _ context: BindingContext, form: ValueForm<Value>? = nil
  ) throws {
    coding = try form.map { try ColumnCoding($0, of: property, context) }
    switch coding {
    case nil: ownColumns = []
    case .column(let codec):
      ownColumns = [
        try codec.requiredColumn(
          property.column, property: property.name, formerNames: property.renamedFrom,
          default: codec.columnDefault(of: property))
      ]
    case .composite(let composite):
      ownColumns = try composite.requiredColumns(of: property, context)
    }
    super.init(property: property, context)
  }

  override var columns: [RequiredColumn] { ownColumns }

  override var rowField: RowField {
    switch coding {
    case .column(let codec): RowField(position: position, codec: codec)
    case .composite(let composite): RowField(position: position, composite: composite)
    case nil: super.rowField
    }
  }

  override var isSearchable: Bool { coding?.isSearchable ?? false }

  override func codedColumn(_ part: CodedPart) -> CodedColumn? {
    guard part == .values, let coding else { return nil }
    let value: any ValueCoding =
      switch coding {
      case .column(let codec): codec
      case .composite(let composite): composite
      }
    return CodedColumn(
      columns: ownColumns, codec: coding.codec, coding: value,
      names: CompositeNames(
        property: property.name, prefixes: [property.column] + property.renamedFrom,
        naming: entity.type.naming))
  }

  package override var layout: CompositeLayout? { coding?.layout }

  override func encode(
    _ baseline: SlotBaseline, into cells: RowBatch, at index: Int
  ) throws {
    // The baseline was made by `captureBaseline` of the same property.
    let former = unsafeDowncast(baseline, to: TypedSlotBaseline<Value>.self)
    try encodeArgument(former.value, into: cells, at: index)
  }

  /// Writes a value that the columns are compared with.
  package func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    guard let coding else { preconditionFailure("\(Self.self) has no codec of its own") }
    try coding.encodeArgument(value, into: cells, at: index)
  }

  /// Reads a value of these columns from a query's result, such as a minimum.
  package func decodeResult(from row: Row, at index: Int) throws -> Value {
    guard let coding else { preconditionFailure("\(Self.self) has no codec of its own") }
    return try coding.decodeResult(from: row, at: index)
  }
}

extension TypedBinding: ValueCoding {}
