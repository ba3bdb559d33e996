public import PersistentObjectsDriver

/// The fields to which a codec of several columns writes a value, one after the other.
///
/// ```swift
/// func encode(_ address: Address, into fields: inout FieldWriter) throws {
///   try fields.write(address.street)
///   try fields.write(address.city)
/// }
/// ```
public struct FieldWriter: ~Copyable {
  @usableFromInline var column: ColumnWriter
  @usableFromInline let fields: UnsafePointer<FieldEntry>
  @usableFromInline let first: Int
  /// The next field; ``end`` after the last one.
  @usableFromInline var next: UnsafePointer<FieldEntry>
  @usableFromInline let end: UnsafePointer<FieldEntry>
  /// The last field that could not be written.
  @usableFromInline var failure: UnsafePointer<FieldEntry>?

  /// Makes a writer to the cells from the column writer's position on. The column writer is moved
  /// into it, and back by ``endRow()``, since another one would count references.
  @inlinable
  init(_ column: consuming ColumnWriter, _ fields: UnsafeBufferPointer<FieldEntry>) {
    first = column.index
    self.column = column
    // A codec has a field.
    self.fields = fields.baseAddress.unsafelyUnwrapped
    next = self.fields
    end = self.fields + fields.count
  }

  /// Returns the column writer.
  @inlinable
  consuming func endRow() -> ColumnWriter { column }

  /// The number of fields that were written.
  @inlinable
  var count: Int { next - fields }

  /// The position of the next field, if it could not be written.
  @inlinable
  var failed: Int? { failure == next ? count : nil }

  // Not inlined, so that a client compiles each function once for each type.

  /// Writes the next field. Throws if that has another type, or if its codec refuses the value.
  @inlinable
  @inline(never)
  public mutating func write<Value>(_ value: Value) throws {
    let field = try nextField(Value.self)
    // `nextField` has compared the type with that of the codec.
    do {
      if let codec = field.pointee.codec {
        try encode(value, as: Value.self, by: codec)
      } else {
        // A field has one of the two.
        try Unmanaged<CompositeCoding<Value>>
          .fromOpaque(field.pointee.composite.unsafelyUnwrapped)
          ._withUnsafeGuaranteedRef { try $0.encode(value, into: &column) }
      }
    } catch {
      failure = next
      throw error
    }
    next += 1
  }

  /// Writes the next field, whose value may be nil. Throws if that has another type, or if its
  /// codec refuses the value.
  @inlinable
  public mutating func write<Wrapped>(_ value: Wrapped?) throws {
    guard next < end, next.pointee.base != nil else { return try writeWhole(value) }
    try writeOptional(value)
  }

  /// Writes nil to the next fields, which belong to other cases of an enum.
  public mutating func _skip(_ count: Int) throws {
    if count > end - next { throw mismatch(self.count + count, Never.self) }
    for _ in 0..<count {
      let position = first + next.pointee.offset
      for index in 0..<next.pointee.width { column.rows.setNull(at: position + index) }
      next += 1
    }
  }

  /// Writes an optional by the codec of its type.
  @inlinable
  @inline(__always)
  mutating func writeWhole<Value>(_ value: Value) throws { try write(value) }

  /// Writes an optional by the codec of the type inside it.
  @inlinable
  @inline(never)
  mutating func writeOptional<Wrapped>(_ value: Wrapped?) throws {
    let field = try nextField(Wrapped?.self)
    if let value {
      do {
        try encode(value, as: Wrapped.self, by: field.pointee.base.unsafelyUnwrapped)
      } catch {
        failure = next
        throw error
      }
    } else {
      column.writeNull()
    }
    next += 1
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

  /// Returns the next field, and moves to its cell.
  @inlinable
  @inline(__always)
  mutating func nextField<Value>(_ type: Value.Type) throws -> UnsafePointer<FieldEntry> {
    guard next < end, next.pointee.type == ObjectIdentifier(type) else {
      throw mismatch(count, type)
    }
    column.move(to: first + next.pointee.offset)
    return next
  }

  /// Returns the error for a field that does not exist, or that has another type.
  // Mutating, so that `self` is not copied for it.
  @usableFromInline
  mutating func mismatch(_ position: Int, _ type: Any.Type) -> CodecError {
    .mismatch(position, type, of: end - fields, "written")
  }
}

extension CodecError {
  static func mismatch(
    _ position: Int, _ type: Any.Type, of count: Int, _ verb: String
  ) -> CodecError {
    position < count
      ? CodecError(
        "the field at position \(position) is \(verb) as \(type), which is not the type that it is declared with"
      )
      : CodecError("more fields are \(verb) than the \(count) that the codec names")
  }
}
