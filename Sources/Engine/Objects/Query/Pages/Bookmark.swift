// The bytes of a bookmark, with all numbers big-endian; the text is their base64 with `-` and `_`,
// and without `=`:
//
//   bookmark = version(1 byte: 1) fingerprint(8) value* checksum(8)
//   value    = 0                          NULL
//            | 1 integer(8)               in two's complement
//            | 2 bits(8)                  of a double
//            | 3 count(4) utf8(count)     a text
//            | 4 count(4) bytes(count)    bytes
//
// The fingerprint is that of the query's SQL, the checksum that of all bytes before it (FNV-1a).
// The checksum detects damage, not forgery: a forged bookmark can name another place in the order
// and do nothing else, since its values are bound.
import Foundation
import PersistentObjectsDriver

/// A place in the order of a query, at which a page begins or ends. It can be passed on as text,
/// for instance in a URL.
///
/// ```swift
/// let page = try query.page(size: 50, in: session)
/// let text = page.next?.description ?? ""  // for the link to the next page
/// let next = try query.page(size: 50, after: Bookmark(text), in: session)
/// ```
///
/// It contains the row's values in the order and its primary key, so it remains valid when the row
/// is changed or deleted. It does not keep these values secret.
public struct Bookmark: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The bookmark as letters, digits, `-` and `_`.
  public let description: String
  let fingerprint: UInt64
  let position: RowPosition

  init(fingerprint: UInt64, position: RowPosition) {
    self.fingerprint = fingerprint
    self.position = position
    var bytes: [UInt8] = [Self.version]
    Self.append(fingerprint, to: &bytes)
    for value in position.values { Self.append(value, to: &bytes) }
    Self.append(Checksum(bytes).value, to: &bytes)
    description = Data(bytes).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
  }

  /// Creates a bookmark from its text. Throws `invalidQuery` for a text that is not a bookmark, or
  /// is damaged.
  public init(_ text: String) throws {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: standard + padding),
      let content = BookmarkReader(Array(data))?.content
    else {
      throw PersistenceError(.invalidQuery, "the text is not a bookmark of a page, or is damaged")
    }
    (fingerprint, position) = content
    description = text
  }

  /// Creates a bookmark by decoding its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(container.decode(String.self))
    } catch let error as PersistenceError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
    }
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  static let version: UInt8 = 1

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  private static func append(_ value: StoredValue, to bytes: inout [UInt8]) {
    bytes.append(value.kind.rawValue)
    switch value {
    case .null: break
    case .integer(let value): append(value, to: &bytes)
    case .real(let value): append(value.bitPattern, to: &bytes)
    case .text(let value):
      append(UInt32(truncatingIfNeeded: value.utf8.count), to: &bytes)
      bytes += value.utf8
    case .bytes(let value):
      append(UInt32(truncatingIfNeeded: value.count), to: &bytes)
      bytes += value
    }
  }
}

/// A parser of a bookmark's bytes. It never reads beyond them, whatever they contain.
private struct BookmarkReader {
  private var rest: ArraySlice<UInt8>
  private(set) var content: (UInt64, RowPosition) = (0, RowPosition(values: []))

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 17, bytes[0] == Bookmark.version else { return nil }
    rest = bytes.suffix(8)
    guard let checksum = number(UInt64.self), checksum == Checksum(bytes.dropLast(8)).value else {
      return nil
    }
    rest = bytes.dropLast(8).dropFirst()
    guard let fingerprint = number(UInt64.self) else { return nil }
    var values: [StoredValue] = []
    while !rest.isEmpty {
      guard let value = value() else { return nil }
      values.append(value)
    }
    content = (fingerprint, RowPosition(values: values))
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    take(Number.bitWidth / 8)?.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  private mutating func value() -> StoredValue? {
    switch take(1)?.first.flatMap(StoredKind.init(rawValue:)) {
    case .null: .null
    case .integer: number(Int64.self).map { .integer($0) }
    case .real: number(UInt64.self).map { .real(Double(bitPattern: $0)) }
    case .text: bytes().flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
    case .bytes: bytes().map { .bytes($0) }
    case nil: nil
    }
  }

  private mutating func bytes() -> [UInt8]? {
    number(UInt32.self).flatMap { take(Int($0)) }.map(Array.init)
  }
}
