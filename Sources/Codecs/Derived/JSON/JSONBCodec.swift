import Foundation
public import PersistentObjectsCodec

/// Stores a `Codable` value as JSON in the database's own JSON type if it has one: `jsonb` on
/// PostgreSQL, which other programs can search and index. Otherwise the column is TEXT. Search it
/// with `WHERE home->>'city' = \(city)`.
///
/// ```swift
/// @Column(codec: JSONBCodec<Address>()) var home: Address  // home TEXT: {"city": "Bonn"}
/// ```
///
/// On every database, the text is the one that `jsonb` writes: keys sorted by length and then by
/// their bytes, a space after each comma and colon, numbers without exponents. Values come back as
/// they do with ``JSONCodec``. That codec also keeps what `jsonb` cannot hold and what is an error
/// here: NUL characters in texts, and the sign of a negative zero.
///
/// The codec is not searchable as a whole, like ``JSONCodec``.
public struct JSONBCodec<Value: Codable>: ColumnCodec {
  private let json: JSONCodec<Value>

  /// Makes a codec that stores values of a type as JSON.
  ///
  /// - Parameter maximumDepth: the maximum nesting of arrays and objects, for writing and reading;
  ///   at most 511, Foundation's own limit. Each level uses stack while it is read or written.
  public init(_ type: Value.Type = Value.self, maximumDepth: Int = 128) {
    json = JSONCodec(type, maximumDepth: maximumDepth)
  }

  /// `jsonb 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("jsonb") }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// JSON as `jsonb` writes it.
  public var meaning: StoredMeaning? { .canonicalJSON }
  /// Always false.
  public var isSearchable: Bool { false }

  /// Writes the value as JSON.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    let text = try json.checkedJSON(of: value)
    column.write(try text.withUnsafeBytes { try CanonicalJSON.text(of: $0) })
  }

  /// Reads a value from JSON in any form; throws if the text is not JSON that `jsonb` can hold, or
  /// does not fit this type.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    let value = try json.decode(from: column)
    try column.withUTF8 { try CanonicalJSON.check($0) }
    return value
  }
}
