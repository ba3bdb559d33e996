/// A row from which objects are made: one for all rows of a fetch.
public struct _RowReader: ~Copyable {
  @usableFromInline var column: ColumnReader
  @usableFromInline let fields: UnsafePointer<RowField>
  private let source: Source

  /// What keeps the fields.
  private enum Source {
    case plan(EntityPlan)
    case values(GivenValues, EntityDescription)
  }

  init(_ cells: Cells, plan: EntityPlan) {
    column = ColumnReader(cells, at: 0)
    fields = UnsafePointer(plan.rowFields)
    source = .plan(plan)
  }

  /// A reader of values that come from elsewhere than a row.
  init(_ values: GivenValues, of entity: EntityDescription) {
    column = ColumnReader(values, at: 0)
    fields = entity.givenFields.fields
    source = .values(values, entity)
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
    do {
      switch source {
      case .plan(let plan):
        // As above.
        return try unsafeDowncast(plan.bindings[index], to: SlotBinding<Value>.self)
          .read(from: column.cells)
      case .values(let values, _): return _Slot(try values.value(at: index))
      }
    } catch {
      throw failure(error, index)
    }
  }

  @usableFromInline
  func failure(_ error: any Error, _ index: Int) -> PersistenceError {
    switch source {
    case .plan(let plan):
      plan.bindings[index].decodingFailed(error, pk: column.cells.integer(at: 0))
    case .values(_, let entity): entity.valueRefused(error, at: index)
    }
  }
}
