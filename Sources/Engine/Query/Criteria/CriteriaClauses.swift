/// Criteria split into their clauses, so that other conditions, orders and limits can be added.
struct CriteriaClauses {
  private let criteria: Criteria
  private let quotes: [NameQuotes]
  let tokens: [SQLToken]
  /// The range of the condition, without WHERE.
  let condition: Range<Int>
  /// The range of the terms after ORDER BY.
  let order: Range<Int>
  /// Whether there is a GROUP BY, or another clause that combines rows.
  let isGrouped: Bool
  /// Whether there is a LIMIT, an OFFSET or a FETCH.
  let isLimited: Bool

  /// Creates the clauses of criteria. Throws `invalidQuery` for a value inside quotes, and for an
  /// unclosed quote or parenthesis.
  init(_ criteria: Criteria, quotes: [NameQuotes]) throws {
    self.criteria = criteria
    self.quotes = quotes
    let tokens = try SQLToken.tokens(of: criteria, quotes: quotes)
    let starts = try Self.clauses(tokens) + [(tokens.count, .end)]
    self.tokens = tokens
    condition = Self.range(0..<starts[0].position, in: tokens, without: ["WHERE"])
    let orders = zip(starts, starts.dropFirst()).filter { $0.0.clause == .order }
    order =
      orders.first.map { start, next in
        Self.range(start.position..<next.position, in: tokens, without: ["ORDER", "BY"])
      } ?? 0..<0
    isGrouped = starts.contains { $0.clause == .group }
    isLimited = starts.contains { $0.clause == .limit }
  }

  /// Returns the clauses of criteria for a database that is not known yet. What is an error only
  /// where brackets are quotes is left to ``read(by:)``.
  static func of(_ criteria: Criteria) throws -> CriteriaClauses {
    do {
      return try CriteriaClauses(criteria, quotes: SQLScanner.allQuotes)
    } catch {
      return try CriteriaClauses(criteria, quotes: SQLScanner.commonQuotes)
    }
  }

  /// Returns the clauses, read with a database's own quotes for names: brackets, for example, are
  /// not quotes everywhere.
  func read(by dialect: any Dialect) throws -> CriteriaClauses {
    let quotes = dialect.character.nameQuotes
    return quotes == self.quotes ? self : try CriteriaClauses(criteria, quotes: quotes)
  }

  /// Whether the criteria group or limit rows, so that further steps apply to their result.
  var isClosed: Bool { isGrouped || isLimited }

  /// Whether the criteria order the rows without limiting them.
  var ordersAll: Bool { !order.isEmpty && !isLimited }

  /// The tokens without white space and comments.
  var words: [SQLToken] { tokens.filter { !$0.isSpace } }

  /// Whether the text begins with a condition that lacks WHERE.
  var needsWhere: Bool { !condition.isEmpty && words.first?.keyword != "WHERE" }

  // MARK: Taking apart

  private enum Clause {
    case group, order, limit, end
  }

  /// Returns the starts of the clauses outside parentheses. Throws for unbalanced parentheses,
  /// which could match those around the text.
  private static func clauses(
    _ tokens: [SQLToken]
  ) throws -> [(position: Int, clause: Clause)] {
    var depth = 0
    let depths = tokens.map { token in
      depth += token.symbol == "(" ? 1 : token.symbol == ")" ? -1 : 0
      return depth
    }
    guard depth == 0, depths.allSatisfy({ $0 >= 0 }) else {
      throw PersistenceError(
        .invalidQuery, "the criteria have a parenthesis that is not closed or not opened")
    }
    return tokens.indices.filter { depths[$0] == 0 }.compactMap { position in
      clause(at: position, in: tokens).map { (position, $0) }
    }
  }

  /// Returns the clause that a keyword starts. In some databases, OFFSET and FETCH can be unquoted
  /// names; the other words cannot.
  private static func clause(at position: Int, in tokens: [SQLToken]) -> Clause? {
    let next = tokens[(position + 1)...].first { !$0.isSpace }
    return switch tokens[position].keyword {
    case "GROUP", "HAVING", "UNION", "INTERSECT", "EXCEPT": .group
    case "ORDER": .order
    case "LIMIT": .limit
    case "OFFSET" where next?.isOperand == true: .limit
    case "FETCH" where ["FIRST", "NEXT"].contains(next?.keyword): .limit
    default: nil
    }
  }

  /// Returns a range without the words at its beginning and the space around it.
  private static func range(
    _ range: Range<Int>, in tokens: [SQLToken], without keywords: [String]
  ) -> Range<Int> {
    var rest = tokens[range]
    for keyword in [nil] + keywords.map(Optional.some) {
      if let keyword, rest.first?.keyword == keyword { rest.removeFirst() }
      rest = rest.drop(while: \.isSpace)
    }
    while rest.last?.isSpace == true { rest.removeLast() }
    return rest.startIndex..<rest.endIndex
  }
}
