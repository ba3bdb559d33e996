/// The text of a reference: `ClassName-pk`.
struct LegacyReferenceText {
  let className: String
  let key: Int64

  /// Parses a reference; nil if the text does not have this form. The key must be written as SQLite
  /// writes it.
  init?(_ text: String) {
    guard let dash = text.utf8.lastIndex(of: UInt8(ascii: "-")), dash > text.startIndex else {
      return nil
    }
    let digits = text[text.index(after: dash)...]
    guard let key = Int64(digits), key > 0, String(key) == digits else { return nil }
    className = String(text[..<dash])
    self.key = key
    guard Self.isName(className) else { return nil }
  }

  private static func isName(_ name: String) -> Bool {
    guard name.utf8.count <= 512, let first = name.unicodeScalars.first else { return false }
    return !("0"..."9").contains(first)
      && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "." || $0 == "$" }
  }
}
