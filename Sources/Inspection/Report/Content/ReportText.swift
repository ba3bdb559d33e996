/// A text from data, clipped if it is long.
struct ReportText: Hashable, Sendable {
  /// The text, or its beginning.
  let text: String
  /// The number of characters (Unicode scalars) of the whole text; nil if it is not clipped.
  let total: Int?

  /// The characters kept when nothing else is said.
  static let standardLimit = 240

  /// Keeps the beginning of a text, ending between two characters as readers see them.
  init(_ whole: String, limit: Int = standardLimit) {
    let clip = whole.clipped(toScalars: limit)
    text = String(clip)
    total = clip.endIndex == whole.endIndex ? nil : whole.unicodeScalars.count
  }

  /// Keeps the beginning of a text that was clipped before.
  init(beginning: String, total: Int?) {
    text = beginning
    self.total = total
  }

  /// Keeps the beginning of a text from bytes; invalid UTF-8 becomes U+FFFD.
  init(bytes: some Sequence<UInt8>, limit: Int = standardLimit) {
    self.init(String(decoding: Array(bytes), as: UTF8.self), limit: limit)
  }
}

extension ReportText: ExpressibleByStringLiteral {
  /// Keeps a literal.
  init(stringLiteral literal: String) {
    self.init(literal)
  }
}

extension String {
  /// The beginning of that many scalars, or less if the end would split a character.
  func clipped(toScalars limit: Int) -> Substring {
    var end =
      unicodeScalars.index(startIndex, offsetBy: max(limit, 0), limitedBy: endIndex)
      ?? endIndex
    let torn = end
    for _ in 0..<16 where end > startIndex {
      if String.Index(end, within: self) != nil { return self[..<end] }
      end = unicodeScalars.index(before: end)
    }
    return self[..<torn]
  }
}
