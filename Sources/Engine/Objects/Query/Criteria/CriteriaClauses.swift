import PersistentObjectsConnections
import PersistentObjectsDriver

/// Criteria split into their clauses, so that other conditions, orders and limits can be added.
struct CriteriaClauses {
  private let criteria: Criteria
  private let quotes: [NameQuotes]
  let tokens: [SQLToken]
  /// The tokens without white space and comments.
  let words: CriteriaWords
  /// The range of the condition, without WHERE.
  let condition: Range<Int>
  /// The range of the terms after ORDER BY.
  let order: Range<Int>
  /// Whether there is a GROUP BY, or another clause that combines rows.
  let isGrouped: Bool
  /// Whether there is a LIMIT, an OFFSET or a FETCH.
  let isLimited: Bool

  /// Creates the clauses of criteria. Throws `invalidQuery` for a value inside quotes, for an
  /// unclosed quote or parenthesis, and for clauses in another order than that of SQL.
  init(_ criteria: Criteria, quotes: [NameQuotes]) throws {
    self.criteria = criteria
    self.quotes = quotes
    let tokens = try SQLToken.tokens(of: criteria, quotes: quotes)
    let words = CriteriaWords(tokens)
    let starts = try Self.clauses(words, in: tokens) + [(tokens.count, .end)]
    self.tokens = tokens
    self.words = words
    condition = Self.range(0..<starts[0].position, in: tokens, without: ["WHERE"])
    let orders = zip(starts, starts.dropFirst()).filter { $0.0.clause == .order }
    order =
      orders.first.map { start, next in
        Self.range(start.position..<next.position, in: tokens, without: ["ORDER", "BY"])
      } ?? 0..<0
    isGrouped = starts.contains { $0.clause == .group }
    isLimited = starts.contains { $0.clause == .limit }
    // Outside these clauses, text would be lost when other steps follow.
    let isMixedUp = orders.count > 1 || starts.contains { $0.clause == .condition }
    if !isClosed && isMixedUp { throw Self.isMixedUp }
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

  /// Returns the value in place of a token.
  func value(at index: Int) -> CriteriaArgument {
    guard case .value(let value) = criteria.parts[index] else {
      preconditionFailure("the part is text")
    }
    return value
  }

  /// Whether the criteria group or limit rows, so that further steps apply to their result.
  var isClosed: Bool { isGrouped || isLimited }

  /// Whether the criteria order the rows without limiting them.
  var ordersAll: Bool { !order.isEmpty && !isLimited }

  /// Whether the order names a column by its position, as in `ORDER BY 2`.
  var ordersByPosition: Bool {
    let first = index(ofTokenAt: order.lowerBound)
    return (first..<index(ofTokenAt: order.upperBound)).contains(where: words.isPosition)
  }

  /// Returns the index among ``words`` of the first one that is not before a token.
  func index(ofTokenAt position: Int) -> Int { tokens[..<position].count { !$0.isSpace } }

  /// Whether the text begins with a condition that lacks WHERE.
  var needsWhere: Bool { !condition.isEmpty && words.keyword(0) != "WHERE" }

  // MARK: Taking apart

  private enum Clause {
    /// A WHERE that is not the first word.
    case condition
    case group, order, limit, end
  }

  private static var isMixedUp: PersistenceError {
    PersistenceError(
      .invalidQuery,
      """
      the criteria have a WHERE that is not their first word, or a second ORDER BY; write the condition \
      first, and one order after it
      """)
  }

  /// Returns the starts of the clauses outside parentheses. Throws for unbalanced parentheses,
  /// which could match those around the text.
  private static func clauses(
    _ words: CriteriaWords, in tokens: [SQLToken]
  ) throws -> [(position: Int, clause: Clause)] {
    guard words.isBalanced else {
      throw PersistenceError(
        .invalidQuery, "the criteria have a parenthesis that is not closed or not opened")
    }
    let positions = tokens.indices.filter { !tokens[$0].isSpace }
    return positions.indices.filter { words.enclosing[$0] == nil }.compactMap { index in
      clause(at: index, in: words).map { (positions[index], $0) }
    }
  }

  private static func clause(at index: Int, in words: CriteriaWords) -> Clause? {
    guard words.isWord(index) else { return nil }
    return switch words.keyword(index) {
    case "WHERE" where index > 0: .condition
    case "HAVING", "UNION", "INTERSECT", "EXCEPT": .group
    case "GROUP" where words.keyword(index + 1) == "BY": .group
    case "ORDER" where words.keyword(index + 1) == "BY": .order
    case "LIMIT", "OFFSET": .limit
    case "FETCH" where ["FIRST", "NEXT"].contains(words.keyword(index + 1)): .limit
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

extension CriteriaWords {
  /// Whether the token at `index`, in an order, is a term that names a column by its position.
  fileprivate func isPosition(_ index: Int) -> Bool {
    guard case .literal(let text) = tokens[index], text.allSatisfy(\.isNumber),
      enclosing[index] == nil
    else { return false }
    return (keyword(index - 1) == "BY" || symbol(index - 1) == ",")
      && (token(index + 1) == nil || symbol(index + 1) == "," || isWord(index + 1))
  }
}
