public import PersistentObjectsDriver

/// The fields to which a codec of several columns writes a value, one after the other.
public struct FieldWriter: ~Copyable {
  @usableFromInline var column: ColumnWriter
  @usableFromInline let fields: UnsafeBufferPointer<FieldEntry>
  @usableFromInline let first: Int
  /// The position of the next field.
  @usableFromInline var next = 0
  /// Whether that field is being written.
  @usableFromInline var isInField = false

  @inlinable
  init(_ rows: RowBatch, at first: Int, _ fields: UnsafeBufferPointer<FieldEntry>) {
    column = ColumnWriter(rows, at: first)
    self.first = first
    self.fields = fields
  }

  /// The field that is being written, if one is.
  @inlinable
  var current: Int? { isInField ? next : nil }

  // Not inlined, so that a client compiles each function once for each type.

  /// Writes the next field. Throws if that has another type, or if its codec refuses the value.
  @inlinable
  @inline(never)
  public mutating func write<Value>(_ value: Value) throws {
    let field = try begin(Value.self)
    // `begin` has compared the type with that of the codec.
    if let codec = field.codec {
      try encode(value, as: Value.self, by: codec)
    } else if let composite = field.composite {
      try Unmanaged<CompositeCoding<Value>>.fromOpaque(composite)._withUnsafeGuaranteedRef {
        try $0.encode(value, into: &column)
      }
    }
    end()
  }

  /// Writes the next field, whose value may be nil. Throws if that has another type, or if its
  /// codec refuses the value.
  @inlinable
  public mutating func write<Wrapped>(_ value: Wrapped?) throws {
    guard next < fields.count, fields[next].base != nil else { return try writeWhole(value) }
    try writeOptional(value)
  }

  /// Writes nil to the next fields, which belong to other cases of an enum.
  public mutating func _skip(_ count: Int) throws {
    if next + count > fields.count { throw fields.mismatch(next + count, Never.self, "written") }
    for field in fields[next..<next + count] {
      for index in 0..<field.width { column.rows.setNull(at: first + field.offset + index) }
    }
    next += count
  }

  /// Writes an optional by the codec of its type.
  @inlinable
  @inline(__always)
  mutating func writeWhole<Value>(_ value: Value) throws { try write(value) }

  /// Writes an optional by the codec of the type inside it.
  @inlinable
  @inline(never)
  mutating func writeOptional<Wrapped>(_ value: Wrapped?) throws {
    let field = try begin(Wrapped?.self)
    if let value {
      try encode(value, as: Wrapped.self, by: field.base.unsafelyUnwrapped)
    } else {
      column.writeNull()
    }
    end()
  }

  /// Encodes a column. The caller spells out the type, as in reading.
  @inlinable
  @inline(__always)
  mutating func encode<Value>(
    _ value: Value, as type: Value.Type, by codec: UnsafeRawPointer
  ) throws {
    try Unmanaged<ValueCodec<Value>>.fromOpaque(codec)._withUnsafeGuaranteedRef {
      try $0.encode(value, into: &column)
    }
  }

  @inlinable
  @inline(__always)
  mutating func begin<Value>(_ type: Value.Type) throws -> FieldEntry {
    guard next < fields.count, fields[next].type == ObjectIdentifier(type) else {
      throw fields.mismatch(next, type, "written")
    }
    isInField = true
    column.move(to: first + fields[next].offset)
    return fields[next]
  }

  @inlinable
  @inline(__always)
  mutating func end() {
    isInField = false
    next += 1
  }
}

extension UnsafeBufferPointer<FieldEntry> {
  /// Returns the error for a field that does not exist, or that has another type.
  @usableFromInline
  func mismatch(_ position: Int, _ type: Any.Type, _ verb: String) -> CodecError {
    position < count
      ? CodecError(
        "the field at position \(position) is \(verb) as \(type), which is not the type that it is declared with"
      )
      : CodecError("more fields are \(verb) than the \(count) that the codec names")
  }
}
