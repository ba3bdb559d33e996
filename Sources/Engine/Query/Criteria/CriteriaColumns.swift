/// The columns of a class in criteria: which names mean a property, and which column a value is
/// compared with.
///
/// A value is compared with a column in `column = value` and with every other comparison operator,
/// in either order, and in `column IS value`, `column IS DISTINCT FROM value`,
/// `column BETWEEN value AND value` and `column IN (value, …)`. Inside anything else, such as
/// arithmetic or a function, it is compared with no column.
struct CriteriaColumns {
  private let plan: EntityPlan
  /// The tokens without white space and comments.
  private let tokens: [SQLToken]
  /// Whether each token is inside a nested `SELECT`.
  private let isNested: [Bool]
  /// The index of the token that opens the list to which a comma between values belongs; for any
  /// other token, its own index.
  private let listStarts: [Int]

  init(_ tokens: [SQLToken], plan: EntityPlan) {
    self.plan = plan
    self.tokens = tokens
    isNested = Self.nesting(of: tokens)
    listStarts = tokens.indices.reduce(into: []) { starts, index in
      let goesOn = index > 1 && tokens[index].symbol == "," && tokens[index - 1].isOperand
      starts.append(goesOn ? starts[index - 2] : index)
    }
  }

  /// Returns the column that the value at `index` is compared with.
  func binding(comparedAt index: Int) -> PropertyBinding? {
    if isArithmetic(index + 1) { return nil }
    let binding = operandBefore(index) ?? operandAfter(index)
    return binding?.columns.count == 1 ? binding : nil
  }

  /// Returns the column that the name at `index` means, if it is written like the property:
  /// `lastName` for `last_name`.
  func columnNamedAsProperty(at index: Int) -> String? {
    guard let name = tokens[index].name, symbol(index + 1) != "(", keyword(index - 1) != "AS",
      isOfThisClass(index), !endsOperand(index), !startsClause(index), column(name) == nil
    else { return nil }
    return plan.bindings.first { $0.property.name == name }?.columns.first?.definition.name
  }

  /// Whether the name at `index` means a column of the class and is not qualified with its table.
  func isOwnColumn(at index: Int) -> Bool {
    guard let name = tokens[index].name, symbol(index - 1) != ".", symbol(index + 1) != "(",
      !["AS", "COLLATE"].contains(keyword(index - 1)), isOfThisClass(index)
    else { return false }
    return name.lowercased() == ColumnName.pk || binding(at: index) != nil
  }

  /// Whether the name at `index` is that of the class's table and qualifies a column.
  func isOwnTable(at index: Int) -> Bool {
    symbol(index + 1) == "." && symbol(index - 1) != "." && !isNested[index]
      && tokens[index].name?.lowercased() == plan.entity.table.lowercased()
  }

  // MARK: Comparisons

  private static let comparisons: Set<String> = ["=", "==", "<>", "!=", "<", "<=", ">", ">="]
  private static let arithmetic: Set<String> = [
    "+", "-", "*", "/", "%", "||", "&", "|", "<<", ">>", "->", "~",
  ]

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
    case "AND" where keyword(index - 3) == "BETWEEN" && token(index - 2)?.isOperand == true:
      return operand(endingAt: skippingNot(index - 4))
    default: return operandOfList(index)
    }
  }

  /// `column IN (…, value`.
  private func operandOfList(_ index: Int) -> PropertyBinding? {
    guard index > 0 else { return nil }
    let start = listStarts[index - 1]
    guard symbol(start) == "(", keyword(start - 1) == "IN" else { return nil }
    return operand(endingAt: skippingNot(start - 2))
  }

  private func operandAfter(_ index: Int) -> PropertyBinding? {
    guard symbol(index + 1).map(Self.comparisons.contains) == true, !isArithmetic(index - 1) else {
      return nil
    }
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
    guard let name = token(index)?.name, isOfThisClass(index), !endsOperand(index) else {
      return nil
    }
    return column(name)
      ?? plan.bindings.first { $0.property.name == name && !$0.columns.isEmpty }
  }

  private func column(_ name: String) -> PropertyBinding? {
    let name = name.lowercased()
    return plan.bindings.first { $0.columns.first?.definition.name.lowercased() == name }
  }

  /// Whether a name at `index` can mean a column of the class: it is qualified with the class's
  /// table, or unqualified and outside any `SELECT`.
  private func isOfThisClass(_ index: Int) -> Bool {
    guard symbol(index - 1) == "." else { return !isNested[index] && symbol(index + 1) != "." }
    return token(index - 2)?.name?.lowercased() == plan.entity.table.lowercased()
  }

  /// Words that end an operand or follow one, and may also be the names of columns.
  private static let endings: Set<String> = ["ASC", "DESC", "NULLS", "FIRST", "LAST", "END"]
  /// Words that an operand follows.
  private static let beginnings: Set<String> = [
    "AND", "BETWEEN", "BY", "CASE", "DISTINCT", "ELSE", "FROM", "HAVING", "IN", "IS", "LIKE", "NOT",
    "OR", "THEN", "WHEN", "WHERE",
  ]

  /// Whether the word at `index` belongs to the operand before it, as in `price DESC` or
  /// `CASE … END`, so that it is not a name.
  private func endsOperand(_ index: Int) -> Bool {
    guard let word = keyword(index), Self.endings.contains(word), let last = token(index - 1) else {
      return false
    }
    if let symbol = last.symbol { return symbol == ")" }
    return last.keyword.map { !Self.beginnings.contains($0) } ?? true
  }

  /// Whether the word at `index` begins a clause, as in `age > 3 LIMIT 5`: it follows an operand and
  /// precedes another one.
  private func startsClause(_ index: Int) -> Bool {
    guard let word = keyword(index), ["LIMIT", "OFFSET", "ORDER", "GROUP", "HAVING"].contains(word)
    else { return false }
    if ["ORDER", "GROUP"].contains(word) { return keyword(index + 1) == "BY" }
    return token(index + 1).map { $0.isOperand || $0.name != nil || $0.symbol == "(" } ?? false
  }

  // MARK: Tokens

  private func token(_ index: Int) -> SQLToken? {
    tokens.indices.contains(index) ? tokens[index] : nil
  }

  private func symbol(_ index: Int) -> String? { token(index)?.symbol }
  private func keyword(_ index: Int) -> String? { token(index)?.keyword }

  private func isArithmetic(_ index: Int) -> Bool {
    symbol(index).map(Self.arithmetic.contains) ?? false
  }

  private func skippingNot(_ index: Int) -> Int { keyword(index) == "NOT" ? index - 1 : index }

  private static func nesting(of tokens: [SQLToken]) -> [Bool] {
    var open: [Bool] = []
    return tokens.indices.map { index in
      switch tokens[index].symbol {
      case "(":
        let next = index + 1 < tokens.count ? tokens[index + 1].keyword : nil
        open.append(open.last == true || ["SELECT", "WITH", "VALUES"].contains(next))
      case ")": _ = open.popLast()
      default: break
      }
      return open.last ?? false
    }
  }
}
