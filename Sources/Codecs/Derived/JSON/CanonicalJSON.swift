import PersistentObjectsCodec
import PersistentObjectsJSON

// The canonical text of a JSON value, as PostgreSQL's `jsonb` writes it:
//
//   value  = object | array | string | number | "true" | "false" | "null"
//   object = "{" [string ": " value {", " string ": " value}] "}"   keys by length in UTF-8, then by their bytes
//   array  = "[" [value {", " value}] "]"
//   string = '"' {character} '"'      \b \f \n \r \t \" \\ and \u00xx of other control characters; all else as it is
//   number = ["-"] digits ["." digits]      with all zeros that the fraction had at its end

/// Writes JSON in its canonical form.
struct CanonicalJSON {
  private var reader: JSONReader
  private var output: [UInt8] = []
  private let writesNumbers: Bool

  /// Checks that `jsonb` can hold JSON. Numbers are not written: without its exponent, each may be
  /// thousands of times as long.
  static func check(_ json: UnsafeRawBufferPointer) throws {
    var writer = CanonicalJSON(json, writesNumbers: false)
    try writer.write(writer.reader.next())
  }

  /// Returns the canonical text of JSON.
  static func text(of json: UnsafeRawBufferPointer) throws -> String {
    var writer = CanonicalJSON(json, writesNumbers: true)
    writer.output.reserveCapacity(json.count)
    try writer.write(writer.reader.next())
    return String(decoding: writer.output, as: UTF8.self)
  }

  private init(_ json: UnsafeRawBufferPointer, writesNumbers: Bool) {
    // The depth was checked with the text.
    reader = JSONReader(json, maximumDepth: .max)
    self.writesNumbers = writesNumbers
  }

  /// Writes the value that begins with a token.
  private mutating func write(_ token: JSONReader.Token?) throws {
    switch token {
    case .beginObject: try writeObject()
    case .beginArray: try writeArray()
    case .text(let range): write(string: try string(range))
    case .number(let range): try write(number: reader.utf8(range))
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .null: output += "null".utf8
    case .name, .endArray, .endObject, nil: break
    }
  }

  // MARK: Containers

  private mutating func writeArray() throws {
    let start = output.count
    output.append(UInt8(ascii: "["))
    while let token = try reader.next(), token != .endArray {
      if output.count > start + 1 { output += ", ".utf8 }
      try write(token)
    }
    output.append(UInt8(ascii: "]"))
  }

  private mutating func writeObject() throws {
    // Exchanged, since a copy would make the text that is written so far be copied, too.
    var outer: [UInt8] = []
    swap(&outer, &output)
    var members: [(key: [UInt8], value: [UInt8])] = []
    while case .name(let range) = try reader.next() {
      let key = try string(range)
      try write(reader.next())
      members.append((key, output))
      output = []
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

  // MARK: Texts

  /// Returns the bytes that a string stands for.
  private func string(_ range: Range<Int>) throws -> [UInt8] {
    let text = reader.utf8(range)
    guard !text.contains(0) else {
      throw CodecError("a string contains a NUL character, which jsonb cannot store; use JSONCodec")
    }
    return text
  }

  private mutating func write(string bytes: [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in bytes {
      if byte.isEscapedInJSON {
        output.append(jsonEscape: Unicode.Scalar(byte))
      } else {
        output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  // MARK: Numbers

  private mutating func write(number: [UInt8]) throws {
    let isNegative = number.first == UInt8(ascii: "-")
    let parts = number.split { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
    let fraction = parts[0].split(separator: UInt8(ascii: "."))
    let whole = isNegative ? fraction[0].dropFirst() : fraction[0]
    let digits = whole + (fraction.count > 1 ? fraction[1] : [])
    var point = whole.count
    if parts.count > 1 {
      guard let exponent = Int(String(decoding: parts[1], as: UTF8.self)),
        exponent.magnitude <= Self.largestExponent
      else { throw CodecError("the JSON contains a number that is too large for jsonb") }
      point += exponent
    }
    if isNegative && digits.allSatisfy({ $0 == UInt8(ascii: "0") }) {
      throw CodecError("the JSON contains a negative zero, which jsonb cannot store; use JSONCodec")
    }
    if writesNumbers { write(digits: Array(digits), point: point, isNegative: isNegative) }
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
