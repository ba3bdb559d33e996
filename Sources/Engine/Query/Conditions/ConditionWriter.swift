/// Writes conditions as SQL.
struct ConditionWriter {
  var text: RawText
  let scope: QueryScope
  var dialect: any Dialect { scope.dialect }

  init(_ scope: QueryScope) {
    self.scope = scope
    text = scope.joins.empty
  }

  mutating func append(_ node: ConditionNode) throws {
    switch node {
    case .comparison(let path, let comparison, let value):
      try append(path, comparison: comparison, value: value)
    case .columns(let left, let comparison, let right):
      try append(left, comparison: comparison, column: right)
    case .membership(let path, let values): try append(path, isIn: values)
    case .selection(let path, let keys): try append(path, isIn: keys)
    case .isAmong(let keys): try append(isAmong: keys)
    case .between(let path, let low, let high): try append(path, between: low, and: high)
    case .text(let path, let search): try append(path, search: search)
    case .isNull(let path): try appendIsNull(path)
    case .collection(let path, let test): try append(path, test: test)
    case .and(let left, let right): try append(left, joinedBy: " AND ", to: right)
    case .or(let left, let right): try append(left, joinedBy: " OR ", to: right)
    case .not(let inner): try append(not: inner)
    case .constant(let value): text.append(dialect.constant(value))
    }
  }

  private mutating func append(
    _ left: ConditionNode, joinedBy word: String, to right: ConditionNode
  ) throws {
    text.append("(")
    try append(left)
    text.append(word)
    try append(right)
    text.append(")")
  }

  /// A condition that is neither true nor false in SQL, because a column is NULL, does not hold in
  /// Swift, so its negation does.
  private mutating func append(not node: ConditionNode) throws {
    text.append("(")
    try append(node)
    text.append(") IS NOT TRUE")
  }

  // MARK: Comparisons

  private mutating func append(
    _ path: ColumnPath, comparison: ComparisonOperator, value: ConditionArgument
  ) throws {
    // Only `==` and `!=` accept nil; the latter is written as a negation.
    if value.isNil { return try appendIsNull(path) }
    let operand = try scope.operand(path).searchable()
    text.append("\(try scope.row(of: operand)) \(comparison.rawValue) ")
    append(value, as: operand)
  }

  private mutating func append(
    _ path: ColumnPath, between low: ConditionArgument, and high: ConditionArgument
  ) throws {
    let operand = try scope.operand(path).searchable()
    text.append("\(operand.name) BETWEEN ")
    append(low, as: operand)
    text.append(" AND ")
    append(high, as: operand)
  }

  /// Two columns compare as their values do only if the same codec wrote them.
  private mutating func append(
    _ left: ColumnPath, comparison: ComparisonOperator, column right: ColumnPath
  ) throws {
    let (left, right) = try (scope.operand(left).searchable(), scope.operand(right).searchable())
    let isComparable =
      left.column == nil || right.column == nil
      ? left.storage == right.storage : left.column?.codec == right.column?.codec
    guard isComparable else {
      throw left.invalidQuery("the property is compared with one that another codec stores")
    }
    let rows = try (scope.row(of: left), scope.row(of: right))
    text.append(
      comparison == .equal
        ? dialect.isSame(rows.0, rows.1) : "\(rows.0) \(comparison.rawValue) \(rows.1)")
  }

  /// A collection that may be nil has a column that says so.
  private mutating func appendIsNull(_ path: ColumnPath) throws {
    text.append("\(try scope.nullableColumn(path)) IS NULL")
  }

  private mutating func append(_ value: ConditionArgument, as operand: Operand) {
    text.appendArgument(width: operand.columns.count) { cells, index in
      try value.encode(as: operand, into: cells, at: index)
    }
  }

  // MARK: Lists

