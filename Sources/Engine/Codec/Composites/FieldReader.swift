public import PersistentObjectsDriver

/// The fields from which a codec of several columns reads a value, one after the other.
public struct FieldReader: ~Copyable {
  @usableFromInline let row: Row
  @usableFromInline let fields: UnsafeBufferPointer<FieldEntry>
  @usableFromInline let first: Int
  /// The position of the next field.
  @usableFromInline var next = 0
  /// Whether that field is being read.
  @usableFromInline var isInField = false

  @inlinable
  init(_ row: Row, at first: Int, _ fields: UnsafeBufferPointer<FieldEntry>) {
    self.row = row
    self.first = first
    self.fields = fields
  }

  /// The field that is being read, if one is.
  @inlinable
  var current: Int? { isInField ? next : nil }

  // Not inlined, so that a client compiles each function once for each type.

  /// Reads the next field. Throws if that has another type, or if its codec cannot read what is
  /// stored.
  @inlinable
  @inline(never)
  public mutating func read<Value>(_ type: Value.Type = Value.self) throws -> Value {
    let field = try begin(type)
    let value: Value
    // `begin` has compared the type with that of the codec.
    if let codec = field.codec {
      value = try decode(Value.self, at: first + field.offset, by: codec)
    } else {
      // A field has one of the two.
      let composite = field.composite.unsafelyUnwrapped
      value = try Unmanaged<CompositeCoding<Value>>.fromOpaque(composite)
        ._withUnsafeGuaranteedRef { try $0.decodeResult(from: row, at: first + field.offset) }
    }
    end()
    return value
  }

  /// Reads the next field, whose value may be nil. Throws if that has another type, or if its codec
  /// cannot read what is stored.
  @inlinable
  public mutating func read<Wrapped>(_ type: Wrapped?.Type = Wrapped?.self) throws -> Wrapped? {
    guard next < fields.count, fields[next].base != nil else { return try readWhole(type) }
    return try readOptional(type)
  }

  /// Leaves the next fields, which belong to other cases of an enum.
  public mutating func _skip(_ count: Int) throws {
    if next + count > fields.count { throw fields.mismatch(next + count, Never.self, "read") }
    next += count
  }

  /// Reads the next field, the values of a case of an enum. Throws if there are none.
  @inlinable
  public mutating func _readValues<Value>(
    of name: String, as type: Value.Type = Value.self
  ) throws -> Value {
    if let values = try read(Value?.self) { return values }
    throw CodecError("the values of the case '\(name)' are missing")
  }

  /// Reads an optional by the codec of its type.
  @inlinable
  @inline(__always)
  mutating func readWhole<Value>(_ type: Value.Type) throws -> Value { try read(type) }

  /// Reads an optional by the codec of the type inside it.
  @inlinable
  @inline(never)
  mutating func readOptional<Wrapped>(_ type: Wrapped?.Type) throws -> Wrapped? {
    let field = try begin(type)
    let value: Wrapped?
    if case .null = row[first + field.offset] {
      value = nil
    } else {
      value = try decode(Wrapped.self, at: first + field.offset, by: field.base.unsafelyUnwrapped)
    }
    end()
    return value
  }

  /// Decodes a column. The caller spells out the type, which may be that inside an optional.
  @inlinable
  @inline(__always)
  func decode<Value>(
    _ type: Value.Type, at position: Int, by codec: UnsafeRawPointer
  ) throws -> Value {
    let reader = ColumnReader(row[position])
    return try Unmanaged<ValueCodec<Value>>.fromOpaque(codec)._withUnsafeGuaranteedRef {
      try $0.decode(reader)
    }
  }

  @inlinable
  @inline(__always)
  mutating func begin<Value>(_ type: Value.Type) throws -> FieldEntry {
    guard next < fields.count, fields[next].type == ObjectIdentifier(type) else {
      throw fields.mismatch(next, type, "read")
    }
    isInField = true
    return fields[next]
  }

  @inlinable
  @inline(__always)
  mutating func end() {
    isInField = false
    next += 1
  }
}
