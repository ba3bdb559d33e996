/// A binding of a property that has a slot in the object.
class SlotBinding<Value>: TypedBinding<Value> {
  let own: SlotProperty<Value>

  init(
    property: SlotProperty<Value>, _ context: BindingContext, codec: ValueCodec<Value>? = nil,
    default value: Value? = nil
  ) throws {
    own = property
    try super.init(property: property, context, codec: codec, default: value)
  }

  /// Reads the slot of an object that is being made of a row.
  func read(from row: Row) throws -> _Slot<Value> {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  /// Writes a slot to parameters.
  func write(_ slot: _Slot<Value>, into cells: RowBatch, at index: Int) throws {}

  override func encode(_ object: AnyObject, into cells: RowBatch, at index: Int) throws {
    try write(own.get(object), into: cells, at: index)
  }

  override func isFault(_ object: AnyObject) -> Bool { own.access.isFault(object) }
}
