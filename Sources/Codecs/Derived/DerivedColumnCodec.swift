public import PersistentObjectsEngine

/// A codec made of another one: it stores a value as that codec stores another value, which it can
/// be made of again.
///
/// A codec whose stored forms mean something else than the other's has an `identifier` of its own.
public protocol DerivedColumnCodec<Value>: ColumnCodecWrapper {
  /// The type that is stored.
  associatedtype Value
  /// Returns the value that is stored for another; throws if there is none.
  func baseValue(of value: Value) throws -> Base.Value
  /// Returns the value for which another was stored; throws if there is none.
  func value(of base: Base.Value) throws -> Value
}

extension DerivedColumnCodec {
  /// Writes the base's value.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    try base.encode(baseValue(of: value), into: &column)
  }

  /// Reads the base's value and converts it.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    try value(of: base.decode(from: column))
  }
}
