import Foundation
public import PersistentObjectsEngine

/// Stores a `Codable` value as JSON in the database's own type for it where it has one: `jsonb` on PostgreSQL, which
/// other programs search and index, else TEXT, as in `WHERE home->>'city' = \(city)`.
///
/// The text is the one that `jsonb` writes, on every database: keys by length and then by their bytes, a space behind
/// each comma and colon, numbers without exponents. Values come back as by ``JSONCodec``, which keeps what `jsonb`
/// does not have: NUL characters in texts, and the sign of a negative zero, are errors here.
///
/// Not searchable as a whole, as with ``JSONCodec``.
public struct JSONBCodec<Value: Codable>: ColumnCodec {
  private let json: JSONCodec<Value>

  /// Stores values of a type as JSON.
  ///
  /// - Parameter maximumDepth: the greatest nesting of arrays and objects, for writing and reading;
  ///   at most 511, Foundation's own limit. Each level takes stack while it is read or written.
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
    column.write(try text.withUnsafeBytes { try CanonicalJSON.text(of: TextSlice($0)) })
  }

  /// Reads a value from JSON in any form; throws if the text is not JSON that `jsonb` keeps, or not of this type.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    let value = try json.decode(from: column)
    try column.withUTF8 { _ = try CanonicalJSON.text(of: TextSlice($0)) }
    return value
  }
}
