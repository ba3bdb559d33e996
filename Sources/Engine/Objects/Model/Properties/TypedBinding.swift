import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A binding that knows the property's type, for query arguments. It contains the code that all
/// values in columns share, with or without a slot.
@usableFromInline
class TypedBinding<Value>: PropertyBinding {
  /// The coding of a value in one column or several; nil for references, collections and derived
  /// properties.
  private let coding: Coding?
  private let ownColumns: [RequiredColumn]

  private enum Coding {
    case column(ValueCodec<Value>)
    case composite(CompositeCoding<Value>)
  }

  init(
    property: TypedProperty<Value>, _ context: BindingContext, form: ValueForm<Value>? = nil
  ) throws {
    switch form {
    case nil: (coding, ownColumns) = (nil, [])
    case .column(let functions):
      let codec = ValueCodec(functions)
      coding = .column(codec)
      ownColumns = [
        try codec.requiredColumn(
          property.column, property: property.name, formerNames: property.renamedFrom,
          default: codec.columnDefault(of: property))
      ]
    case .composite(let functions):
      let composite = try context.composite(functions, of: property)
      coding = .composite(composite)
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

  override var isSearchable: Bool {
    switch coding {
    case .column(let codec): codec.codec.isSearchable
    case .composite(let composite): composite.isSearchable
    case nil: false
    }
  }

  override func codedColumn(_ part: CodedPart) -> CodedColumn? {
    guard part == .values, case .column(let codec) = coding else { return nil }
    return CodedColumn(column: ownColumns[0], codec: codec.codec)
  }

  package override var layout: CompositeLayout? {
    if case .composite(let composite) = coding { composite } else { nil }
  }

  override func encode(
    _ baseline: SlotBaseline, into cells: RowBatch, at index: Int
  ) throws {
    // The baseline was made by `captureBaseline` of the same property.
    let former = unsafeDowncast(baseline, to: TypedSlotBaseline<Value>.self)
    try encodeArgument(former.value, into: cells, at: index)
  }

  /// Writes a value that the columns are compared with.
  package func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    switch coding {
    case .column(let codec): try codec.encodeArgument(value, into: cells, at: index)
    case .composite(let composite): try composite.encodeArgument(value, into: cells, at: index)
    case nil: preconditionFailure("\(Self.self) has no codec of its own")
    }
  }

  /// Reads a value of these columns from a query's result, such as a minimum.
  package func decodeResult(from row: Row, at index: Int) throws -> Value {
    switch coding {
    case .column(let codec): try codec.decodeResult(from: row, at: index)
    case .composite(let composite): try composite.decodeResult(from: row, at: index)
    case nil: preconditionFailure("\(Self.self) has no codec of its own")
    }
  }
}

extension TypedBinding: ValueCoding {}
