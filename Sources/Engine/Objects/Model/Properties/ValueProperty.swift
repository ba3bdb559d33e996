import PersistentObjectsCodec

/// A property whose value is stored in the object itself, and in one column.
final class ValueProperty<Value>: TypedProperty<Value> {
  let form: ValueForm<Value>?

  init(
    _ declaration: _PropertyDeclaration, form: ValueForm<Value>?,
    default defaultValue: (@Sendable () -> Value)?
  ) {
    self.form = form
    super.init(declaration, default: defaultValue, recordLayout: .init(of: Value.self))
  }

  override var declaredCodec: (any ColumnCodec)? { form?.functions?.codec }

  override var compositeCodec: (any CompositeCodec)? {
    if case .composite(let functions) = form { functions.codec } else { nil }
  }

  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    var form = try form ?? context.form(for: Value.self, of: self)
    // A row without a version counts as one that was never changed.
    if declaration.isVersion, let defaultValue, let codec = form.functions {
      form = .column(codec.defaulting(to: defaultValue))
    }
    return try ValueBinding(form: form, property: self, context)
  }

  func get(_ object: AnyObject) -> Value {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      // A buffer of one value has a base address.
      let place = buffer.baseAddress.unsafelyUnwrapped
      copy(object, to: UnsafeMutableRawPointer(place))
      return place.move()
    }
  }

  override func copy(_ object: AnyObject, to place: UnsafeMutableRawPointer) {
    exchangeValue(of: object, .copy(to: place))
  }

  func set(_ object: AnyObject, _ value: Value) {
    var value = value
    withUnsafeMutablePointer(to: &value) { exchangeValue(of: object, .swap(with: $0)) }
  }

  override func value(of object: AnyObject) -> Value? { get(object) }

  override func store(_ value: Value, in object: AnyObject) { set(object, value) }

  override func capture(_ object: AnyObject) -> () -> Void {
    let value = get(object)
    return { self.set(object, value) }
  }

  override func restore(_ object: AnyObject, from stored: UnsafeRawPointer) {
    set(object, stored.assumingMemoryBound(to: Value.self).pointee)
  }

  override func discard(_ stored: UnsafeMutableRawPointer) {
    stored.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  override func describe(_ object: AnyObject) -> String { shortText(of: get(object)) }
}
