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
      for (index, byte) in utf8.enumerated() where Self.isEscaped(byte) {
        bytes += utf8[start..<index]
        escape(byte)
        start = index + 1
      }
      bytes += utf8[start...]
    }
    append("\"")
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append(#"\""#)
    case UInt8(ascii: "\\"): append(#"\\"#)
    case UInt8(ascii: "\n"): append(#"\n"#)
    case UInt8(ascii: "\t"): append(#"\t"#)
    case UInt8(ascii: "\r"): append(#"\r"#)
    default:
      append(#"\u00"#)
      bytes += (byte < 16 ? "0" : "").utf8
      bytes += String(byte, radix: 16).utf8
    }
  }
}
