import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The columns of a class in criteria: which names mean a property, and which column a value is
/// compared with.
///
/// A value is compared with a column in `column = value` and with every other comparison operator,
/// in either order, and in `column IS value`, `column IS DISTINCT FROM value`,
/// `column BETWEEN value AND value` and `column IN (value, …)`; the value may be in parentheses.
/// Inside anything else, such as arithmetic or a function, it is compared with no column.
struct CriteriaColumns {
  /// The `SELECT` in parentheses around a token.
  private enum Nesting {
    case outside
    /// A `SELECT` from the class's table alone.
    case own
    case other
  }

  private let plan: EntityPlan
  private let words: CriteriaWords
  private let nesting: [Nesting]

  init(_ words: CriteriaWords, plan: EntityPlan) {
    self.plan = plan
    self.words = words
    nesting = Self.nesting(of: words, in: plan.entity.table)
  }

  /// Returns the column that the value at `index` is compared with.
  func binding(comparedAt index: Int) -> PropertyBinding? {
    let value = withParentheses(index)
    if isArithmetic(value.upperBound + 1) { return nil }
    let binding = operandBefore(value.lowerBound) ?? operandAfter(value)
    return binding?.columns.count == 1 ? binding : nil
  }

  /// Returns the class's column that the name at `index` means. It may be written like the
  /// property: `lastName` for `last_name`.
  func column(at index: Int) -> String? {
    guard let name = ownName(at: index) else { return nil }
    let spelling = name.lowercased()
    if spelling == ColumnName.pk { return ColumnName.pk }
    let columns = plan.bindings.lazy.flatMap { $0.columns }.map { $0.definition.name }
    return columns.first { $0.lowercased() == spelling }
      ?? plan.bindings.first { $0.property.name == name }?.columns.first?.definition.name
  }

  /// Whether the name at `index` needs a qualifier where other tables are joined.
  func isUnqualified(at index: Int) -> Bool {
    symbol(index - 1) != "." && nesting[index] == .outside
  }

  /// Whether the name at `index` is that of the class's table and qualifies a column.
  func isOwnTable(at index: Int) -> Bool {
    symbol(index + 1) == "." && symbol(index - 1) != "." && isTable(index) && !isHidden(at: index)
  }

  // MARK: Comparisons

  private static let comparisons: Set<String> = ["=", "==", "<>", "!=", "<", "<=", ">", ">="]
  /// Words at which the lower bound of a BETWEEN cannot go on, unless a CASE encloses them.
  private static let bounds: Set<String> = [
    "AND", "BETWEEN", "CASE", "ELSE", "HAVING", "OR", "THEN", "WHEN", "WHERE",
  ]

  /// Returns the place of the value at `index`, with the parentheses around nothing else. Those of
  /// a list or of a function's arguments do not count.
  private func withParentheses(_ index: Int) -> ClosedRange<Int> {
    var (first, last) = (index, index)
    while symbol(first - 1) == "(", symbol(last + 1) == ")", keyword(first - 2) != "IN",
      words.name(first - 2) == nil
    {
      (first, last) = (first - 1, last + 1)
    }
    return first...last
  }

  private func operandBefore(_ index: Int) -> PropertyBinding? {
    if symbol(index - 1).map(Self.comparisons.contains) == true {
      return operand(endingAt: index - 2)
    }
    switch keyword(index - 1) {
    case "IS": return operand(endingAt: index - 2)
    case "NOT" where keyword(index - 2) == "IS": return operand(endingAt: index - 3)
    case "FROM" where keyword(index - 2) == "DISTINCT":
      return operand(endingAt: skippingNot(index - 3) - 1)
    case "BETWEEN": return operand(endingAt: skippingNot(index - 2))
    case "SYMMETRIC", "ASYMMETRIC": return operand(endingAt: skippingNot(index - 3))
    case "AND": return operandOfRange(index)
    default: return operandOfList(index)
    }
  }

  /// `column BETWEEN … AND value`.
  private func operandOfRange(_ index: Int) -> PropertyBinding? {
    guard let start = lastBound(before: index - 1), keyword(start) == "BETWEEN" else { return nil }
    return operand(endingAt: skippingNot(start - 1))
  }

  /// Returns the place of the last bound before `index` that is in the same parenthesis and in no
  /// CASE that ends before `index`.
  private func lastBound(before index: Int) -> Int? {
    let parenthesis = words.enclosing[index]
    let first = parenthesis.map { $0 + 1 } ?? 0
    var depth = 0
    return (first..<index).reversed().first { place in
      guard words.isWord(place), words.enclosing[place] == parenthesis,
        let word = keyword(place)
      else { return false }
      if word == "END" { depth += 1 }
      if depth == 0 { return Self.bounds.contains(word) }
      if word == "CASE" { depth -= 1 }
      return false
    }
  }

  /// `column IN (…, value`.
  private func operandOfList(_ index: Int) -> PropertyBinding? {
    guard let start = words.enclosing[index],
      ["(", ","].contains(symbol(index - 1)), keyword(start - 1) == "IN", !isSelect(start)
    else { return nil }
    return operand(endingAt: skippingNot(start - 2))
  }

