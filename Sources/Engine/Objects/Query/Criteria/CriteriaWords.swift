import PersistentObjectsConnections

/// The tokens of criteria without white space and comments, with the decision which of them are
/// words of SQL and which are names.
///
/// Columns and properties may be spelled like words: `limit` is a name in `limit > 5` and a word in
/// `age > 3 LIMIT 5`. Its place decides: no name directly follows an operand or precedes a value.
struct CriteriaWords {
  let tokens: [SQLToken]
  /// The index of the parenthesis that encloses each token; of a closing one, that which opens it.
  private(set) var enclosing: [Int?] = []
  /// Whether all parentheses are opened and closed.
  private(set) var isBalanced = true
  private var areWords: [Bool] = []

  init(_ tokens: [SQLToken]) {
    self.tokens = tokens.filter { !$0.isSpace }
    matchParentheses()
    findWords()
  }

  func token(_ index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  func symbol(_ index: Int) -> String? { token(index)?.symbol }

  func keyword(_ index: Int) -> String? { token(index)?.keyword }

  /// Whether the token at `index` is a word of SQL, or a name that means no column, such as an
  /// alias.
  func isWord(_ index: Int) -> Bool { areWords.indices.contains(index) && areWords[index] }

  /// Returns the name at `index`, be it of a column, a table or a function.
  func name(_ index: Int) -> String? { isWord(index) ? nil : token(index)?.name }

  /// Returns the indices of the tokens directly inside the parenthesis that opens at `index`.
  func content(of index: Int) -> [Int] {
    let content = (index + 1..<tokens.count).prefix { symbol($0) != ")" || enclosing[$0] != index }
    return content.filter { enclosing[$0] == index }
  }

  // MARK: Parentheses

  private mutating func matchParentheses() {
    var open: [Int] = []
    for index in tokens.indices {
      let isClosing = symbol(index) == ")"
      if isClosing && open.isEmpty { isBalanced = false }
      enclosing.append(isClosing ? open.popLast() : open.last)
      if symbol(index) == "(" { open.append(index) }
    }
    if !open.isEmpty { isBalanced = false }
  }

  // MARK: Words

  /// Words that an operand follows.
  private static let beginnings: Set<String> = [
    "AND", "BETWEEN", "BY", "CASE", "ELSE", "ESCAPE", "FOR", "FROM", "GLOB", "HAVING", "ILIKE",
    "IN", "IS", "LIKE", "LIMIT", "MATCH", "OFFSET", "ON", "OR", "PLACING", "REGEXP", "SELECT",
    "THEN", "TO", "USING", "WHEN", "WHERE", "ZONE",
  ]
  /// Words that may precede an operand, and what must precede them.
  private static let modifiers: [String: Set<String>] = [
    "ALL": ["(", "SELECT"], "ASYMMETRIC": ["BETWEEN"], "BOTH": ["("], "LEADING": ["("],
    "SYMMETRIC": ["BETWEEN"], "TRAILING": ["("],
  ]
  /// Words that need no operand before them, and are reserved in every database.
  private static let prefixes: Set<String> = ["CASE", "DISTINCT", "NOT", "SELECT", "WHERE"]
  /// Words that are followed by the rest of an operator, instead of an operand.
  private static let pairs = ["CASE": "WHEN", "DISTINCT": "FROM"]
  /// Words with which criteria without a condition may begin.
  private static let openings: Set<String> = [
    "EXCEPT", "FETCH", "HAVING", "INTERSECT", "LIMIT", "OFFSET", "UNION",
  ]
  /// The openings that every database reserves, so that they are no names, whatever follows.
  private static let reserved: Set<String> = ["EXCEPT", "HAVING", "INTERSECT", "UNION"]
  /// Words that may follow the name of a column.
  private static let followers: Set<String> = [
    "AND", "AS", "AT", "BETWEEN", "COLLATE", "FOR", "FROM", "GLOB", "GROUP", "ILIKE", "IN", "IS",
    "ISNULL", "LIKE", "MATCH", "NOT", "NOTNULL", "OR", "ORDER", "PLACING", "REGEXP", "SIMILAR",
  ]

  private mutating func findWords() {
    var followsOperand = false
    for index in tokens.indices {
      areWords.append(isWord(at: index, afterOperand: followsOperand))
      followsOperand = endsOperand(at: index, afterOperand: followsOperand)
    }
  }

  private func isWord(at index: Int, afterOperand: Bool) -> Bool {
    guard tokens[index].name != nil, symbol(index - 1) != "." else { return false }
    if afterOperand { return true }
    guard let word = keyword(index) else { return false }
    return Self.prefixes.contains(word) || token(index + 1)?.isOperand == true
      || keyword(index + 1) == "BY" || index == 0 && opensCriteria(word)
      || isModifier(at: index)
  }

  /// Whether the token at `index` is a word that precedes an operand, such as SYMMETRIC.
  private func isModifier(at index: Int) -> Bool {
    guard let word = keyword(index), let places = Self.modifiers[word],
      let place = symbol(index - 1) ?? keyword(index - 1)
    else { return false }
    return places.contains(place) && precedesOperand(index)
  }

  /// Whether the token after `index` is a name that cannot follow the name of a column.
  private func precedesOperand(_ index: Int) -> Bool {
    token(index + 1)?.name != nil && !Self.followers.contains(keyword(index + 1) ?? "")
  }

  /// Whether the first word begins a clause, although it might be a name: it precedes an operand.
  private func opensCriteria(_ word: String) -> Bool {
    guard Self.openings.contains(word) else { return false }
    if symbol(1) == "(" { return true }
    // SQLite takes LIMIT -1 for no limit.
    if word == "LIMIT" && symbol(1) == "-" {
      guard case .literal("1") = token(2) else { return false }
      return tokens.count == 3 || keyword(3) == "OFFSET"
    }
    return Self.reserved.contains(word) ? token(1)?.name != nil : precedesOperand(0)
  }

  private func endsOperand(at index: Int, afterOperand: Bool) -> Bool {
    if let symbol = symbol(index) { return [")", "]", "::"].contains(symbol) }
    guard isWord(index), let word = keyword(index) else { return true }
    if let partner = Self.pairs[word] { return keyword(index + 1) == partner }
    if word == "NOT" { return afterOperand }
    return !Self.beginnings.contains(word) && !isModifier(at: index)
  }
}
