/// A JSON value with exact numbers.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without a point or an exponent.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  case text(String)
  case list([JSONValue])
  /// The members in their order. No two have the same name, byte by byte.
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONValue
  }

  /// The member of an object; nil if there is none, or this is not an object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The kind of the value, for errors.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer: "an integer"
    case .real: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue {
  /// Parses a whole text, strictly: numbers beyond 64 bits, duplicate names and invalid UTF-8 are
  /// errors, as is nesting deeper than 128 levels.
  package init(parsing text: [UInt8]) throws(JSONError) {
    let value = text.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in try JSONValue(bytes) }
    }
    self = try value.get()
  }

  private init(_ text: UnsafeRawBufferPointer) throws(JSONError) {
    var reader = JSONReader(text, maximumDepth: 128)
    guard let value = try JSONValue(&reader) else { throw reader.expected("a value") }
    // Throws if something follows.
    _ = try reader.next()
    try reader.requireUTF8()
    self = value
  }

  /// Reads the next value; nil at the end of a list or an object.
  private init?(_ reader: inout JSONReader) throws(JSONError) {
    switch try reader.next() {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number(let range): self = try JSONValue(number: range, reader)
    case .text(let range): self = .text(reader.text(range))
    case .beginArray:
      var values: [JSONValue] = []
      while let value = try JSONValue(&reader) { values.append(value) }
      self = .list(values)
    case .beginObject: self = .object(try Self.members(&reader))
    case .endArray, .endObject, .name, nil: return nil
    }
  }

  private static func members(_ reader: inout JSONReader) throws(JSONError) -> [Member] {
    var members: [Member] = []
    // By bytes: Swift considers composed and decomposed letters equal, but a file does not.
    var names: Set<[UInt8]> = []
    while case .name(let range) = try reader.next() {
      let name = reader.utf8(range)
      let text = String(decoding: name, as: UTF8.self)
      guard names.insert(name).inserted else {
        throw JSONError(.refused("the name '\(text)' occurs twice"), at: range.lowerBound)
      }
      members.append(Member(name: text, value: try JSONValue(&reader) ?? .null))
    }
    return members
  }

  private init(number range: Range<Int>, _ reader: JSONReader) throws(JSONError) {
    let text = reader.text(range)
    if text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || 48...57 ~= $0 }) {
      guard let integer = Int64(text) else {
        throw JSONError(.refused("the integer has more than 64 bits"), at: range.lowerBound)
      }
      self = .integer(integer)
    } else if let real = Double(text), real.isFinite {
      self = .real(real)
    } else {
      throw JSONError(.refused("the number is too large"), at: range.lowerBound)
    }
  }
}
