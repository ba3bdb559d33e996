/// A text from data, clipped if it is long.
struct ReportText: Hashable, Sendable {
  /// The text, or its beginning.
  let text: String
  /// The number of Unicode scalars in the whole text; nil if the text is not clipped.
  let total: Int?

  /// The default for the number of Unicode scalars to keep.
  static let standardLimit = 240

  /// Creates a text from the beginning of another, without splitting a character.
  init(_ whole: String, limit: Int = standardLimit) {
    let clip = whole.clipped(toScalars: limit)
    text = String(clip)
    total = clip.endIndex == whole.endIndex ? nil : whole.unicodeScalars.count
  }

  /// Creates a text from one that was clipped before.
  init(beginning: String, total: Int?) {
    text = beginning
    self.total = total
  }

  /// Creates a text from the beginning of UTF-8 bytes. Invalid UTF-8 becomes U+FFFD.
  init(bytes: some Sequence<UInt8>, limit: Int = standardLimit) {
    self.init(String(decoding: Array(bytes), as: UTF8.self), limit: limit)
  }
}

extension ReportText: ExpressibleByStringLiteral {
  /// Creates a text from a literal.
  init(stringLiteral literal: String) {
    self.init(literal)
  }
}

extension String {
  /// Returns the beginning with the given number of scalars, or fewer if the end would split a
  /// character.
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
