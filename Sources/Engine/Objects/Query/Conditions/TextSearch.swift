/// A search within a text.
struct TextSearch {
  let kind: Kind
  let text: String

  enum Kind {
    /// `LIKE`, and the character that escapes `%` and `_`.
    case pattern(escape: Character?)
    case prefix
    case suffix
    case part
  }

  /// Returns the pattern that matches `text` literally; `before` and `after` are `%` or empty.
  static func pattern(before: String = "", _ text: String, after: String = "") -> TextSearch {
    let escaped = text.unicodeScalars.map { ["%", "_", "\\"].contains($0) ? "\\\($0)" : "\($0)" }
    return TextSearch(kind: .pattern(escape: "\\"), text: before + escaped.joined() + after)
  }

  /// Whether a pattern ends with an escape character that nothing follows, so that it matches
  /// nothing.
  var endsInEscape: Bool {
    guard case .pattern(let escape?) = kind else { return false }
    var isEscaped = false
    for character in text { isEscaped = character == escape && !isEscaped }
    return isEscaped
  }

  /// The smallest text that sorts after all texts beginning with this one, in the order of Unicode
  /// scalars; nil if there is none.
  var successor: String? {
    var scalars = Array(text.unicodeScalars)
    while let last = scalars.popLast() {
      // Surrogate code points are not scalars.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      return String(String.UnicodeScalarView(scalars))
    }
    return nil
  }
}
