/// Parses one JSON value (RFC 8259) from bytes, strictly: numbers beyond 64 bits, duplicate names
/// and invalid UTF-8 are errors, as is nesting deeper than 128 levels.
package struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private static let deepest = 128

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses the whole text.
  package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value()
    parser.skipSpaces()
    if parser.position < bytes.count { throw parser.error("something follows the value") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipSpaces()
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw error("values are nested too deeply") }
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("it ends where a value should be")
    default: return try number()
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    position += 1
    var members: [JSONValue.Member] = []
    // By bytes: Swift considers composed and decomposed letters equal, but a file does not.
    var names: Set<[UInt8]> = []
    if take("}") { return .object([]) }
    repeat {
      skipSpaces()
      guard next == UInt8(ascii: "\"") else { throw error("a name is missing") }
      let name = try text()
      guard names.insert(Array(name.utf8)).inserted else {
        throw error("the name '\(name)' occurs twice")
      }
      guard take(":") else { throw error("a colon is missing") }
      members.append(.init(name: name, value: try value()))
    } while take(",")
    guard take("}") else { throw error("a comma or } is missing") }
    return .object(members)
  }

  private mutating func list() throws(JSONError) -> JSONValue {
    position += 1
    var values: [JSONValue] = []
    if take("]") { return .list([]) }
    repeat { values.append(try value()) } while take(",")
    guard take("]") else { throw error("a comma or ] is missing") }
    return .list(values)
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error("it is not a value") }
    position += word.utf8.count
    return value
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    _ = takeByte("-")
    let isWhole = try digits()
    if !isWhole { throw error("it is not a value") }
    let integerEnd = position
    if takeByte("."), try !digits(canLeadWithZero: true) { throw error("digits are missing") }
    if takeByte("e") || takeByte("E") {
      _ = takeByte("+") || takeByte("-")
      if try !digits(canLeadWithZero: true) { throw error("digits are missing") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if position == integerEnd {
      guard let integer = Int64(text) else { throw error("the integer has more than 64 bits") }
      return .integer(integer)
    }
    guard let real = Double(text), real.isFinite else { throw error("the number is too large") }
    return .real(real)
  }

  /// Reads digits. Returns false if there are none.
  private mutating func digits(canLeadWithZero: Bool = false) throws(JSONError) -> Bool {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    if !canLeadWithZero, position > start + 1, bytes[start] == UInt8(ascii: "0") {
      throw error("a number begins with 0")
    }
    return position > start
  }

  // MARK: Texts

  private mutating func text() throws(JSONError) -> String {
    position += 1
    var utf8: [UInt8] = []
    while true {
      let start = position
      while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        position += 1
      }
      utf8 += bytes[start..<position]
      if takeByte("\"") { break }
      guard takeByte("\\") else { throw error("a text does not end, or has a control character") }
      utf8 += try escape().utf8
    }
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw error("a text is not UTF-8")
    }
    return text
  }

  private mutating func escape() throws(JSONError) -> String {
    guard let byte = next else { throw error("a text does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(UnicodeScalar(byte))
    case UInt8(ascii: "u"): return String(try scalar())
    default: throw error("an escape is unknown")
    }
  }

  /// Reads the scalar that is represented by `\u` and one or two groups of four digits.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), takeByte("\\"), takeByte("u") else {
      throw error("half of a character is missing")
    }
    let second = try codeUnit()
    guard UTF16.isTrailSurrogate(second) else { throw error("half of a character is missing") }
    return UTF16.decode(UTF16.EncodedScalar([unit, second]))
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    let digits = bytes[position...].prefix(4)
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.count == 4, digits.allSatisfy(\.isHexadecimal), let unit = UInt16(text, radix: 16)
    else { throw error("\\u is not followed by four digits") }
    position += 4
    return unit
  }

  // MARK: Bytes

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ token: Unicode.Scalar) -> Bool {
    skipSpaces()
    return takeByte(token)
  }

  private mutating func takeByte(_ token: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: token) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpaces() {
    while let byte = next,
      byte == 0x20 || (byte >= 0x09 && byte <= 0x0d && byte != 0x0b && byte != 0x0c)
    {
      position += 1
    }
  }

  private func error(_ reason: String) -> JSONError {
    JSONError(reason: reason, column: position + 1)
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
