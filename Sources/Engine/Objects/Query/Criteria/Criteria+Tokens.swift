import PersistentObjectsConnections
package import PersistentObjectsDriver

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
      case .value: tokens.append(.value(index))
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
