import PersistentObjectsCodec

// The canonical text of a JSON value, as PostgreSQL's `jsonb` writes it:
//
//   value  = object | array | string | number | "true" | "false" | "null"
//   object = "{" [string ": " value {", " string ": " value}] "}"   keys by length in UTF-8, then by their bytes
//   array  = "[" [value {", " value}] "]"
//   string = '"' {character} '"'      \b \f \n \r \t \" \\ and \u00xx of other control characters; all else as it is
//   number = ["-"] digits ["." digits]      with all zeros that the fraction had at its end

/// Writes checked JSON in its canonical form.
struct CanonicalJSON {
  private var rest: TextSlice
  private var output: [UInt8] = []
  private let writesNumbers: Bool

  /// Checks that `jsonb` can hold JSON that ``JSONText`` has checked. Numbers are not written:
  /// without its exponent, each may be thousands of times as long.
  static func check(_ json: TextSlice) throws(CodecError) {
    var writer = CanonicalJSON(rest: json, writesNumbers: false)
    try writer.writeValue()
  }

  /// Returns the canonical text of JSON that ``JSONText`` has checked.
  static func text(of json: TextSlice) throws(CodecError) -> String {
    var writer = CanonicalJSON(rest: json, writesNumbers: true)
    writer.output.reserveCapacity(json.count)
    try writer.writeValue()
    return String(decoding: writer.output, as: UTF8.self)
  }

  private init(rest: TextSlice, writesNumbers: Bool) {
    (self.rest, self.writesNumbers) = (rest, writesNumbers)
  }

  private mutating func writeValue() throws(CodecError) {
    rest.takeJSONSpace()
    switch rest.first.map(Unicode.Scalar.init) {
    case "{": try writeObject()
    case "[": try writeArray()
    case "\"": write(string: try takeString())
    case "t", "f", "n": output += rest.take { 97...122 ~= $0 }
    default: try writeNumber()
    }
  }

  // MARK: Containers

  private mutating func writeArray() throws(CodecError) {
    let start = output.count
    output.append(UInt8(ascii: "["))
    try takeElements(before: "]") { (writer) throws(CodecError) in
      if writer.output.count > start + 1 { writer.output += ", ".utf8 }
      try writer.writeValue()
    }
    output.append(UInt8(ascii: "]"))
  }

  private mutating func writeObject() throws(CodecError) {
    // Exchanged, since a copy would make the text that is written so far be copied, too.
    var outer: [UInt8] = []
    swap(&outer, &output)
    var members: [(key: [UInt8], value: [UInt8])] = []
    try takeElements(before: "}") { (writer) throws(CodecError) in
      let key = try writer.takeString()
      writer.rest.takeJSONSpace()
      writer.rest.take(":")
      try writer.writeValue()
      members.append((key, writer.output))
      writer.output = []
    }
    swap(&outer, &output)
    members.sort { Self.precedes($0.key, $1.key) }
    output.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { output += ", ".utf8 }
      write(string: member.key)
      output += ": ".utf8
      output += member.value
    }
    output.append(UInt8(ascii: "}"))
  }

  private static func precedes(_ key: [UInt8], _ other: [UInt8]) -> Bool {
    key.count == other.count ? key.lexicographicallyPrecedes(other) : key.count < other.count
  }

  /// Removes a container from the start; `take` removes each of its elements.
  private mutating func takeElements(
    before end: StaticString, _ take: (inout CanonicalJSON) throws(CodecError) -> Void
  ) throws(CodecError) {
    rest = rest.dropFirst()
    rest.takeJSONSpace()
    if rest.take(end) { return }
    repeat {
      rest.takeJSONSpace()
      try take(&self)
      rest.takeJSONSpace()
    } while rest.take(",")
    rest.take(end)
  }

  // MARK: Texts

  /// Removes a string from the start and returns the bytes that it stands for.
  private mutating func takeString() throws(CodecError) -> [UInt8] {
    rest = rest.dropFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { try takeEscape(&bytes) } else { bytes.append(byte) }
    }
    return bytes
  }

  private mutating func takeEscape(_ bytes: inout [UInt8]) throws(CodecError) {
    switch rest.popFirst().map(Unicode.Scalar.init) {
    case "b": bytes.append(0x08)
    case "f": bytes.append(0x0C)
    case "n": bytes.append(0x0A)
    case "r": bytes.append(0x0D)
    case "t": bytes.append(0x09)
    case "u": bytes += try takeScalar().utf8
    case .some(let character): bytes.append(UInt8(ascii: character))
    case nil: break
    }
  }

  private mutating func takeScalar() throws(CodecError) -> String {
    var units = [takeUnit()]
    if UTF16.isLeadSurrogate(units[0]) {
      rest = rest.dropFirst(2)
      units.append(takeUnit())
    }
    guard units != [0] else {
      throw CodecError("a string contains a NUL character, which jsonb cannot store; use JSONCodec")
    }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func takeUnit() -> UInt16 {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
  }

  private mutating func write(string bytes: [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case 0x08: output += "\\b".utf8
      case 0x0C: output += "\\f".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0D: output += "\\r".utf8
      case 0x09: output += "\\t".utf8
      case 0..<0x20: output += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  // MARK: Numbers

  private mutating func writeNumber() throws(CodecError) {
    let isNegative = rest.take("-")
    var digits = Array(rest.take { 48...57 ~= $0 })
    var point = digits.count
    if rest.take(".") { digits += rest.take { 48...57 ~= $0 } }
    if rest.take("e") || rest.take("E") {
      rest.take("+")
      let exponent = String(decoding: rest.take { 48...57 ~= $0 || $0 == 45 }, as: UTF8.self)
      guard let exponent = Int(exponent), exponent.magnitude <= Self.largestExponent else {
        throw CodecError("the JSON contains a number that is too large for jsonb")
      }
      point += exponent
    }
    if isNegative && digits.allSatisfy({ $0 == UInt8(ascii: "0") }) {
      throw CodecError("the JSON contains a negative zero, which jsonb cannot store; use JSONCodec")
    }
    if writesNumbers { write(digits: digits, point: point, isNegative: isNegative) }
  }

  private static let largestExponent: UInt = 16_000

  /// - Parameter point: the number of digits before the point. It may be negative, or exceed the
  ///   number of digits.
  private mutating func write(digits: [UInt8], point: Int, isNegative: Bool) {
    let zeros = { [UInt8](repeating: UInt8(ascii: "0"), count: max(0, $0)) }
    let whole = digits.prefix(max(0, point)) + zeros(point - digits.count)
    let significant = whole.drop { $0 == UInt8(ascii: "0") }
    let fraction = zeros(-point) + digits.dropFirst(max(0, point))
    if isNegative { output.append(UInt8(ascii: "-")) }
    output += significant.isEmpty ? zeros(1) : Array(significant)
    if fraction.isEmpty { return }
    output.append(UInt8(ascii: "."))
    output += fraction
  }
}
