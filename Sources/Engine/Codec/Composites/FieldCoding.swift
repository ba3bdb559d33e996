import PersistentObjectsDriver

/// A field of a value in several columns, within a store: its codec is chosen.
package class FieldCoding: @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after the composite that has the field was made.
  /// The number of columns.
  package let width: Int
  /// The columns, as seen from the field.
  package let columns: [FieldColumn]
  /// The position of the first column among those of the value.
  package fileprivate(set) var offset = 0

  fileprivate init(columns: [FieldColumn]) {
    self.columns = columns
    width = columns.count
  }

  /// The field in the form in which writers and readers use it.
  var entry: FieldEntry { preconditionFailure("\(Self.self) does not override \(#function)") }

  /// The coding of the field's values, for comparing and for reading results.
  package var coding: any ValueCoding {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  func place(at offset: Int) { self.offset = offset }
}

/// The field with its type.
final class FieldCodingOf<Value>: FieldCoding, @unchecked Sendable {
  private let column: ValueCodec<Value>?
  private let composite: CompositeCoding<Value>?

  init(
    _ form: ValueForm<Value>, defaultValue: (@Sendable () -> Value)?, in context: FieldContext
  ) throws {
    switch form {
    case .column(let functions):
      let codec = ValueCodec(functions)
      (column, composite) = (codec, nil)
      super.init(columns: [Self.column(of: codec, default: defaultValue)])
    case .composite(let functions):
      let coding = try CompositeCoding(functions, in: context)
      (column, composite) = (nil, coding)
      super.init(columns: Self.columns(of: coding, default: defaultValue))
    }
  }

  private static func column(
    of codec: ValueCodec<Value>, default defaultValue: (@Sendable () -> Value)?
  ) -> FieldColumn {
    var column = FieldColumn(codec: codec.codec, admitsNull: { codec.admitsNull })
    if let defaultValue {
      column.defaultValue = { try codec.encodeArgument(defaultValue(), into: $0, at: $1) }
    }
    return column
  }

  private static func columns(
    of composite: CompositeCoding<Value>, default defaultValue: (@Sendable () -> Value)?
  ) -> [FieldColumn] {
    guard let defaultValue else { return composite.columns }
    return composite.columns.enumerated().map { offset, column in
      var column = column
      column.defaultValue = { cells, index in
        let whole = RowBatch(width: composite.width)
        try composite.encodeArgument(defaultValue(), into: whole, at: 0)
        cells.copy(whole.row[offset], to: index)
      }
      return column
    }
  }

  override var entry: FieldEntry {
    FieldEntry(
      type: ObjectIdentifier(Value.self), offset: offset, width: width,
      codec: column.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) },
      base: column?.wrapped.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) },
      composite: composite.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }

  override var coding: any ValueCoding {
    if let column { return column }
    if let composite { return composite }
    preconditionFailure("a field has a codec")
  }
}

/// A field as writers and readers use it. The composite's coding keeps the codecs alive.
@usableFromInline
struct FieldEntry {
  /// The type of the field's values.
  @usableFromInline let type: ObjectIdentifier
  /// The position of the first column among those of the value.
  @usableFromInline let offset: Int
  /// The number of columns.
  let width: Int
  /// The ``ValueCodec`` of a field in one column.
  @usableFromInline let codec: UnsafeRawPointer?
  /// The ``ValueCodec`` of the type inside an optional, which is used for values that are not NULL;
  /// nil if the codec handles NULL itself.
  @usableFromInline let base: UnsafeRawPointer?
  /// The ``CompositeCoding`` of a field in several columns.
  @usableFromInline let composite: UnsafeRawPointer?
}
