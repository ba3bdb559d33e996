import PersistentObjectsDriver

/// A statement for the strict database: refused if other databases would refuse it, and translated
/// into SQL that SQLite understands.
struct StrictText {
  /// The effect of a statement on its transaction.
  enum Kind {
    case begin
    case commit
    case rollBackTo
    /// A table, a column or an index is created or changed.
    case layout
    case other
  }

  let kind: Kind
  /// The text for SQLite.
  let sql: String
  let parameterCount: Int

  init(_ text: String) throws {
    var words = SQLWords(text)
    kind = Self.kind(of: words)
    try Self.refuse(words, text)
    parameterCount = try Self.numberParameters(&words)
    Self.placeNulls(&words)
    Self.translate(&words)
    sql = words.text
  }

  private static func kind(of words: SQLWords) -> Kind {
    if words.has(["BEGIN"], at: 0) { return .begin }
    if words.has(["COMMIT"], at: 0) { return .commit }
    let isLayout = ["CREATE", "ALTER", "DROP"].contains { words.has([$0], at: 0) }
    if isLayout { return .layout }
    return words.has(["ROLLBACK", "TO"], at: 0) ? .rollBackTo : .other
  }

  // MARK: SQL that other databases refuse

  private static func refuse(_ words: SQLWords, _ text: String) throws {
    // Only tests ask for SQLite's own tables and commands.
    for position in words.words.indices {
      if let reason = refusal(words, at: position) {
        throw PersistenceError(
          .invalidQuery, "only SQLite understands this: \(reason)", sql: text,
          databaseCode: "42601")
      }
    }
  }

  private static func refusal(_ words: SQLWords, at position: Int) -> String? {
    let word = words.words[position]
    if word.text == "?" { return "a placeholder is $1" }
    if words.has(["LIMIT", "-"], at: position) { return "a limit is not negative" }
    if words.has(["INSERT", "OR"], at: position) { return "INSERT has no OR" }
    if words.has(["BEGIN", "IMMEDIATE"], at: position) { return "BEGIN has no IMMEDIATE" }
    if words.has(["EXPLAIN", "QUERY"], at: position) { return "EXPLAIN has no QUERY PLAN" }
    if words.has(["DEFERRABLE"], at: position) { return "constraints are checked at once" }
    if words.has(["IS", "$1"], at: position) { return "IS takes no parameter" }
    if words.has(["MAX", "("], at: position), commaCount(words, in: position + 1) > 0 {
      return "max has one argument"
    }
    if ["WHERE", "AND", "OR", "NOT"].contains(word.keyword), isNumber(words, at: position + 1) {
      return "a number is no condition"
    }
    let isComparison = position > 0 && words.has(["DISTINCT"], at: position - 1)
    if !isComparison, words.has(["FROM", "(", "SELECT"], at: position) {
      let end = words.end(ofParenthesis: position + 1)
      if !words.has(["AS"], at: end + 1) { return "a SELECT in FROM needs a name" }
    }
    if word.text.utf8.count > 65 && (word.text.first == "\"" || word.text.first?.isLetter == true) {
      return "a name has at most 63 bytes"
    }
    return nil
  }

  private static func isNumber(_ words: SQLWords, at position: Int) -> Bool {
    guard position + 1 < words.words.count else { return false }
    return ["0", "1"].contains(words.words[position].text)
      && [")", "AND", "OR", "ORDER", "GROUP"].contains(words.words[position + 1].keyword)
  }

  private static func commaCount(_ words: SQLWords, in parenthesis: Int) -> Int {
    let end = words.end(ofParenthesis: parenthesis)
    let depth = words.words[parenthesis].depth + 1
    return words.words[parenthesis..<end].count { $0.text == "," && $0.depth == depth }
  }

  // MARK: SQL that SQLite spells differently

  /// Replaces `$1` with `?1`.
  private static func numberParameters(_ words: inout SQLWords) throws -> Int {
    var count = 0
    for position in words.words.indices where words.words[position].text.hasPrefix("$") {
      guard let number = Int(words.words[position].text.dropFirst()), number > 0 else { continue }
      words.replace(position..<position + 1, by: "?\(number)")
      count = max(count, number)
    }
    return count
  }

  /// Places NULL last in ascending order and first in descending order, unless the text says where.
  private static func placeNulls(_ words: inout SQLWords) {
    var position = 0
    while position < words.words.count {
      if words.has(["ORDER", "BY"], at: position) { placeNulls(&words, from: position + 2) }
      position += 1
    }
  }

  private static func placeNulls(_ words: inout SQLWords, from start: Int) {
    guard start < words.words.count else { return }
    let depth = words.words[start - 1].depth
    var position = start
    var term: [String] = []
    while true {
      let isOver =
        position >= words.words.count || words.words[position].depth < depth
        || words.words[position].depth == depth
          && ["LIMIT", "OFFSET", ",", ";"].contains(words.words[position].keyword)
      guard isOver else {
        if words.words[position].depth == depth { term.append(words.words[position].keyword) }
        position += 1
        continue
      }
      if !term.contains("NULLS") {
        words.insert(term.contains("DESC") ? "NULLS FIRST" : "NULLS LAST", after: position - 1)
        position += 1
      }
      guard position < words.words.count, words.words[position].text == "," else { return }
      term = []
      position += 1
    }
  }

  private static func translate(_ words: inout SQLWords) {
    for position in words.words.indices.reversed() {
      if words.has(["LIMIT", "ALL"], at: position) {
        words.replace(position..<position + 2, by: "LIMIT -1")
      } else if words.has(["=", "ANY", "("], at: position) {
        let parameter = words.words[position + 3].text
        words.replace(
          position..<position + 5, by: "IN (SELECT c0 FROM _persistent_rows(\(parameter)))")
      } else if words.has(["GREATEST", "("], at: position) {
        words.replace(position..<position + 1, by: "max")
      } else if words.has(["ILIKE", "("], at: position) {
        words.replace(position..<position + 1, by: "strict_ilike")
      } else if words.has(["EXPLAIN", "(", "COSTS", "OFF", ")"], at: position) {
        words.replace(position..<position + 5, by: "EXPLAIN QUERY PLAN")
      } else if words.has(["DROP", "TRIGGER"], at: position), words.has(["ON"], at: position + 3) {
        words.replace(position + 3..<position + 5, by: "")
      } else if words.has(["BEGIN", "ISOLATION", "LEVEL"], at: position) {
        let isRead = words.has(["REPEATABLE"], at: position + 3)
        words.replace(
          position..<words.words.count, by: isRead ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE")
      }
    }
  }
}