  private func operandAfter(_ value: ClosedRange<Int>) -> PropertyBinding? {
    let index = value.upperBound
    guard symbol(index + 1).map(Self.comparisons.contains) == true,
      !isArithmetic(value.lowerBound - 1)
    else { return nil }
    let last = symbol(index + 3) == "." ? index + 4 : index + 2
    guard symbol(last + 1) != "(", symbol(last + 1) != ".", !isArithmetic(last + 1) else {
      return nil
    }
    return binding(at: last)
  }

  private func operand(endingAt index: Int) -> PropertyBinding? {
    let last = keyword(index - 1) == "COLLATE" ? index - 2 : index
    let first = symbol(last - 1) == "." ? last - 2 : last
    return isArithmetic(first - 1) || symbol(first - 1) == "." ? nil : binding(at: last)
  }

  private func binding(at index: Int) -> PropertyBinding? {
    guard let name = ownName(at: index) else { return nil }
    let spelling = name.lowercased()
    return plan.bindings.first {
      $0.columns.first?.definition.name.lowercased() == spelling
    } ?? plan.bindings.first { $0.property.name == name && !$0.columns.isEmpty }
  }

  // MARK: Names

  /// Returns the name at `index` if it can mean a column of the class: it is qualified with the
  /// class's table, or unqualified and outside any `SELECT` from other tables.
  private func ownName(at index: Int) -> String? {
    guard let name = words.name(index), symbol(index + 1) != "(", !words.isSource(index) else {
      return nil
    }
    let isQualified = symbol(index - 1) == "."
    let isFree = nesting[index] != .other && symbol(index + 1) != "."
    return (isQualified ? isTable(index - 2) : isFree) ? name : nil
  }

  private func isTable(_ index: Int) -> Bool {
    words.token(index)?.name?.lowercased() == plan.entity.table.lowercased()
  }

  /// Whether the class's table at `index` is one that a `SELECT` around it reads.
  private func isHidden(at index: Int) -> Bool {
    sequence(first: index) { words.enclosing[$0] }.dropFirst().contains { start in
      isSelect(start)
        && words.content(of: start).contains { isTable($0) && words.isWholeSource(at: $0) }
    }
  }

  // MARK: Tokens

  private func symbol(_ index: Int) -> String? { words.symbol(index) }
  private func keyword(_ index: Int) -> String? { words.keyword(index) }

  private func isArithmetic(_ index: Int) -> Bool {
    guard let symbol = symbol(index), !Self.comparisons.contains(symbol) else { return false }
    return symbol.unicodeScalars.first.map(SQLScanner.isOperator) ?? false
  }

  private func skippingNot(_ index: Int) -> Int { keyword(index) == "NOT" ? index - 1 : index }

  private func isSelect(_ index: Int) -> Bool { words.isSelect(at: index) }

  private static func nesting(of words: CriteriaWords, in table: String) -> [Nesting] {
    var open: [Nesting] = []
    return words.tokens.indices.map { index in
      switch words.symbol(index) {
      case "(" where words.isSelect(at: index):
        open.append(words.isSelect(at: index, fromOnly: table) ? .own : .other)
      case "(": open.append(open.last ?? .outside)
      case ")": _ = open.popLast()
      default: break
      }
      return open.last ?? .outside
    }
  }
}

extension CriteriaWords {
  /// Words that follow a table without an alias in a `SELECT` from it alone.
  private static let ends: Set<String> = [
    "EXCEPT", "GROUP", "HAVING", "INTERSECT", "LIMIT", "OFFSET", "ORDER", "UNION", "WHERE",
  ]
  /// Words that follow a table without an alias in a join.
  private static let joins: Set<String> = [
    "CROSS", "FULL", "INNER", "JOIN", "LEFT", "NATURAL", "ON", "RIGHT", "USING",
  ]

  /// Whether the parenthesis at `index` is that of a `SELECT`.
  fileprivate func isSelect(at index: Int) -> Bool {
    ["SELECT", "WITH", "VALUES"].contains(keyword(index + 1))
  }

  /// Whether the token at `index` follows the `FROM` of a `SELECT`, rather than that of an operator
  /// or of a function's arguments.
  fileprivate func isSource(_ index: Int) -> Bool {
    keyword(index - 1) == "FROM" && isWord(index - 1) && keyword(index - 2) != "DISTINCT"
      && enclosing[index].map(isSelect(at:)) ?? true
  }

  /// Whether all tables of the `SELECT` in the parenthesis at `index` are a given one, which has no
  /// alias.
  fileprivate func isSelect(at index: Int, fromOnly table: String) -> Bool {
    let sources = content(of: index).filter(isSource)
    return !sources.isEmpty && keyword(index + 1) == "SELECT"
      && sources.allSatisfy { source in
        token(source)?.name?.lowercased() == table.lowercased()
          && (symbol(source + 1) == ")" || Self.ends.contains(keyword(source + 1) ?? ""))
      }
  }

  /// Whether the table at `index` is one that a `SELECT` reads, without an alias.
  fileprivate func isWholeSource(at index: Int) -> Bool {
    if symbol(index - 1) == "." || symbol(index + 1) == "." { return false }
    let next = keyword(index + 1) ?? ""
    return symbol(index + 1) != nil || Self.ends.contains(next) || Self.joins.contains(next)
  }
}
