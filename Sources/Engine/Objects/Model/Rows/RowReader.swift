public import PersistentObjectsCodec
public import PersistentObjectsDriver

/// A reader of the rows from which objects are made. One reader serves all rows of a fetch.
public struct _RowReader: ~Copyable {
  @usableFromInline let fields: UnsafePointer<RowField>
  /// The property that was read last. ``makeObject()`` names it in an error, since doing so where
  /// each property is read would make all of these calls longer.
  @usableFromInline var readIndex = 0
  /// The current row, which has no cells until a row is read.
  @usableFromInline var row: Row
  private let source: Source

  /// The owner of the fields.
  private enum Source {
    /// The plan is unretained: the code that reads rows holds it, and makes a reader for each find.
    case plan(Unmanaged<EntityPlan>)
    case values(GivenValues, EntityDescription)
  }

  /// Makes a reader of rows of a plan's class.
  init(_ row: Row, plan: EntityPlan) {
    self.row = row
    fields = plan.rowFields
    source = .plan(.passUnretained(plan))
  }

  /// Moves to another row.
  mutating func move(to row: Row) { self.row = row }

  /// Makes an object from the current row.
  @inline(__always)
  mutating func makeObject<Object: PersistentObject>() throws -> Object {
    do { return try Object(_loading: &self) } catch { throw failure(error) }
  }

  /// The primary key of the row.
  var pk: Int64 { row.integer(at: 0) }

  /// Makes a reader of values that are given instead of a row.
  init(_ values: GivenValues, of entity: EntityDescription) {
    row = .empty
    fields = entity.givenFields.first
    source = .values(values, entity)
  }

  /// Returns the value of a plain property, decoded by its codec. This is not inlined, so that a
  /// client compiles it once for each type.
  @inlinable
  @inline(never)
  public mutating func value<Value>(_ index: Int) throws -> Value {
    try decode(Value.self, at: index, by: fields[index].codec)
  }

  /// Returns the value of a plain property that may be nil.
  @inlinable
  public mutating func optionalValue<Wrapped>(_ index: Int) throws -> Wrapped? {
    guard let base = fields[index].base else {
      return try decode(Wrapped?.self, at: index, by: fields[index].codec)
    }
    if case .null = row[fields[index].position] { return nil }
    return try decode(Wrapped.self, at: index, by: base)
  }

  /// Decodes the column of a property. The caller spells out the type: if it were inferred, an
  /// optional might be read by the codec of its wrapped type.
  @inlinable
  @inline(__always)
  mutating func decode<Value>(
    _ type: Value.Type, at index: Int, by codec: UnsafeRawPointer?
  ) throws -> Value {
    readIndex = index
    let position = fields[index].position
    guard position < row.count, let codec else {
      return try valueWithoutCodec(at: index, by: codec)
    }
    return try decode(row.cells[position], by: codec)
  }

  @inlinable
  @inline(__always)
  func decode<Value>(_ cell: Cell, by codec: UnsafeRawPointer) throws -> Value {
    // The plan binds each property by the type that the class declares, and this is that class.
    try Unmanaged<ValueCodec<Value>>.fromOpaque(codec)._withUnsafeGuaranteedRef {
      try $0.decode(ColumnReader(cell))
    }
  }

  /// Returns the value of a property for which the row has no cell, or several: a given value,
  /// which has no codec, the codec's value for NULL, or a value in several columns.
  // Mutating, so that the reader is not copied for it.
  @usableFromInline
  mutating func valueWithoutCodec<Value>(
    at index: Int, by codec: UnsafeRawPointer?
  ) throws -> Value {
    if let codec { return try decode(.null, by: codec) }
    switch source {
    case .plan(let plan):
      // As above, the plan is that of the class that declares the property.
      let binding = plan.takeUnretainedValue().bindings[index]
      return try unsafeDowncast(binding, to: TypedBinding<Value>.self)
        .decodeResult(from: row, at: binding.position)
    case .values(let values, _): return try values.value(at: index)
    }
  }

  /// Returns the slot of a property that has one: a value, or a fault.
  @inlinable
  public mutating func slot<Value>(_ index: Int) throws -> _Slot<Value> {
    if fields[index].isFault { return .fault }
    guard fields[index].composite != nil else { return try storedSlot(index) }
    return _Slot(try composite(index))
  }

  /// Returns a value in several columns.
  @inlinable
  mutating func composite<Value>(_ index: Int) throws -> Value {
    readIndex = index
    let (row, position) = (row, fields[index].position)
    // As above, the plan is that of the class that declares the property. The caller has found the
    // coding.
    return try Unmanaged<CompositeCoding<Value>>
      .fromOpaque(fields[index].composite.unsafelyUnwrapped)
      ._withUnsafeGuaranteedRef { try $0.decodeResult(from: row, at: position) }
  }

  @usableFromInline
  mutating func storedSlot<Value>(_ index: Int) throws -> _Slot<Value> {
    readIndex = index
    switch source {
    case .plan(let plan):
      // As above, the plan is that of the class that declares the property.
      let binding = plan.takeUnretainedValue().bindings[index]
      return try unsafeDowncast(binding, to: SlotBinding<Value>.self).read(from: row)
    case .values(let values, _): return _Slot(try values.value(at: index))
    }
  }

  /// Returns the error of an object that could not be made, with the property that was read last.
  func failure(_ error: any Error) -> PersistenceError {
    switch source {
    case .plan(let plan):
      plan.takeUnretainedValue().bindings[readIndex].decodingFailed(error, of: row, pk: pk)
    case .values(_, let entity): entity.valueRefused(error, at: readIndex)
    }
  }
}
