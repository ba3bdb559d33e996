import PersistentObjectsCodec

/// A property whose value is stored in the object itself, and in one column.
final class ValueProperty<Value>: TypedProperty<Value> {
  let codec: CodecFunctions<Value>?

  init(
    _ declaration: _PropertyDeclaration, codec: CodecFunctions<Value>?,
    default defaultValue: (@Sendable () -> Value)?
  ) {
    self.codec = codec
    super.init(declaration, default: defaultValue, recordLayout: .init(of: Value.self))
  }

  override var declaredCodec: (any ColumnCodec)? { codec?.codec }

  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    let codec = try codec ?? context.codec(for: Value.self, of: self)
    // A row without a version counts as one that was never changed.
    let fallback = declaration.isVersion ? defaultValue : nil
    return try ValueBinding(
      codec: fallback.map { codec.defaulting(to: $0) } ?? codec, property: self, context)
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
