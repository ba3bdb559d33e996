public import PersistentObjectsCodec

/// A codec built on another codec: it converts a value to one that the base stores, and back.
///
/// ```swift
/// struct SlugCodec: DerivedColumnCodec {
///   let identifier = CodecIdentifier("slug")
///   let base = StringCodec()
///   func baseValue(of slug: Slug) -> String { slug.text }
///   func value(of text: String) throws -> Slug { try Slug(checking: text) }
/// }
/// ```
///
/// If its stored forms have another meaning than those of the base, it needs an `identifier` of its
/// own.
public protocol DerivedColumnCodec<Value>: ColumnCodecWrapper {
  /// The type that is stored.
  associatedtype Value
  /// Returns the base's value that represents a value; throws if there is none.
  func baseValue(of value: Value) throws -> Base.Value
  /// Returns the value that a base's value represents; throws if there is none.
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
