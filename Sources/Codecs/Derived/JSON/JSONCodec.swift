import Foundation
public import PersistentObjectsCodec
import PersistentObjectsJSON

/// Stores a `Codable` value as TEXT: JSON with sorted keys, for people and for the database's JSON
/// functions, as in `WHERE json_extract(home, '$.city') = \(city)`.
///
/// ```swift
/// @Column(codec: JSONCodec<Address>()) var home: Address  // home TEXT: {"city":"Bonn"}
/// ```
///
/// Dates are strings in the form of ``DateCodec``, and data are strings in base 64. Numbers keep
/// all their digits: those of a `Double`, of a `Decimal` and of integers of 128 bits come back
/// exactly, although SQL's JSON functions see a number beyond 64 bits as a REAL.
///
/// The codec is not searchable as a whole: a set or a dictionary may be written in any order, so
/// equal values need not have equal text. A value that JSON cannot express, such as NaN, or that is
/// nested deeper than `maximumDepth`, such as an object that contains itself, is an error. To find
/// out, each value is encoded twice: its `encode(to:)` must do the same both times.
public struct JSONCodec<Value: Codable>: ColumnCodec {
  // Both are classes that are safe to share: encoding and decoding only read their settings.
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()
  private let maximumDepth: Int

  /// Makes a codec that stores values of a type as JSON.
  ///
  /// - Parameter maximumDepth: the maximum nesting of arrays and objects, for writing and reading;
  ///   at most 511, Foundation's own limit. Each level uses stack while it is read.
  public init(_ type: Value.Type = Value.self, maximumDepth: Int = 128) {
    self.maximumDepth = min(maximumDepth, 511)
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom(JSONDates.encode)
    decoder.dateDecodingStrategy = .custom(JSONDates.decode)
  }

  /// `json 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("json") }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// JSON.
  public var meaning: StoredMeaning? { .json }
  /// Always false.
  public var isSearchable: Bool { false }

  /// Writes the value as JSON.
  public func encode(_ value: Value, into column: inout ColumnWriter) throws {
    column.write(String(decoding: try checkedJSON(of: value), as: UTF8.self))
  }

  /// Encodes a value and checks the JSON that Foundation has written.
  func checkedJSON(of value: Value) throws -> Data {
    let json = try json(of: value)
    try json.withUnsafeBytes { try check($0) }
    return json
  }

  /// Reads a value from JSON; throws if the text is not JSON, or does not fit this type.
  public func decode(from column: borrowing ColumnReader) throws -> Value {
    let json = try column.withUTF8 { bytes in
      try check(bytes)
      return Data(bytes)
    }
    do {
      return try decoder.decode(Value.self, from: json)
    } catch {
      throw CodecError("the stored JSON is not a \(Value.self): \(error)")
    }
  }

  /// Checks a text. Only checked text reaches Foundation's decoder, which may end the process for
  /// invalid JSON instead of throwing: Swift 6.3's does so on Linux for 513 opening brackets and
  /// nothing else. Its encoder also writes invalid JSON: a `Decimal` that is not a number as `NaN`.
  private func check(_ json: UnsafeRawBufferPointer) throws(CodecError) {
    do {
      try JSONReader.check(json, maximumDepth: maximumDepth)
    } catch {
      switch error.problem {
      case .isNestedTooDeeply(let depth):
        throw CodecError(
          "the JSON is nested more than \(depth) levels deep; raise the codec's maximumDepth")
      case .isNotUTF8: throw CodecError("the JSON is not valid UTF-8")
      case .expected(let thing), .refused(let thing):
        throw CodecError(
          "the JSON is not valid near byte \(error.position), where \(thing) is expected")
      }
    }
  }

  /// Encodes a value. Replaces Foundation's error, which shows the whole value, with one that
  /// states only the problem and its place.
  private func json(of value: Value) throws -> Data {
    do {
      try NestingCheck.check(value, maximumDepth: maximumDepth)
      return try encoder.encode(value)
    } catch EncodingError.invalidValue(_, let context) {
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      let place = path.isEmpty ? "" : " at \(Excerpt(path.joined(separator: ".")))"
      throw CodecError("the value cannot be encoded as JSON\(place): \(context.debugDescription)")
    }
  }
}
