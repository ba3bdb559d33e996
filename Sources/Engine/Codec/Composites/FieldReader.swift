public import PersistentObjectsDriver

/// The fields from which a codec of several columns reads a value, one after the other.
public struct FieldReader: ~Copyable {
  @usableFromInline let row: Row
  @usableFromInline let fields: UnsafeBufferPointer<FieldEntry>
  @usableFromInline let first: Int
  /// The position of the next field.
  private(set) var next = 0
  /// The field that is being read, if one is.
  private(set) var current: Int?

  init(_ row: Row, at first: Int, _ fields: UnsafeBufferPointer<FieldEntry>) {
    self.row = row
    self.first = first
    self.fields = fields
  }

  /// Reads the next field. Throws if that has another type, or if its codec cannot read what is
  /// stored.
  @inlinable
  public mutating func read<Value>(_ type: Value.Type = Value.self) throws -> Value {
    let field = try begin(type)
    let position = first + field.offset
    let value: Value
    // `begin` has compared the type with that of the codec.
    if let codec = field.codec {
      let reader = ColumnReader(row[position])
      value = try Unmanaged<ValueCodec<Value>>.fromOpaque(codec)._withUnsafeGuaranteedRef {
        try $0.decode(reader)
      }
    } else {
      // A field has one of the two.
      let composite = field.composite.unsafelyUnwrapped
      value = try Unmanaged<CompositeCoding<Value>>.fromOpaque(composite)
        ._withUnsafeGuaranteedRef { try $0.decodeResult(from: row, at: position) }
    }
    end()
    return value
  }

  /// Leaves the next fields, which belong to other cases of an enum.
  public mutating func _skip(_ count: Int) throws {
    for _ in 0..<count {
      _ = try fields.next(next, "read")
      next += 1
    }
  }

  /// Reads the next field, the values of a case of an enum. Throws if there are none.
  public mutating func _readValues<Value>(
    of name: String, as type: Value.Type = Value.self
  ) throws -> Value {
    if let values = try read(Value?.self) { return values }
    throw CodecError("the values of the case '\(name)' are missing")
  }

  @usableFromInline
  mutating func begin<Value>(_ type: Value.Type) throws -> FieldEntry {
    let field = try fields.next(next, as: type, "read")
    current = next
    return field
  }

  @usableFromInline
  mutating func end() {
    current = nil
    next += 1
  }
}
