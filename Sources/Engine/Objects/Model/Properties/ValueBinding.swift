import PersistentObjectsCodec
import PersistentObjectsDriver

/// A binding of a value in one column that the object stores without a slot.
final class ValueBinding<Value>: TypedBinding<Value> {
  private let own: ValueProperty<Value>

  init(
    form: ValueForm<Value>, property: ValueProperty<Value>, _ context: BindingContext
  ) throws {
    own = property
    try super.init(property: property, context, form: form)
  }

  override func encode(_ object: AnyObject, into cells: RowBatch, at index: Int) throws {
    try encodeArgument(own.get(object), into: cells, at: index)
  }

  override func refresh(_ object: AnyObject, from row: Row) throws {
    own.set(object, try decodeResult(from: row, at: position))
  }

  override func captureBaseline(_ object: AnyObject, kept: SlotBaseline?) -> SlotBaseline? {
    layout == nil ? nil : TypedSlotBaseline(own.get(object), isSparse: false)
  }
}
