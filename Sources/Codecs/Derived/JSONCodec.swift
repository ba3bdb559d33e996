import Foundation
import PersistentObjectsEngine

/// Stores a `Codable` value as TEXT: JSON with sorted keys, for people and for the database's JSON
/// functions, as in `WHERE json_extract(home, '$.city') = \(city)`.
///
/// Not searchable as a whole: a set or a dictionary may be written in any order, so equal values
/// need not have equal text. What JSON cannot say, such as NaN, is an error.
public struct JSONCodec<Value: Codable>: ColumnCodec {
  /// Stores values of a type as JSON.
  public init(_ type: Value.Type = Value.self) {}

  /// `json 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("json") }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// False.
  public var isSearchable: Bool { false }

  /// Writes the value as JSON.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(value)
    json.withUnsafeBytes { column.write(utf8: $0.assumingMemoryBound(to: UInt8.self)) }
  }

  /// Reads a value from JSON; throws if the text is not JSON, or not of this type.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    let json = try column.withUTF8 { Data($0) }
    do {
      return try JSONDecoder().decode(Value.self, from: json)
    } catch {
      throw CodecError("the stored JSON is not a \(Value.self): \(error)")
    }
  }
}
