import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The coding of values in one column or several, within a store.
enum ColumnCoding<Value> {
  case column(ValueCodec<Value>)
  case composite(CompositeCoding<Value>)

  init(
    _ form: ValueForm<Value>, of property: PropertyDescription, _ context: BindingContext
  ) throws {
    switch form {
    case .column(let functions): self = .column(ValueCodec(functions))
    case .composite(let functions):
      self = .composite(try context.composite(functions, of: property))
    }
  }

  /// Whether equal values have equal stored forms.
  var isSearchable: Bool {
    switch self {
    case .column(let codec): codec.codec.isSearchable
    case .composite(let composite): composite.isSearchable
    }
  }

  /// Whether rows may have the stored forms of older versions of a codec.
  var readsFormerForms: Bool {
    switch self {
    case .column(let codec): codec.codec.readsFormerForms
    case .composite(let composite): composite.readsFormerForms
    }
  }

  /// The codec of the one column.
  var codec: (any ColumnCodec)? {
    if case .column(let codec) = self { codec.codec } else { nil }
  }

  /// Returns the columns of a dictionary's keys.
  ///
  /// - Parameter name: the name of the column, or of what the names of several begin with.
  func keyColumns(
    _ name: String, of property: PropertyDescription, _ context: BindingContext
  ) throws -> [RequiredColumn] {
    switch self {
    case .column(let codec): [try codec.requiredColumn(name, property: property.name)]
    case .composite(let composite):
      try composite.requiredColumns(
        CompositeNames(
          property: property.name, prefixes: [name], naming: context.entity.type.naming))
    }
  }

  /// Writes a value from the writer's position on.
  @inline(__always)
  func encode(_ value: Value, into column: inout ColumnWriter) throws {
    switch self {
    case .column(let codec): try codec.encode(value, into: &column)
    case .composite(let composite): try composite.encode(value, into: &column)
    }
  }

  /// Makes what decodes values as their rows are read.
  func makeRows() -> ElementRows<Value> {
    switch self {
    case .column(let codec): ValueRows(codec)
    case .composite(let composite): CompositeRows(composite)
    }
  }
}

extension ColumnCoding: ValueCoding {
  var layout: CompositeLayout? {
    if case .composite(let composite) = self { composite } else { nil }
  }

  func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    switch self {
    case .column(let codec): try codec.encodeArgument(value, into: cells, at: index)
    case .composite(let composite): try composite.encodeArgument(value, into: cells, at: index)
    }
  }

  func decodeResult(from row: Row, at index: Int) throws -> Value {
    switch self {
    case .column(let codec): try codec.decodeResult(from: row, at: index)
    case .composite(let composite): try composite.decodeResult(from: row, at: index)
    }
  }
}
