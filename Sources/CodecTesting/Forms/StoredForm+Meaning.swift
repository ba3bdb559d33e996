import Foundation
import PersistentObjectsDriver

extension StoredForm {
  /// Whether this is a stored form of a meaning, so that a driver may store it in a form of its
  /// own and write the same one again.
  func isForm(of meaning: StoredMeaning) -> Bool {
    switch (self, meaning) {
    case (.null, _): true
    case (.integer(let value), .boolean): value == 0 || value == 1
    case (.integer(let value), .unsigned(let digits)):
      value >= 0 && String(value).utf8.count <= digits
    case (.integer(let value), .timestamp): Self.timestamps.contains(value)
    case (.integer, .instant), (.real, .instant): true
    case (.bytes(let bytes), .uuid): bytes.count == 16
    case (.text(let bytes), let meaning):
      String(validating: bytes, as: UTF8.self).map { Self.isText($0, of: meaning) } ?? false
    default: false
    }
  }

  /// The microseconds from the beginning of 4713 BC to the beginning of 294247.
  private static let timestamps: Range<Int64> =
    -210_863_520_000_000_000..<9_223_371_244_800_000_000

  private static func isText(_ text: String, of meaning: StoredMeaning) -> Bool {
    switch meaning {
    case .boolean, .timestamp: false
    case .unsigned(let digits):
      text.utf8.count == digits && text.utf8.allSatisfy { (48...57).contains($0) }
        && Int64(text) == nil
    case .decimal: isDecimal(text)
    case .uuid: UUID(uuidString: text)?.uuidString == text
    case .json: isJSON(text)
    case .canonicalJSON: isJSON(text) && CanonicalJSONText.isWhole(text)
    case .instant: isMoment(text)
    }
  }

  private static func isJSON(_ text: String) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
  }

  /// Whether a text is what the number at its end is stored as.
  private static func isDecimal(_ text: String) -> Bool {
    let plain = text.split(separator: " ").last.map(String.init) ?? ""
    let isNegative = plain.hasPrefix("-")
    let magnitude = isNegative ? String(plain.dropFirst()) : plain
    let count = magnitude.prefix { $0 != "." }.utf8.count
    guard matches(magnitude, #"(0|[1-9][0-9]*)(\.[0-9]*[1-9])?"#), count <= 999, plain != "-0"
    else { return false }
    if !isNegative { return text == "\(padded(count)) \(plain)" }
    let complement = magnitude.utf8.map { $0 == UInt8(ascii: ".") ? $0 : 105 - $0 }
    return text
      == "-\(padded(999 - count)) \(String(decoding: complement, as: UTF8.self))~ \(plain)"
  }

  private static func padded(_ count: Int) -> String {
    String(repeating: "0", count: max(0, 3 - String(count).utf8.count)) + String(count)
  }

  /// Whether a text is a moment, with no zeros at the end of the fraction.
  private static func isMoment(_ text: String) -> Bool {
    let hasFraction = text.utf8.count > 19
    return Moment(text: text) != nil && !(hasFraction && text.hasSuffix("0"))
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: "^(\(pattern))$", options: .regularExpression) == text.startIndex..<text.endIndex
  }
}
