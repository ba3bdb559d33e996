public import PersistentObjectsCodec
public import PersistentObjectsDriver

/// The row to which objects write themselves: all columns for an INSERT, or those of some
/// properties for an UPDATE. For INSERTs, one writer serves all objects of a class in a save.
public struct _RowWriter: ~Copyable {
  @usableFromInline var column: ColumnWriter
  @usableFromInline let fields: UnsafePointer<RowField>
  /// The bits of the properties to be written; nil for all properties.
  @usableFromInline let wanted: UInt64?
  /// The position of the next property, if only some are written.
  @usableFromInline var next = 0
  /// The plan, which keeps the fields.
  private let plan: EntityPlan
  /// The primary key of the row, for errors; nil for a new row.
  private let pk: Int64?

  /// Makes a writer of all properties, after the primary key, or only of those among the first 63
  /// whose bits are set, in their order.
  init(
    _ rows: RowBatch, plan: EntityPlan, from position: Int = 0, only wanted: UInt64? = nil,
    pk: Int64? = nil
  ) {
    column = ColumnWriter(rows, at: 0)
    next = position
    fields = plan.rowFields
    self.wanted = wanted
    self.plan = plan
    self.pk = pk
  }

  /// Writes a plain property. This is inlined, so that the value need not be copied if it is not
  /// wanted.
  @inlinable
  @inline(__always)
  public mutating func write<Value>(_ index: Int, _ value: Value) throws {
    if moves(to: index) { try encode(value, at: index) }
  }

  /// Writes a plain property that may be nil.
  @inlinable
  @inline(__always)
  public mutating func write<Wrapped>(_ index: Int, optional value: Wrapped?) throws {
    if moves(to: index) { try encode(optional: value, at: index) }
  }

  /// Writes a property that has a slot. The slot is passed as `inout`, so that it need not be
  /// copied; nothing changes it.
  @inlinable
  @inline(__always)
  public mutating func write<Value>(_ index: Int, slot: inout _Slot<Value>) throws {
    if fields[index].isFault { return }
    guard moves(to: index) else { return }
    guard fields[index].composite != nil else { return try writeSlot(slot, at: index) }
    // A copy of the value alone: a codec's code might set the property.
    try writeComposite(slot.copyLoaded(), at: index)
  }

  /// Writes a value in several columns. Not inlined, so that a client compiles it once for each
  /// type.
  @inlinable
  @inline(never)
  mutating func writeComposite<Value>(_ value: Value, at index: Int) throws {
    do {
      // As below. The caller has found the coding.
      try Unmanaged<CompositeCoding<Value>>
        .fromOpaque(fields[index].composite.unsafelyUnwrapped)
        ._withUnsafeGuaranteedRef { try $0.encode(value, into: &column) }
    } catch {
      throw failure(error, at: index)
    }
    if wanted != nil { next += fields[index].width - 1 }
  }

  @usableFromInline
  mutating func writeSlot<Value>(_ slot: _Slot<Value>, at index: Int) throws {
    // The plan binds each property by the type that the class declares, and this is that class.
    let binding = unsafeDowncast(plan.bindings[index], to: SlotBinding<Value>.self)
    do {
      try binding.write(slot, into: column.rows, at: column.index)
    } catch {
      throw failure(error, at: index)
    }
    if wanted != nil { next += fields[index].width - 1 }
  }

  /// Moves to where a property is to be written. Returns false if it is not to be written.
  @inlinable
  mutating func moves(to index: Int) -> Bool {
    guard let wanted else {
      column.move(to: fields[index].position)
      return true
    }
    guard index < 63, wanted & (1 << UInt64(index)) != 0 else { return false }
    column.move(to: next)
    next += 1
    return true
  }

  @inlinable
  mutating func encode<Value>(_ value: Value, at index: Int) throws {
    do {
      guard let codec = fields[index].codec else { return try encodeWhole(value, at: index) }
      try encode(value, as: Value.self, by: codec)
    } catch {
      throw failure(error, at: index)
    }
  }

  @inlinable
  mutating func encode<Wrapped>(optional value: Wrapped?, at index: Int) throws {
    do {
      guard let base = fields[index].base else {
        guard let codec = fields[index].codec else { return try encodeWhole(value, at: index) }
        return try encode(value, as: Wrapped?.self, by: codec)
      }
      if let value { try encode(value, as: Wrapped.self, by: base) } else { column.writeNull() }
    } catch {
      throw failure(error, at: index)
    }
  }

  /// Encodes a value to the writer's cell. The caller spells out the type, as in reading.
  @inlinable
  @inline(__always)
  mutating func encode<Value>(
    _ value: Value, as type: Value.Type, by codec: UnsafeRawPointer
  ) throws {
    // As above.
    try Unmanaged<ValueCodec<Value>>.fromOpaque(codec)._withUnsafeGuaranteedRef {
      try $0.encode(value, into: &column)
    }
  }

  /// Encodes a value in several columns.
  @usableFromInline
  mutating func encodeWhole<Value>(_ value: Value, at index: Int) throws {
    // As above.
    let binding = unsafeDowncast(plan.bindings[index], to: TypedBinding<Value>.self)
    try binding.encodeArgument(value, into: column.rows, at: column.index)
    if wanted != nil { next += fields[index].width - 1 }
  }

  @usableFromInline
  func failure(_ error: any Error, at index: Int) -> PersistenceError {
    plan.bindings[index].encodingFailed(error, pk: pk)
  }
}
