package import PersistentObjectsDriver

/// A token of SQL text, in as much detail as the engine needs: names and quoted text. Everything
/// else is left to the database.
package enum SQLToken {
  /// White space. A comment becomes a space, so that it does not swallow what the engine adds.
  case space(String)
  /// A name or keyword, and its spelling, which may be in quotes.
  case name(String, text: String)
  /// A number or a text in single quotes, as written.
  case literal(String)
  /// An operator or another symbol.
  case symbol(String)
  /// A value in place of text, by its position among the parts of the text.
  case value(Int)

  /// The name without its quotes.
  package var name: String? {
    if case .name(let name, _) = self { name } else { nil }
  }

  /// The name in capitals if it is unquoted, so that it may be a keyword.
  package var keyword: String? {
    if case .name(let name, let text) = self, name == text { name.uppercased() } else { nil }
  }

  package var symbol: String? {
    if case .symbol(let symbol) = self { symbol } else { nil }
  }

  package var isSpace: Bool {
    if case .space = self { true } else { false }
  }

  /// Whether this is a single value, either interpolated or literal.
  package var isOperand: Bool {
    switch self {
    case .value, .literal: true
    default: false
    }
  }

  /// The token as it is written; empty for an interpolated value.
  package var source: String {
    switch self {
    case .space(let text), .literal(let text), .symbol(let text), .name(_, let text): text
    case .value: ""
    }
  }
}

/// A scanner that splits SQL text into tokens. It reads Unicode scalars, as databases do: a
/// combining mark after a quote does not make it another character.
package struct SQLScanner {
  private var rest: Substring.UnicodeScalarView
  /// Whether the text ended within quotes or a comment.
  package private(set) var isUnterminated = false
  /// Whether the text ended in a comment that the end of a line closes.
  package private(set) var endsInLineComment = false
  /// Whether a comment was skipped.
  package private(set) var hasMetComment = false
  private let quotes: [NameQuotes]

  /// The quotes of all databases.
  package static let allQuotes = [
    NameQuotes("\"", "\""), NameQuotes("`", "`"), NameQuotes("[", "]"),
  ]

  /// The quotes that enclose names in every database.
  package static let commonQuotes = [NameQuotes("\"", "\"")]

  package init(_ text: String, quotes: [NameQuotes] = allQuotes) {
    rest = text[...].unicodeScalars
    self.quotes = quotes
  }

  package mutating func next() -> SQLToken? {
    guard let first = rest.first else { return nil }
    if Self.isSpace(first) { return .space(take(while: Self.isSpace)) }
    if rest.starts(with: "--".unicodeScalars) { return dropComment(isLine: true) }
    if rest.starts(with: "/*".unicodeScalars) { return dropComment(isLine: false) }
    if first == "'" { return .literal(takeQuoted("'")) }
    if let pair = quotes.first(where: { $0.start.unicodeScalars.first == first }) {
      return takeQuotedName(pair.end.unicodeScalars.first ?? first)
    }
    if Self.isDigit(first) { return .literal(take { Self.continuesName($0) || $0 == "." }) }
    if Self.continuesName(first) { return takeName() }
    return .symbol(takeSymbol())
  }

  private static let operators = Set("+-*/%<>=!~^&|#@?".unicodeScalars)
  /// The characters of operators that may end in a sign.
  private static let signed = Set("!~^%&|#@?".unicodeScalars)

  package static func isOperator(_ scalar: Unicode.Scalar) -> Bool { operators.contains(scalar) }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Names may have any letters, and whatever belongs to letters.
  private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "a"..."z", "A"..."Z", "_", "$": true
    default: !scalar.isASCII && !isSpace(scalar)
    }
  }

  private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    let piece = rest.prefix(while: condition)
    rest = rest[piece.endIndex...]
    return String(piece)
  }

  /// Takes a whole operator, or a single character. A sign at the end belongs to the operand after
  /// it, as in `=-1`, unless the operator has a character of `signed`. This is PostgreSQL's rule;
  /// for SQLite `!=-` is two operators, which makes no difference to names and values.
  private mutating func takeSymbol() -> String {
    var symbol = rest.prefix(while: Self.isOperator)
    if rest.starts(with: "::".unicodeScalars) { symbol = rest.prefix(2) }
    let comment = symbol.indices.first {
      ["--", "/*"].contains(String(symbol[$0...].prefix(2)))
    }
    if let comment { symbol = symbol[..<comment] }
    if !symbol.contains(where: Self.signed.contains) {
      while symbol.count > 1, symbol.last == "-" || symbol.last == "+" {
        symbol = symbol.dropLast()
      }
    }
    if symbol.isEmpty { symbol = rest.prefix(1) }
    rest = rest[symbol.endIndex...]
    return String(symbol)
  }

  private mutating func dropComment(isLine: Bool) -> SQLToken {
    hasMetComment = true
    if isLine {
      rest = rest.drop { $0 != "\n" && $0 != "\r" }
      endsInLineComment = rest.isEmpty
      return .space(" ")
    }
    rest = rest.dropFirst(2)
    while !rest.isEmpty && !rest.starts(with: "*/".unicodeScalars) { rest.removeFirst() }
    isUnterminated = rest.isEmpty
    rest = rest.dropFirst(2)
    return .space(" ")
  }

  /// Takes quoted text including its quotes. A doubled quote inside stands for one.
  private mutating func takeQuoted(_ close: Unicode.Scalar) -> String {
    var text = String.UnicodeScalarView()
    text.append(rest.removeFirst())
    while let scalar = rest.popFirst() {
      text.append(scalar)
      guard scalar == close else { continue }
      guard close != "]", rest.first == close else { return String(text) }
      text.append(rest.removeFirst())
    }
    isUnterminated = true
    return String(text)
  }

  private mutating func takeName() -> SQLToken {
    let name = take(while: Self.continuesName)
    return .name(name, text: name)
  }

  private mutating func takeQuotedName(_ close: Unicode.Scalar) -> SQLToken {
    let text = takeQuoted(close)
    var name = String.UnicodeScalarView()
    var isDoubled = false
    for scalar in text.unicodeScalars.dropFirst().dropLast() {
      isDoubled = scalar == close && !isDoubled
      if !isDoubled { name.append(scalar) }
    }
    return .name(String(name), text: text)
  }
}
