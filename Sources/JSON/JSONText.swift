import Foundation

/// A JSON text under construction.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }
  package mutating func append(_ integer: Int64) { bytes += String(integer).utf8 }

  /// Appends a number with a point or an exponent. A number that JSON cannot express becomes
  /// `{"real":"inf"}`.
  package mutating func append(_ real: Double) {
    if real.isFinite {
      bytes += real.description.utf8
    } else {
      append(#"{"real":"#)
      append(text: real.description)
      append("}")
    }
  }

  /// Appends `{"bytes":"…"}` in base 64.
  package mutating func append(bytes: [UInt8]) {
    append(#"{"bytes":""#)
    self.bytes += Data(bytes).base64EncodedData()
    append(#""}"#)
  }

  /// Appends a text in quotes.
  package mutating func append(text: String) {
    append("\"")
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for (index, byte) in utf8.enumerated() where byte == 0x7f || byte.isEscapedInJSON {
        bytes += utf8[start..<index]
        bytes.append(jsonEscape: Unicode.Scalar(byte))
        start = index + 1
      }
      bytes += utf8[start...]
    }
    append("\"")
  }

  /// Appends a text in quotes, and writes more scalars as escapes than JSON requires.
  package mutating func append(text: String, escaping isEscaped: (Unicode.Scalar) -> Bool) {
    append("\"")
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 && UInt8(ascii: scalar).isEscapedInJSON || isEscaped(scalar) {
        bytes.append(jsonEscape: scalar)
      } else {
        bytes += String(scalar).utf8
      }
    }
    append("\"")
  }
}

extension UInt8 {
  /// Whether JSON requires an escape for the character: a quote, a backslash, or a control
  /// character.
  package var isEscapedInJSON: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}

extension [UInt8] {
  /// Appends a scalar as an escape in a JSON string.
  package mutating func append(jsonEscape scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": self += #"\""#.utf8
    case "\\": self += #"\\"#.utf8
    case "\n": self += #"\n"#.utf8
    case "\t": self += #"\t"#.utf8
    case "\r": self += #"\r"#.utf8
    case "\u{8}": self += #"\b"#.utf8
    case "\u{c}": self += #"\f"#.utf8
    default:
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        self += (#"\u"# + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      }
    }
  }
}
