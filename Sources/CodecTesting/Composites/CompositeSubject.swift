import PersistentObjectsCodec
import PersistentObjectsDriver

/// The codec of several columns under test, and the comparisons of its values.
struct CompositeSubject<Codec: CompositeCodec> {
  typealias Value = Codec.Value

  let codec: Codec
  /// The registry that chooses the codecs of the fields.
  let codecs: CodecRegistry
  /// Whether a value came back unchanged, which may be stricter than `==`.
  let isSame: (Value, Value) -> Bool
  /// Whether the fields must be equal.
  let isEqual: (Value, Value) -> Bool
  let mayRefuse: (Value) -> Bool
  /// Whether hashes agree with equality; nil if there are none to compare.
  let hashesAgree: ((Value, Value) -> Bool)?

  /// Returns the codec with those of its fields.
  ///
  /// Throws an error if the fields have no codecs, or equal names.
  func coded() throws -> CodedComposite<Codec> { try CodedComposite(self) }
}

/// A codec of several columns with the chosen codecs of its fields, as the engine uses it.
struct CodedComposite<Codec: CompositeCodec> {
  typealias Value = Codec.Value

  let subject: CompositeSubject<Codec>
  let coding: CompositeCoding<Value>
  /// The same codec for values that may be nil.
  let optional: CompositeCoding<Value?>

  init(_ subject: CompositeSubject<Codec>) throws {
    self.subject = subject
    let (functions, context) = (_CompositeFunctions(subject.codec), FieldContext(subject.codecs))
    coding = try CompositeCoding(functions, in: context)
    optional = try CompositeCoding(_CompositeFunctions(optional: functions), in: context)
  }

  var codec: Codec { subject.codec }

  /// Returns the stored forms of a value's columns.
  func store(_ value: Value) throws -> [StoredForm] { try coding.store(value) }

  func restore(_ forms: [StoredForm]) throws -> Value {
    Trace.note(forms, codec.identifier)
    return try coding.restore(forms)
  }

  /// Whether a value came back. A value that does not equal itself, such as NaN by `==`, is
  /// compared by its stored forms.
  func isKept(_ value: Value, as back: Value) -> Bool {
    if subject.isSame(back, value) { return true }
    guard !subject.isSame(value, value), let forms = try? store(value) else { return false }
    return (try? store(back)) == forms
  }

  /// Returns the stored forms in words, by the names of the columns.
  func name(_ forms: [StoredForm]) -> String {
    zip(coding.columns, forms).map { column, form in
      "\(column.path.map(\.name).joined(separator: ".")) \(form)"
    }.joined(separator: ", ")
  }

  /// Returns the size of a value, by which the smallest is found.
  func smallness(_ value: Value) -> Smallness {
    Smallness(
      size: (try? store(value))?.reduce(0) { $0 + $1.size } ?? .max, name: Wording.name(value))
  }
}

extension ValueCoding {
  /// Returns the stored forms of a value.
  func store(_ value: Value) throws -> [StoredForm] {
    let width = layout?.width ?? 1
    let cells = RowBatch(width: width)
    return try withExtendedLifetime(cells) {
      try encodeArgument(value, into: cells, at: 0)
      return (0..<width).map { StoredForm(cells.row[$0]) }
    }
  }

  func restore(_ forms: [StoredForm]) throws -> Value {
    let cells = RowBatch(width: forms.count)
    return try withExtendedLifetime(cells) {
      for (index, form) in forms.enumerated() { form.withCell { cells.copy($0, to: index) } }
      return try decodeResult(from: cells.row, at: 0)
    }
  }

  /// Returns the stored forms of a value of an unknown type; nil if it is of another type.
  func store(any value: Any) throws -> [StoredForm]? { try (value as? Value).map(store) }
}
