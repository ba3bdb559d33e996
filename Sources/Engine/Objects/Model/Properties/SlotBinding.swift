import PersistentObjectsCodec
import PersistentObjectsDriver

/// A binding of a property that has a slot in the object. This class binds a value in one column;
/// subclasses bind other kinds.
class SlotBinding<Value>: TypedBinding<Value> {
  let own: SlotProperty<Value>

  init(
    property: SlotProperty<Value>, _ context: BindingContext,
    form: ValueForm<Value>? = nil
  ) throws {
    own = property
    try super.init(property: property, context, form: form)
  }

  /// Reads the slot of an object that is being made from a row.
  func read(from row: Row) throws -> _Slot<Value> {
    _Slot(try decodeResult(from: row, at: position))
  }

  /// Writes a slot to parameters.
  func write(_ slot: _Slot<Value>, into cells: RowBatch, at index: Int) throws {
    try encodeArgument(slot.loaded, into: cells, at: index)
  }

  override func encode(_ object: AnyObject, into cells: RowBatch, at index: Int) throws {
    try write(own.get(object), into: cells, at: index)
  }

  override func refresh(_ object: AnyObject, from row: Row) throws {
    own.set(object, try read(from: row))
  }

  override func isFault(_ object: AnyObject) -> Bool { own.access.isFault(object) }

  override func captureBaseline(_ object: AnyObject, kept: SlotBaseline?) -> SlotBaseline? {
    layout == nil ? nil : own.access.capture(object)
  }
}
