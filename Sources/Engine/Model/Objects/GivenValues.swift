// Objects made of values instead of a row: copies, and objects from a dictionary. They use the same
// `init(_loading:)` as others, which then reads from `GivenValues`.

import Foundation

/// A value for one property.
class GivenValue {}

/// A value of a property's own type.
final class TypedValue<Value>: GivenValue {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// The values in place of a row: one for each property, at the property's position.
struct GivenValues {
  let values: [GivenValue]

  init(_ values: [GivenValue]) { self.values = values }

  /// A value by the type that the property of the position has.
  func value<Value>(at index: Int) throws -> Value {
    guard let value = values[index] as? TypedValue<Value> else {
      throw CodecError("the value given is no \(Value.self)")
    }
    return value.value
  }
}

/// The fields of a class by which its objects are made of ``GivenValues``: without codecs.
final class GivenFields: @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after `init`.
  let fields: UnsafePointer<RowField>

  init(_ entity: EntityDescription) {
    let memory = UnsafeMutablePointer<RowField>.allocate(capacity: entity.properties.count)
    for index in entity.properties.indices {
      (memory + index).initialize(to: RowField(position: index, width: 0))
    }
    fields = UnsafePointer(memory)
  }

  deinit { fields.deallocate() }
}

/// A property with its own value, which can be read and set.
protocol ValueHolder: PropertyDescription {
  /// The value of an object; nil while it is not loaded.
  func given(_ object: AnyObject) -> GivenValue?
  /// A value of any type as one of the property's; nil if its type does not fit.
  func given(_ value: Any?) -> GivenValue?
  /// The default value of an object without a value for the property; nil if one is required.
  func givenByDefault() -> GivenValue?
  /// The value without its type; nil for nil.
  func plain(_ object: AnyObject) -> Any?
  /// Sets a value and notes the change; a version is left unchanged.
  func assign(_ value: GivenValue, to object: some PersistentObject, at index: Int)
}

extension ValueProperty: ValueHolder {
  func given(_ object: AnyObject) -> GivenValue? { TypedValue(get(object)) }

  func given(_ value: Any?) -> GivenValue? { fitting(value, as: Value.self).map(TypedValue.init) }

  func givenByDefault() -> GivenValue? {
    if let value = defaultValue?() ?? nilValue(Value.self) { return TypedValue(value) }
    guard declaration.timestamp != nil, let now = Date() as? Value else { return nil }
    return TypedValue(now)
  }

  func plain(_ object: AnyObject) -> Any? { flattened(get(object)) }

  func assign(_ value: GivenValue, to object: some PersistentObject, at index: Int) {
    guard !declaration.isVersion, let value = value as? TypedValue<Value> else { return }
    if object._object.notesChange(of: index) {
      object._object.willChange(object, at: index, from: get(object))
    }
    set(object, value.value)
  }
}

extension SlotProperty: ValueHolder {
  func given(_ object: AnyObject) -> GivenValue? { get(object).value.map(TypedValue.init) }

  func given(_ value: Any?) -> GivenValue? { fitting(value, as: Value.self).map(TypedValue.init) }

  func givenByDefault() -> GivenValue? {
    (defaultValue?() ?? nilValue(Value.self)).map(TypedValue.init)
  }

  func plain(_ object: AnyObject) -> Any? { get(object).value.flatMap { flattened($0) } }

  func assign(_ value: GivenValue, to object: some PersistentObject, at index: Int) {
    guard let value = value as? TypedValue<Value> else { return }
    let related = object._object.related(object, index)
    if object._object.notesChange(of: index) {
      object._object.willChange(object, at: index, from: get(object))
    }
    set(object, _Slot(value.value))
    if let related { object._object.relate(object, index, related) }
  }
}

// MARK: Values of unknown type

/// Converts a value to a type: a value of that type, or a number that it can represent exactly.
private func fitting<Value>(_ value: Any?, as type: Value.Type) -> Value? {
  guard let value = value.flatMap({ flattened($0) }) else { return nilValue(type) }
  if let value = value as? Value { return value }
  guard let integer = value as? any BinaryInteger else {
    return (value as? Double).flatMap { sameNumber($0, as: type) }
  }
  return sameNumber(integer, as: type)
}

/// Converts an integer to another type of number; nil if that cannot represent it.
private func sameNumber<Value>(_ integer: some BinaryInteger, as type: Value.Type) -> Value? {
  let wanted: Any.Type = (type as? any NilableType.Type)?.wrapped ?? type
  let number =
    if let wanted = wanted as? any FixedWidthInteger.Type {
      exactly(integer, as: wanted)
    } else {
      (wanted as? any BinaryFloatingPoint.Type).flatMap { exactly(integer, as: $0) }
    }
  return number.flatMap { $0 as? Value }
}

/// Converts a double to another type of number; nil if that cannot represent it.
private func sameNumber<Value>(_ double: Double, as type: Value.Type) -> Value? {
  let wanted: Any.Type = (type as? any NilableType.Type)?.wrapped ?? type
  let number = (wanted as? any BinaryFloatingPoint.Type).flatMap { exactly(double, as: $0) }
  return number.flatMap { $0 as? Value }
}

private func exactly<Number: FixedWidthInteger>(
  _ integer: some BinaryInteger, as type: Number.Type
) -> Any? { Number(exactly: integer) }

private func exactly<Number: BinaryFloatingPoint>(
  _ integer: some BinaryInteger, as type: Number.Type
) -> Any? { Number(exactly: integer) }

private func exactly<Number: BinaryFloatingPoint>(
  _ double: Double, as type: Number.Type
) -> Any? {
  Number(exactly: double)
}

/// The value nil of a type, if the type has it.
private func nilValue<Value>(_ type: Value.Type) -> Value? {
  (type as? any ExpressibleByNilLiteral.Type).flatMap { makeNil($0) as? Value }
}

private func makeNil<Value: ExpressibleByNilLiteral>(_ type: Value.Type) -> Any { nil as Value }

/// A value without the optionals around it.
private func flattened(_ value: Any) -> Any? {
  guard let optional = value as? any NilableType else { return value }
  return optional.content.flatMap { flattened($0) }
}

/// An optional of any type.
private protocol NilableType {
  static var wrapped: Any.Type { get }
  var content: Any? { get }
}

extension Optional: NilableType {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
  fileprivate var content: Any? { self }
}
