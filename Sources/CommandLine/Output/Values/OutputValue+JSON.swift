import Foundation

extension OutputValue {
  /// The value as JSON on one line. Bytes are base64; numbers that JSON cannot express are texts.
  var json: String {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as JSON.
  func appendJSON(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .real(let value) where value.isFinite: bytes += value.description.utf8
    case .real(let value): value.nameOfNonFinite.appendJSON(to: &bytes)
    case .text(let value): value.appendJSON(to: &bytes)
    case .bytes(let value): Data(value).base64EncodedString().appendJSON(to: &bytes)
    case .list(let values): Self.append(list: values, to: &bytes)
    case .object(let pairs): Self.append(object: pairs, to: &bytes)
    }
  }

  private static func append(list: [OutputValue], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, value) in list.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      value.appendJSON(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(object: [OutputPair], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, pair) in object.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      pair.name.appendJSON(to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      pair.value.appendJSON(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension Double {
  /// `NaN`, `Infinity` or `-Infinity`.
  var nameOfNonFinite: String { isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity" }
}

extension String {
  /// Appends the text as a JSON string. Characters that could control a terminal are escaped too.
  func appendJSON(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if isVisible && !utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
    {
      bytes += utf8
    } else {
      for scalar in unicodeScalars { bytes += scalar.jsonEscaped.utf8 }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension Unicode.Scalar {
  fileprivate var jsonEscaped: String {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default:
      steersTerminal ? UTF16.encode(self).map { $0.map(\.jsonEscape).joined() } ?? "" : String(self)
    }
  }
}

extension UInt16 {
  fileprivate var jsonEscape: String {
    let digits = String(self, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
