import Foundation
import PersistentObjectsEngine

extension StoredForm {
  /// Whether this is a stored form of a meaning, so that a driver may store it in a form of its
  /// own.
  func isForm(of meaning: StoredMeaning) -> Bool {
    switch (self, meaning) {
    case (.null, _): true
    case (.integer(let value), .boolean): value == 0 || value == 1
    case (.integer(let value), .unsigned): value >= 0
    case (.integer, .instant), (.real, .instant), (.integer, .timestamp): true
    case (.bytes(let bytes), .uuid): bytes.count == 16
    case (.text(let bytes), let meaning):
      String(validating: bytes, as: UTF8.self).map { Self.isText($0, of: meaning) } ?? false
    default: false
    }
  }

  private static func isText(_ text: String, of meaning: StoredMeaning) -> Bool {
    switch meaning {
    case .boolean, .timestamp: false
    case .unsigned(let digits):
      text.utf8.count == digits && text.utf8.allSatisfy { (48...57).contains($0) }
        && Int64(text) == nil
    case .decimal:
      matches(text, #"[0-9]{3} [0-9]+(\.[0-9]+)?|-[0-9]{3} [0-9.]+~ -[0-9]+(\.[0-9]+)?"#)
    case .uuid: UUID(uuidString: text)?.uuidString == text
    case .json, .canonicalJSON:
      (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
    case .instant:
      matches(text, #"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?"#)
    }
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: "^(\(pattern))$", options: .regularExpression) == text.startIndex..<text.endIndex
  }
}
