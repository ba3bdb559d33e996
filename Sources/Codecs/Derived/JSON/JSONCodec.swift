import Foundation
import PersistentObjectsEngine

/// Stores a `Codable` value as TEXT: JSON with sorted keys, for people and for the database's JSON
/// functions, as in `WHERE json_extract(home, '$.city') = \(city)`.
///
/// Dates are texts as ``DateCodec`` writes them, data are texts in base 64. Numbers keep all their
/// digits: those of a `Double`, of a `Decimal` and of integers of 128 bits come back exactly, though
/// SQL's JSON functions see a number beyond 64 bits as a REAL.
///
/// Not searchable as a whole: a set or a dictionary may be written in any order, so equal values
/// need not have equal text. What JSON cannot say, such as NaN, or what is nested more than 512 deep
/// is an error.
public struct JSONCodec<Value: Codable>: ColumnCodec {
  // Both are classes that are safe to share: encoding and decoding only read their settings.
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  /// Stores values of a type as JSON.
  public init(_ type: Value.Type = Value.self) {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom(JSONDates.encode)
    decoder.dateDecodingStrategy = .custom(JSONDates.decode)
  }

  /// `json 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("json") }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// False.
  public var isSearchable: Bool { false }

  /// Writes the value as JSON.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    let json = try encoder.encode(value)
    try json.withUnsafeBytes { bytes in
      try JSONText.checkCanBeRead(bytes)
      column.write(utf8: bytes.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Reads a value from JSON; throws if the text is not JSON, or not of this type.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    let json = try column.withUTF8 { Data($0) }
    do {
      return try decoder.decode(Value.self, from: json)
    } catch {
      throw CodecError("the stored JSON is not a \(Value.self): \(error)")
    }
  }
}
