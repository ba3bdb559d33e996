package import PersistentObjectsDriver

/// A token of SQL text, in as much detail as the engine needs for criteria: names and quoted text.
/// Everything else is left to the database.
enum SQLToken {
  /// White space. A comment becomes a space, so that it does not swallow what the engine adds.
  case space(String)
  /// A name or keyword, and its spelling, which may be in quotes.
  case name(String, text: String)
  /// A number or a text in single quotes, as written.
  case literal(String)
  /// An operator or another symbol.
  case symbol(String)
  /// An interpolated value.
  case value(CriteriaArgument)

  /// The name without its quotes.
  var name: String? {
    if case .name(let name, _) = self { name } else { nil }
  }

  /// The name in capitals if it is unquoted, so that it may be a keyword.
  var keyword: String? {
    if case .name(let name, let text) = self, name == text { name.uppercased() } else { nil }
  }

  var symbol: String? {
    if case .symbol(let symbol) = self { symbol } else { nil }
  }

  var isSpace: Bool {
    if case .space = self { true } else { false }
  }

  /// Whether this is a single value, either interpolated or literal.
  var isOperand: Bool {
    switch self {
    case .value, .literal: true
    default: false
    }
  }
}

extension SQLToken {
  /// Splits criteria into tokens. Throws `invalidQuery` for a value inside quotes, where it would
  /// be text instead of a value.
  ///
  /// - Parameter quotes: the quotes that can enclose a name.
  static func tokens(
    of criteria: Criteria, quotes: [NameQuotes] = SQLScanner.allQuotes
  ) throws -> [SQLToken] {
    var tokens: [SQLToken] = []
    for (index, part) in criteria.parts.enumerated() {
      switch part {
      case .value(let value): tokens.append(.value(value))
      case .text(let text):
        var scanner = SQLScanner(text, quotes: quotes)
        while let token = scanner.next() { tokens.append(token) }
        let isBeforeValue = index + 1 < criteria.parts.count
        if scanner.isUnterminated || isBeforeValue && scanner.endsInLineComment {
          throw unterminated(isBeforeValue: isBeforeValue)
        }
      }
    }
    return tokens
  }

  private static func unterminated(isBeforeValue: Bool) -> PersistenceError {
    PersistenceError(
      .invalidQuery,
      isBeforeValue
        ? "a value of the criteria stands inside quotes; write it without them, as in \"name = \\(name)\""
        : "a quote in the criteria is opened but not closed")
  }
}

extension Criteria {
  /// Returns SQL text with some names replaced. Text in single quotes is unchanged.
  ///
  /// - Parameter replacement: returns the SQL for a name, or nil to keep the name.
  package static func text(
    _ sql: String, replacingNames replacement: (_ name: String) -> String?
  ) throws -> String {
    try SQLToken.tokens(of: Criteria(stringLiteral: sql)).map { token in
      token.name.flatMap(replacement) ?? token.source
    }.joined()
  }
}

extension Criteria {
  /// Returns SQL text with values in place of its parameters, such as `:name`.
  ///
  /// Throws `invalidQuery` for a parameter without a value, for a value without a parameter, and
  /// for a placeholder `?`.
  package static func text(
    _ sql: String, parameters: [String: StoredValue], _ dialect: any Dialect
  ) throws -> SQLText {
    let hasMarks = dialect.placeholder(1).hasPrefix("?")
    let tokens = try SQLToken.tokens(of: Criteria(stringLiteral: sql))
    var text: SQLText = ""
    var unused = Set(parameters.keys)
    var index = 0
    while index < tokens.count {
      if tokens[index].symbol == ":", let name = tokens[safely: index + 1]?.unquotedName {
        guard let value = parameters[name] else { throw missing(parameter: name, sql) }
        text += "\(value)"
        unused.remove(name)
        index += 2
      } else {
        if hasMarks, tokens[index].symbol == "?" { throw unnamedParameter(sql) }
        text += SQLText(tokens[index].source)
        index += 1
      }
    }
    if let name = unused.min() {
      throw PersistenceError(.invalidQuery, "the query has no parameter :\(name)", sql: sql)
    }
    return text
  }

  /// Returns the error for a parameter without a name.
  package static func unnamedParameter(_ sql: String) -> PersistenceError {
    PersistenceError(
      .invalidQuery, "the query has a parameter without a name; write it as :name, with a value",
      sql: sql)
  }

  private static func missing(parameter name: String, _ sql: String) -> PersistenceError {
    PersistenceError(.invalidQuery, "the query's parameter :\(name) has no value", sql: sql)
  }
}

extension SQLToken {
  /// The name if it is written without quotes.
  fileprivate var unquotedName: String? {
    if case .name(let name, let text) = self, name == text { name } else { nil }
  }

  /// The token as it is written; empty for an interpolated value.
  var source: String {
    switch self {
    case .space(let text), .literal(let text), .symbol(let text), .name(_, let text): text
    case .value: ""
    }
  }
}

extension [SQLToken] {
  fileprivate subscript(safely index: Int) -> SQLToken? { index < count ? self[index] : nil }
}

extension Criteria {
  /// Returns the first word of an SQL text, or nil if it begins with something else.
  package static func firstName(in sql: String) throws -> String? {
    try SQLToken.tokens(of: Criteria(stringLiteral: sql)).first { !$0.isSpace }?.keyword
  }
}

/// A scanner that splits SQL text into tokens. It reads Unicode scalars, as databases do: a
/// combining mark after a quote does not make it another character.
struct SQLScanner {
  private var rest: Substring.UnicodeScalarView
  /// Whether the text ended within quotes or a comment.
  private(set) var isUnterminated = false
  /// Whether the text ended in a comment that the end of a line closes.
  private(set) var endsInLineComment = false
  /// Whether a comment was skipped.
  private(set) var hasMetComment = false
  private let quotes: [NameQuotes]

  /// The quotes of all databases.
  static let allQuotes = [NameQuotes("\"", "\""), NameQuotes("`", "`"), NameQuotes("[", "]")]

  /// The quotes that enclose names in every database.
  static let commonQuotes = [NameQuotes("\"", "\"")]

  init(_ text: String, quotes: [NameQuotes] = allQuotes) {
    rest = text[...].unicodeScalars
    self.quotes = quotes
  }

  mutating func next() -> SQLToken? {
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

  static func isOperator(_ scalar: Unicode.Scalar) -> Bool { operators.contains(scalar) }

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
