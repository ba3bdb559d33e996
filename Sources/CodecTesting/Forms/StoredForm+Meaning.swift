import Foundation
import PersistentObjectsEngine

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

  /// Whether a text is a day that exists and a time, with no zeros at the end of the fraction.
  private static func isMoment(_ text: String) -> Bool {
    let form = #"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]*[1-9])?"#
    guard matches(text, form) else { return false }
    let fields = text.prefix(19).split { !$0.isNumber }.compactMap { Int($0) }
    let (year, month, day) = (fields[0], fields[1], fields[2])
    return 1...12 ~= month && 1...days(of: month, in: year) ~= day
      && fields[3] < 24 && fields[4] < 60 && fields[5] < 60
  }

  private static func days(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: "^(\(pattern))$", options: .regularExpression) == text.startIndex..<text.endIndex
  }
}
