/// A value in one column, kept by the object without a slot.
final class ValueBinding<Value>: TypedBinding<Value>, @unchecked Sendable {
  private let codec: CheckedCodec<Value>
  private let own: ValueProperty<Value>

  init(
    codec: any ColumnCodec<Value>, property: ValueProperty<Value>, _ context: BindingContext
  ) throws {
    let column = try ValueColumn(codec, of: property, default: property.defaultValue?())
    self.codec = column.codec
    own = property
    super.init(property: property, context, column)
  }

  override func encode(_ object: AnyObject, into cells: RowBatch, at index: Int) throws {
    try codec.encode(own.get(object), into: cells, at: index)
  }

  override func refresh(_ object: AnyObject, from row: Row) throws {
    own.set(object, try codec.decode(from: row, at: position))
  }
}

/// A value of a custom type in one column.
final class ValueSlotBinding<Value>: SlotBinding<Value>, @unchecked Sendable {
  private let codec: CheckedCodec<Value>

  init(
    codec: any ColumnCodec<Value>, property: SlotProperty<Value>, _ context: BindingContext
  ) throws {
    let column = try ValueColumn(codec, of: property, default: property.defaultValue?())
    self.codec = column.codec
    super.init(property: property, context, column)
  }

  override func read(from row: Row) throws -> _Slot<Value> {
    _Slot(try codec.decode(from: row, at: position))
  }

  override func write(_ slot: _Slot<Value>, into cells: RowBatch, at index: Int) throws {
    try codec.encode(slot.loaded, into: cells, at: index)
  }

  override func refresh(_ object: AnyObject, from row: Row) throws {
    own.set(object, try read(from: row))
  }
}
