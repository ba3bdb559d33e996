// Objects made from values instead of a row: copies, and objects made from a dictionary. They use
// the same `init(_loading:)` as other objects, which then reads from `GivenValues`.

import PersistentObjectsCodec

/// A value for one property.
class GivenValue {}

/// A value of a property's own type.
final class TypedValue<Value>: GivenValue {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// The values that take the place of a row: one for each property, at the property's position.
struct GivenValues {
  let values: [GivenValue]

  init(_ values: [GivenValue]) { self.values = values }

  /// Returns the value at a position as the type of the property at that position.
  func value<Value>(at index: Int) throws -> Value {
    guard let value = values[index] as? TypedValue<Value> else {
      throw CodecError("the value given is not of type \(Value.self)")
    }
    return value.value
  }
}
