/// JSON in the only form that it has as `canonicalJSON`, read from its start:
///
///     value  = object | array | string | number | "true" | "false" | "null"
///     object = "{" [string ": " value {", " string ": " value}] "}"   keys by length, then by bytes
///     array  = "[" [value {", " value}] "]"
///     string = '"' {character} '"'      \b \f \n \r \t \" \\, other control characters as \u00xx
///     number = ["-"] digits ["." digits]      no zeros before other digits, no negative zero
struct CanonicalJSONText {
  private var rest: ArraySlice<UInt8>

  /// Whether all of a text is JSON in this form.
  static func isWhole(_ text: String) -> Bool {
    var reader = CanonicalJSONText(rest: Array(text.utf8)[...])
    return reader.takeValue() && reader.rest.isEmpty
  }

  private mutating func takeValue() -> Bool {
    guard let first = rest.first else { return false }
    switch first {
    case UInt8(ascii: "{"): return takeObject()
    case UInt8(ascii: "["): return takeArray()
    case UInt8(ascii: "\""): return takeString() != nil
    default: return take("true") || take("false") || take("null") || takeNumber()
    }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  // MARK: Containers

  private mutating func takeArray() -> Bool {
    guard take("[") else { return false }
    if take("]") { return true }
    repeat {
      guard takeValue() else { return false }
    } while take(", ")
    return take("]")
  }

  private mutating func takeObject() -> Bool {
    guard take("{") else { return false }
    if take("}") { return true }
    var last: [UInt8]?
    repeat {
      guard let key = takeString(), Self.precedes(last, key), take(": "), takeValue() else {
        return false
      }
      last = key
    } while take(", ")
    return take("}")
  }

  private static func precedes(_ key: [UInt8]?, _ other: [UInt8]) -> Bool {
    guard let key else { return true }
    return key.count == other.count
      ? key.lexicographicallyPrecedes(other) : key.count < other.count
  }

  // MARK: Scalars

  /// Removes a string and returns the bytes that it stands for; nil if it has another form.
  private mutating func takeString() -> [UInt8]? {
    guard take("\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return bytes }
      let isEscape = byte == UInt8(ascii: "\\")
      guard let character = isEscape ? takeEscape() : byte, isEscape || byte >= 0x20 else {
        return nil
      }
      bytes.append(character)
    }
    return nil
  }

  private mutating func takeEscape() -> UInt8? {
    guard let letter = rest.popFirst() else { return nil }
    if letter != UInt8(ascii: "u") { return Self.letters[letter] }
    let digits = String(decoding: rest.prefix(4), as: UTF8.self)
    rest = rest.dropFirst(4)
    return Self.numbers[digits]
  }

  /// The characters that are escaped by a letter.
  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  /// The other control characters except NUL, by their numbers.
  private static let numbers: [String: UInt8] = {
    var numbers: [String: UInt8] = [:]
    for byte in 1..<0x20 as Range<UInt8> where !letters.values.contains(byte) {
      numbers["00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"] = byte
    }
    return numbers
  }()

  private mutating func takeNumber() -> Bool {
    let isNegative = take("-")
    let whole = takeDigits()
    let hasPoint = take(".")
    let fraction = hasPoint ? takeDigits() : []
    if whole.isEmpty || whole.count > 1 && whole.first == UInt8(ascii: "0") { return false }
    if hasPoint && fraction.isEmpty { return false }
    return !isNegative || (whole + fraction).contains { $0 != UInt8(ascii: "0") }
  }

  private mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = rest.prefix { 48...57 ~= $0 }
    rest = rest.dropFirst(digits.count)
    return digits
  }
}
