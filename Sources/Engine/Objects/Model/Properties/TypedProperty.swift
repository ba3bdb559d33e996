import Foundation
import PersistentObjectsCodec

/// A property whose type is known, with the code that properties with and without a slot share.
class TypedProperty<Value>: PropertyDescription {
  final let defaultValue: (@Sendable () -> Value)?

  init(
    _ declaration: _PropertyDeclaration, default defaultValue: (@Sendable () -> Value)?,
    recordLayout: ChangeRecord.Layout
  ) {
    self.defaultValue = defaultValue
    super.init(declaration, recordLayout: recordLayout)
  }

  override final var valueType: Any.Type { Value.self }

  /// Returns the value of an object; nil while it is not loaded.
  func value(of object: AnyObject) -> Value? { abstract() }

  /// Sets a value without noting a change.
  func store(_ value: Value, in object: AnyObject) { abstract() }

  // MARK: Values without their type

  override final func given(_ object: AnyObject) -> GivenValue? {
    value(of: object).map(TypedValue.init)
  }

  override final func given(_ value: Any?) -> GivenValue? {
    value as? TypedValue<Value> ?? fitting(value, as: Value.self).map(TypedValue.init)
  }

  override final func given(_ path: [String], _ value: Any?, in whole: GivenValue?) -> GivenValue? {
    guard let whole = (whole ?? givenByDefault()) as? TypedValue<Value>,
      let content = flattened(whole.value)
    else { return nil }
    let replaced = fields.replacing(path[...], of: content) { type in
      func fit<Field>(_ type: Field.Type) -> Any? { fitting(value, as: type) }
      return _openExistential(type, do: fit)
    }
    return (replaced as? Value).map(TypedValue.init)
  }

  override final func givenByDefault() -> GivenValue? {
    if let value = defaultValue?() ?? nilValue(Value.self) { return TypedValue(value) }
    return declaration.timestamp.flatMap { _ in Date() as? Value }.map(TypedValue.init)
  }

  override final func plain(_ object: AnyObject) -> Any? {
    value(of: object).flatMap { flattened($0) }
  }

  override final func assign(
    _ value: GivenValue, to object: some PersistentObject, at index: Int
  ) {
    guard !declaration.isVersion, let value = value as? TypedValue<Value> else { return }
    let related = object._object.related(object, index)
    object._object.willChange(object, at: index)
    store(value.value, in: object)
    if let related { object._object.relate(object, index, related) }
  }
}

// MARK: Values of unknown type

/// Converts a value to a type that it has, or a number to a type that represents it exactly; nil if
/// neither applies.
private func fitting<Value>(_ value: Any?, as type: Value.Type) -> Value? {
  guard let value = value.flatMap({ flattened($0) }) else { return nilValue(type) }
  return value as? Value ?? sameNumber(value, as: type)
}

/// Converts an integer or a double to another numeric type; nil if that type cannot represent it
/// exactly.
private func sameNumber<Value>(_ value: Any, as type: Value.Type) -> Value? {
  func exactly<Number: FixedWidthInteger>(_ value: some BinaryInteger, _: Number.Type) -> Any? {
    Number(exactly: value)
  }
  func exactly<Number: BinaryFloatingPoint>(_ value: some BinaryInteger, _: Number.Type) -> Any? {
    Number(exactly: value)
  }
  func exactly<Number: BinaryFloatingPoint>(_ value: Double, _: Number.Type) -> Any? {
    Number(exactly: value)
  }
  func exactly<Number: FixedWidthInteger>(_ value: Double, _: Number.Type) -> Any? {
    Number(exactly: value)
  }
  let wanted: Any.Type = (type as? any OptionalType.Type)?.wrapped ?? type
  let number: Any? =
    switch (value, wanted) {
    case (let value as any BinaryInteger, let wanted as any FixedWidthInteger.Type):
      exactly(value, wanted)
    case (let value as any BinaryInteger, let wanted as any BinaryFloatingPoint.Type):
      exactly(value, wanted)
    case (let value as Double, let wanted as any BinaryFloatingPoint.Type): exactly(value, wanted)
    case (let value as Double, let wanted as any FixedWidthInteger.Type): exactly(value, wanted)
    default: nil
    }
  return number.flatMap { $0 as? Value }
}

/// Returns the value nil of a type, if the type has it.
private func nilValue<Value>(_ type: Value.Type) -> Value? {
  (type as? any ExpressibleByNilLiteral.Type).flatMap { makeNil($0) as? Value }
}

private func makeNil<Value: ExpressibleByNilLiteral>(_ type: Value.Type) -> Any { nil as Value }
