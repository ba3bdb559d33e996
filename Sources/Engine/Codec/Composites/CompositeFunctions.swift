import PersistentObjectsDriver

/// A codec of several columns with its two functions, as ``CodecFunctions`` for one column.
public struct _CompositeFunctions<Value>: Sendable {
  package let codec: any CompositeCodec
  let encode: @Sendable (Value, inout FieldWriter) throws -> Void
  let decode: @Sendable (inout FieldReader) throws -> Value
  let makeFields: @Sendable (FieldContext) throws -> [CompositeLayout.Field]
  /// Returns nil, and whether a value is nil; nil unless the type is an optional.
  private(set) var absence: Absence?

  struct Absence: Sendable {
    let value: @Sendable () -> Value
    let isValue: @Sendable (Value) -> Bool
  }

  /// Makes the functions of a codec. Inlinable, so that they are compiled for the codec's type.
  @inlinable
  package init<Codec: CompositeCodec<Value>>(_ codec: Codec) {
    self.init(
      of: codec, encode: { value, fields in try codec.encode(value, into: &fields) },
      decode: { fields in try codec.decode(from: &fields) })
  }

  @usableFromInline
  init<Codec: CompositeCodec<Value>>(
    of codec: Codec, encode: @escaping @Sendable (Value, inout FieldWriter) throws -> Void,
    decode: @escaping @Sendable (inout FieldReader) throws -> Value
  ) {
    self.codec = codec
    self.encode = encode
    self.decode = decode
    makeFields = { context in
      let context = try context.inside(Value.self)
      return try codec.fields.map { field in
        do {
          let coding = try field.makeCoding(context)
          if field.declaration.column == "" && coding.coding.layout == nil {
            throw CodecError("a field of one column needs a name for it")
          }
          return CompositeLayout.Field(
            name: field.name, keyPath: field.access.keyPath, coding: coding,
            columns: coding.columns.map { $0.inside(field) })
        } catch {
          throw FieldFailure(field: field.name, cause: error)
        }
      }
    }
  }

  /// Makes the functions of a codec, lifted to optional values.
  @usableFromInline
  package init<Wrapped>(optional base: _CompositeFunctions<Wrapped>) where Value == Wrapped? {
    codec = base.codec
    encode = { value, fields in if let value { try base.encode(value, &fields) } }
    decode = { fields in try base.decode(&fields) }
    makeFields = base.makeFields
    absence = Absence(value: { nil }, isValue: { $0 == nil })
  }
}

/// The form in which values of a type are stored: in one column or in several.
@usableFromInline
package enum ValueForm<Value>: Sendable {
  case column(CodecFunctions<Value>)
  case composite(_CompositeFunctions<Value>)

  /// The functions of the codec of one column; nil for one of several.
  package var functions: CodecFunctions<Value>? {
    if case .column(let functions) = self { functions } else { nil }
  }

  /// The form of an optional of the type.
  var optional: ValueForm<Value?> {
    switch self {
    case .column(let functions): .column(CodecFunctions(optional: functions))
    case .composite(let functions): .composite(_CompositeFunctions(optional: functions))
    }
  }
}
