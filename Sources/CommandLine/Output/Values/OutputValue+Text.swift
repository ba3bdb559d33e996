import Foundation

extension OutputValue {
  /// Returns the value for people, on one line and without characters that could control a
  /// terminal.
  func shown(_ presentation: Presentation = .exact) -> String {
    presentation.text(of: self) ?? exactText.visible
  }

  /// The value for a line with tabs between its cells. It is like ``shown(_:)``, but with
  /// backslashes doubled, so that all escapes can be undone.
  var plain: String {
    let text = exactText
    // Test first: replacing in each of four million cells took 2.5 s longer.
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text.visible }
    return text.doubling("\\").visible
  }

  /// The value for a cell of CSV, without quotation marks; nil for NULL.
  var csv: String? {
    switch self {
    case .null: nil
    case .bytes(let bytes): Data(bytes).base64EncodedString()
    default: exactText
    }
  }

  private var exactText: String {
    switch self {
    case .null: "NULL"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .real(let value): value.isFinite ? value.description : value.nameOfNonFinite
    case .text(let value): value
    case .bytes(let bytes): bytes.hexadecimal
    case .list, .object: json
    }
  }
}

extension [UInt8] {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The bytes as an SQL literal: `x'cafe'`.
  fileprivate var hexadecimal: String {
    var text = Array("x'".utf8)
    text.reserveCapacity(2 * count + 3)
    for byte in self {
      text += [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
    }
    return String(decoding: text, as: UTF8.self) + "'"
  }
}
