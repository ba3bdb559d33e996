public import PersistentObjectsDriver

/// The fields from which a codec of several columns reads a value, one after the other.
///
/// ```swift
/// func decode(from fields: inout FieldReader) throws -> Address {
///   Address(street: try fields.read(), city: try fields.read())
/// }
/// ```
public struct FieldReader: ~Copyable {
  /// The cells of the row, from the value's first on.
  @usableFromInline let row: Row
  @usableFromInline let fields: UnsafePointer<FieldEntry>
  /// The next field; ``end`` after the last one.
  @usableFromInline var next: UnsafePointer<FieldEntry>
  @usableFromInline let end: UnsafePointer<FieldEntry>
  /// The last field that could not be read.
  @usableFromInline var failure: UnsafePointer<FieldEntry>?

  /// - Parameter row: the cells from the value's first on.
  @inlinable
  init(_ row: Row, _ fields: UnsafeBufferPointer<FieldEntry>) {
    self.row = row
    // A codec has a field.
    self.fields = fields.baseAddress.unsafelyUnwrapped
    next = self.fields
    end = self.fields + fields.count
  }

  /// The number of fields that were read.
  @inlinable
  var count: Int { next - fields }

  /// The position of the next field, if it could not be read.
  @inlinable
  var failed: Int? { failure == next ? count : nil }

  // Not inlined, so that a client compiles each function once for each type.

  /// Reads the next field. Throws if that has another type, or if its codec cannot read what is
  /// stored.
  @inlinable
  @inline(never)
  public mutating func read<Value>(_ type: Value.Type = Value.self) throws -> Value {
    let field = try nextField(type)
    let value: Value
    // `nextField` has compared the type with that of the codec.
    do {
      if let codec = field.pointee.codec {
        value = try decode(Value.self, at: field.pointee.offset, by: codec)
      } else {
        // A field has one of the two.
        value = try Unmanaged<CompositeCoding<Value>>
          .fromOpaque(field.pointee.composite.unsafelyUnwrapped)
          ._withUnsafeGuaranteedRef { try $0.decodeResult(from: row, at: field.pointee.offset) }
      }
    } catch {
      failure = next
      throw error
    }
    next += 1
    return value
  }

  /// Reads the next field, whose value may be nil. Throws if that has another type, or if its codec
  /// cannot read what is stored.
  @inlinable
  public mutating func read<Wrapped>(_ type: Wrapped?.Type = Wrapped?.self) throws -> Wrapped? {
    guard next < end, next.pointee.base != nil else { return try readWhole(type) }
    return try readOptional(type)
  }

  /// Leaves the next fields, which belong to other cases of an enum.
  public mutating func _skip(_ count: Int) throws {
    if count > end - next { throw mismatch(self.count + count, Never.self) }
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
    let field = try nextField(type)
    let value: Wrapped?
    if case .null = row[field.pointee.offset] {
      value = nil
    } else {
      do {
        value = try decode(
          Wrapped.self, at: field.pointee.offset, by: field.pointee.base.unsafelyUnwrapped)
      } catch {
        failure = next
        throw error
      }
    }
    next += 1
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
  mutating func nextField<Value>(_ type: Value.Type) throws -> UnsafePointer<FieldEntry> {
    guard next < end, next.pointee.type == ObjectIdentifier(type) else {
      throw mismatch(count, type)
    }
    return next
  }

  /// Returns the error for a field that does not exist, or that has another type.
  // Mutating, so that `self` is not copied for it.
  @usableFromInline
  mutating func mismatch(_ position: Int, _ type: Any.Type) -> CodecError {
    .mismatch(position, type, of: end - fields, "read")
  }
}
