/// A row from which objects are made: one for all rows of a fetch.
public struct _RowReader: ~Copyable {
  @usableFromInline var column: ColumnReader
  @usableFromInline let fields: UnsafePointer<RowField>
  /// Keeps the fields.
  private let plan: EntityPlan

  init(_ cells: Cells, plan: EntityPlan) {
    column = ColumnReader(cells, at: 0)
    fields = UnsafePointer(plan.rowFields)
    self.plan = plan
  }

  /// The value of a plain property, decoded by its codec.
  @inlinable
  public mutating func value<Value>(_ index: Int) throws -> Value {
    column.index = fields[index].position
    do {
      return try decode(Value.self, fields[index].codec)
    } catch {
      throw failure(error, index)
    }
  }

  /// The value of a plain property that may be nil.
  @inlinable
  public mutating func optionalValue<Wrapped>(_ index: Int) throws -> Wrapped? {
    column.index = fields[index].position
    do {
      guard let base = fields[index].base else {
        return try decode(Wrapped?.self, fields[index].codec)
      }
      return column.isNull ? nil : try decode(Wrapped.self, base)
    } catch {
      throw failure(error, index)
    }
  }

  /// Decodes what the reader stands at. The type is spelled out by the caller: were it inferred, an
  /// optional might be read by the codec of what is in it.
  @inlinable
  func decode<Value>(_ type: Value.Type, _ codec: UnsafeRawPointer?) throws -> Value {
    // The plan binds each property by the type that the class declares, and this is that class;
    // a plain property has a codec.
    try codec.unsafelyUnwrapped.assumingMemoryBound(to: RowCodec<Value>.self).pointee
      .decode(from: column)
  }

  /// The slot of a property that has one: a value, or a fault.
  public func slot<Value>(_ index: Int) throws -> _Slot<Value> {
    // As above.
    let binding = unsafeDowncast(plan.bindings[index], to: SlotBinding<Value>.self)
    do {
      return try binding.read(from: column.cells)
    } catch {
      throw failure(error, index)
    }
  }

  @usableFromInline
  func failure(_ error: any Error, _ index: Int) -> PersistenceError {
    plan.bindings[index].decodingFailed(error, pk: column.cells.integer(at: 0))
  }
}
