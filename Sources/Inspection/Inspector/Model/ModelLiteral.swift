import Foundation
public import PersistentObjects

/// A stored value in JSON. NULL is null; integers and doubles are numbers, and doubles have a `.`
/// or an `e`; texts are strings; bytes are `{"bytes": "…"}` in base 64. A double that is whole, or
/// that JSON cannot express, is an object such as `{"real": "inf"}`.
///
/// ```json
/// {"name": "photo", "type": "Data", "default": {"bytes": "AP8="}}
/// ```
public struct ModelLiteral: Hashable, Sendable {
  /// The value.
  public var value: StoredValue

  /// Creates a literal for a value.
  public init(_ value: StoredValue) { self.value = value }
}

extension ModelLiteral: Codable {
  private enum CodingKeys: String, CodingKey { case bytes, real }

  /// Decodes a value.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      value = try Self.wrapped(container)
    } else {
      value = try Self.simple(decoder.singleValueContainer())
    }
  }

  private static func simple(
    _ container: any SingleValueDecodingContainer
  ) throws -> StoredValue {
    if container.decodeNil() { return .null }
    if let integer = try? container.decode(Int64.self) { return .integer(integer) }
    if let real = try? container.decode(Double.self) { return .real(real) }
    if let bool = try? container.decode(Bool.self) { return .integer(bool ? 1 : 0) }
    if let text = try? container.decode(String.self) { return .text(text) }
    throw DecodingError.invalid(
      "a stored value is a number, a text, true, false or null, not a list",
      at: container.codingPath)
  }

  private static func wrapped(
    _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> StoredValue {
    if let text = try container.decodeIfPresent(String.self, forKey: .real) {
      // A column cannot hold NaN.
      guard let real = Double(text), !real.isNaN else {
        throw invalid("'\(text)' is not a number", at: .real, in: container)
      }
      return .real(real)
    }
    let text = try container.decode(String.self, forKey: .bytes)
    guard let bytes = Data(base64Encoded: text) else {
      throw invalid("the text is not base 64", at: .bytes, in: container)
    }
    return .bytes([UInt8](bytes))
  }

  private static func invalid(
    _ reason: String, at key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>
  ) -> DecodingError {
    .invalid(reason, at: container.codingPath + [key])
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    switch value {
    case .bytes(let bytes):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Data(bytes), forKey: .bytes)
    case .real(let real) where !real.isFinite || real == real.rounded():
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("\(real)", forKey: .real)
    default:
      var container = encoder.singleValueContainer()
      try encodeSimply(in: &container)
    }
  }

  private func encodeSimply(in container: inout any SingleValueEncodingContainer) throws {
    switch value {
    case .null, .bytes: try container.encodeNil()
    case .integer(let integer): try container.encode(integer)
    case .real(let real): try container.encode(real)
    case .text(let text): try container.encode(text)
    }
  }
}
