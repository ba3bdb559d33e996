import PersistentObjectsDriver

/// The fields to which a codec of several columns writes a value, one after the other.
public struct FieldWriter: ~Copyable {
  @usableFromInline var column: ColumnWriter
  @usableFromInline let fields: UnsafeBufferPointer<FieldEntry>
  private let first: Int
  /// The position of the next field.
  @usableFromInline private(set) var next = 0
  /// The field that is being written, if one is.
  private(set) var current: Int?

  init(_ rows: RowBatch, at first: Int, _ fields: UnsafeBufferPointer<FieldEntry>) {
    column = ColumnWriter(rows, at: first)
    self.first = first
    self.fields = fields
  }

  /// Writes the next field. Throws if that has another type, or if its codec refuses the value.
  @inlinable
  public mutating func write<Value>(_ value: Value) throws {
    let field = try begin(Value.self)
    // `begin` has compared the type with that of the codec.
    if let codec = field.codec {
      try Unmanaged<ValueCodec<Value>>.fromOpaque(codec)._withUnsafeGuaranteedRef {
        try $0.encode(value, into: &column)
      }
    } else if let composite = field.composite {
      try Unmanaged<CompositeCoding<Value>>.fromOpaque(composite)._withUnsafeGuaranteedRef {
        try $0.encode(value, into: &column)
      }
    }
    end()
  }

  /// Writes nil to the next fields, which belong to other cases of an enum.
  public mutating func _skip(_ count: Int) throws {
    for _ in 0..<count {
      let field = try fields.next(next, "written")
      for index in 0..<field.width { column.rows.setNull(at: first + field.offset + index) }
      next += 1
    }
  }

  @usableFromInline
  mutating func begin<Value>(_ type: Value.Type) throws -> FieldEntry {
    let field = try fields.next(next, as: type, "written")
    current = next
    column.move(to: first + field.offset)
    return field
  }

  @usableFromInline
  mutating func end() {
    current = nil
    next += 1
  }
}

extension UnsafeBufferPointer<FieldEntry> {
  /// Returns the field at a position. Throws if there is none, or if it has another type.
  func next<Value>(_ position: Int, as type: Value.Type, _ verb: String) throws -> FieldEntry {
    let field = try next(position, verb)
    guard field.type == ObjectIdentifier(type) else {
      throw CodecError(
        "the field at position \(position) is \(verb) as \(type), which is not the type that it is declared with"
      )
    }
    return field
  }

  /// Returns the field at a position. Throws if there is none.
  func next(_ position: Int, _ verb: String) throws -> FieldEntry {
    if position < count { return self[position] }
    throw CodecError("more fields are \(verb) than the \(count) that the codec names")
  }
}
