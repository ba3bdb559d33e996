/// SQL split into words, so that some of them can be replaced.
struct SQLWords {
  private(set) var words: [Word] = []

  /// A name, a number, a symbol or a quoted text, with the space before it.
  struct Word {
    var space: String
    var text: String
    /// The number of parentheses around the word.
    var depth: Int

    /// The word in capitals, for positions where it may be a keyword.
    var keyword: String { text.uppercased() }
  }

  init(_ sql: String) {
    var rest = sql[...]
    var depth = 0
    while true {
      let space = rest.prefix(while: \.isWhitespace)
      rest = rest[space.endIndex...]
      guard let first = rest.first else { break }
      let text = Self.word(at: rest, first)
      rest = rest[text.endIndex...]
      if text == ")" { depth -= 1 }
      words.append(Word(space: String(space), text: String(text), depth: depth))
      if text == "(" { depth += 1 }
    }
  }

  private static func word(at rest: Substring, _ first: Character) -> Substring {
    if first == "'" || first == "\"" { return quoted(rest, first) }
    if first.isLetter || first.isNumber || first == "_" || first == "$" {
      return rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    }
    return rest.prefix(1)
  }

  private static func quoted(_ rest: Substring, _ quote: Character) -> Substring {
    var index = rest.index(after: rest.startIndex)
    while index < rest.endIndex {
      let next = rest.index(after: index)
      if rest[index] == quote {
        guard next < rest.endIndex, rest[next] == quote else { return rest[..<next] }
        index = rest.index(after: next)
      } else {
        index = next
      }
    }
    return rest
  }

  /// The text of all words.
  var text: String { words.map { $0.space + $0.text }.joined() }

  /// Whether keywords stand at a position.
  func has(_ keywords: [String], at position: Int) -> Bool {
    position >= 0 && position + keywords.count <= words.count
      && zip(words[position...], keywords).allSatisfy { $0.keyword == $1 }
  }

  /// The position of the parenthesis that closes the one at `position`.
  func end(ofParenthesis position: Int) -> Int {
    words[(position + 1)...].firstIndex { $0.text == ")" && $0.depth == words[position].depth }
      ?? words.count - 1
  }

  /// Replaces words with a text.
  mutating func replace(_ range: Range<Int>, by text: String) {
    let depth = words[range.lowerBound].depth
    words.replaceSubrange(
      range, with: [Word(space: words[range.lowerBound].space, text: text, depth: depth)])
  }

  /// Adds a text after a word.
  mutating func insert(_ text: String, after position: Int) {
    words.insert(Word(space: " ", text: text, depth: words[position].depth), at: position + 1)
  }
}