  private mutating func append(_ path: ColumnPath, isIn values: [ConditionArgument]) throws {
    let operand = try scope.operand(path).searchable()
    let others = values.filter { !$0.isNil }
    text.append("(")
    if others.isEmpty {
      try append(.constant(false))
    } else if others.count > Self.manyValues, operand.columns.count == 1 {
      text.append(operand.name, isIn: try list(of: others, operand), operand.storage)
    } else {
      text.append(
        "\(try scope.row(of: operand)) IN (\(operand.columns.count == 1 ? "" : "VALUES ")")
      for (index, value) in others.enumerated() {
        if index > 0 { text.append(", ") }
        append(value, as: operand)
      }
      text.append(")")
    }
    text.append(others.count == values.count ? ")" : " OR \(operand.name) IS NULL)")
  }

  /// More values are bound as one list, so that no limit is met and not each number of values is a
  /// statement of its own.
  private static let manyValues = 100

  private func list(of values: [ConditionArgument], _ operand: Operand) throws -> RowBatch {
    let rows = RowBatch()
    rows.begin(width: 1)
    for value in values {
      rows.addRow()
      try value.encode(as: operand, into: rows, at: 0)
    }
    return rows
  }

  private mutating func append(_ path: ColumnPath, isIn keys: SelectedKeys) throws {
    let operand = try scope.operand(path).searchable()
    text.append("\(try scope.row(of: operand)) IN (")
    text.append(try keys.write(scope.plans, operand.columns.count > 1))
    text.append(")")
  }

  /// Appends a condition on keys. The table distinguishes equal keys of several tables.
  private mutating func append(isAmong keys: SelectedKeys) throws {
    let key = scope.qualifiedKey
    let row = keys.isOfFamily ? "(\(key), \(try scope.operand(.ownTable).name))" : key
    text.append("\(row) IN (")
    text.append(try keys.write(scope.plans, keys.isOfFamily))
    text.append(")")
  }

  // MARK: Texts

  private mutating func append(_ path: ColumnPath, search: TextSearch) throws {
    let operand = try scope.operand(path).searchable()
    try requirePlainText(operand, text: search.text)
    let value = StoredValue.text(search.text)
    switch search.kind {
    case .pattern(let escape):
      try requireVisible(search.text)
      guard !search.endsInEscape else { return try append(.constant(false)) }
      text.appendArgument(value) { [dialect] in
        dialect.matches(operand.name, $0, escape: escape)
      }
    case .prefix: append(operand, prefix: search)
    case .suffix where search.text.isEmpty: text.append("\(operand.name) IS NOT NULL")
    case .suffix:
      text.appendArgument(value) { [dialect] in dialect.hasSuffix(operand.name, search.text, $0) }
    case .part: text.appendArgument(value) { [dialect] in dialect.contains(operand.name, $0) }
    }
  }

  /// Throws for a NUL. Databases end a pattern at its first NUL, so it would match other texts than
  /// it says.
  private func requireVisible(_ pattern: String) throws {
    guard pattern.utf8.contains(0) else { return }
    throw PersistenceError(
      .invalidQuery, "a pattern cannot contain a NUL character; search for it with the case it has")
  }

  /// Writes the search as a range, which an index on the column supports.
  private mutating func append(_ operand: Operand, prefix search: TextSearch) {
    text.append("(\(operand.name) >= ")
    text.appendArgument(.text(search.text))
    if let end = search.successor {
      text.append(" AND \(operand.name) < ")
      text.appendArgument(.text(end))
    }
    text.append(")")
  }

  /// Throws if the codec stores texts in another form, in which a part of a text is not stored as a
  /// part.
  private func requirePlainText(_ operand: Operand, text: String) throws {
    let cells = RowBatch(width: 1)
    // The search text itself may look the same in both forms; with more text it does not.
    let text = text + "aB"
    try ConditionArgument(text).encode(as: operand, into: cells, at: 0)
    if case .text(let stored) = cells.row.value(at: 0), stored.utf8.elementsEqual(text.utf8) {
      return
    }
    throw PersistenceError(
      .notSearchable, "the property's codec does not store texts as they are",
      context: operand.binding?.place(pk: nil) ?? .init())
  }
}
