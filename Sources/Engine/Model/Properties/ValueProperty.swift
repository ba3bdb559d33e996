/// A property whose value is in the object itself, and in one column.
final class ValueProperty<Value>: TypedProperty<Value> {
  let get: @Sendable (AnyObject) -> Value
  let set: @Sendable (AnyObject, Value) -> Void
  let codec: CodecFunctions<Value>?

  init<Object: AnyObject>(
    _ declaration: _PropertyDeclaration, codec: CodecFunctions<Value>?,
    defaultValue: (@Sendable () -> Value)?, get: @escaping @Sendable (Object) -> Value,
    set: @escaping @Sendable (Object, Value) -> Void
  ) {
    // The engine passes a property only objects of the class that declares it.
    self.get = { get(unsafeDowncast($0, to: Object.self)) }
    self.set = { set(unsafeDowncast($0, to: Object.self), $1) }
    self.codec = codec
    super.init(declaration, default: defaultValue)
  }

  override var declaredCodec: (any ColumnCodec)? { codec?.codec }

  override func makeBinding(_ context: BindingContext) throws -> PropertyBinding {
    let codec = try codec ?? context.codec(for: Value.self, of: self)
    // A row without a version equals one that was never changed.
    let fallback = declaration.isVersion ? defaultValue : nil
    return try ValueBinding(
      codec: fallback.map { codec.defaulting(to: $0) } ?? codec, property: self, context)
  }

  override func value(of object: AnyObject) -> Value? { get(object) }

  override func store(_ value: Value, in object: AnyObject) { set(object, value) }

  override func noteChange(of object: some PersistentObject, at index: Int) {
    if object._object.notesChange(of: index) {
      object._object.willChange(object, at: index, from: get(object))
    }
  }

  override func capture(_ object: AnyObject) -> () -> Void {
    let value = get(object)
    return { self.set(object, value) }
  }

  override func restore(_ object: AnyObject, from stored: UnsafeRawPointer) {
    set(object, stored.assumingMemoryBound(to: Value.self).pointee)
  }

  override func describe(_ object: AnyObject) -> String { shortText(of: get(object)) }
}
