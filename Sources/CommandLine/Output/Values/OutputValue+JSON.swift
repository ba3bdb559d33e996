import Foundation
import PersistentObjectsJSON

extension OutputValue {
  /// The value as JSON on one line. Bytes are base64; numbers that JSON cannot express are texts.
  /// Characters that could control a terminal are escaped.
  var json: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// The value as JSON in UTF-8.
  var jsonBytes: [UInt8] {
    var text = JSONText()
    append(to: &text)
    return text.bytes
  }

  private func append(to text: inout JSONText) {
    switch self {
    case .null: text.append("null")
    case .bool(let value): text.append(value ? "true" : "false")
    case .integer(let value): text.append(value)
    case .real(let value) where value.isFinite: text.append(value)
    case .real(let value): text.append(visible: value.nameOfNonFinite)
    case .text(let value): text.append(visible: value)
    case .bytes(let value): text.append(text: Data(value).base64EncodedString())
    case .list(let values):
      text.append("[")
      for (index, value) in values.enumerated() {
        if index > 0 { text.append(",") }
        value.append(to: &text)
      }
      text.append("]")
    case .object(let pairs):
      text.append("{")
      for (index, pair) in pairs.enumerated() {
        if index > 0 { text.append(",") }
        text.append(visible: pair.name)
        text.append(":")
        pair.value.append(to: &text)
      }
      text.append("}")
    }
  }
}

extension Double {
  /// `NaN`, `Infinity` or `-Infinity`.
  var nameOfNonFinite: String { isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity" }
}

extension JSONText {
  /// Appends a text in quotes. Characters that could control a terminal are escaped, too.
  fileprivate mutating func append(visible text: String) {
    if text.isVisible {
      append(text: text)
    } else {
      append(text: text, escaping: \.steersTerminal)
    }
  }
}
