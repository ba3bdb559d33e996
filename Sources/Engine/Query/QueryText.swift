/// Writes queries as SQL for one class in one store, and keeps what is to be bound.
struct QueryText {
  private let plan: EntityPlan
  private var raw: RawText

  init(_ plan: EntityPlan, registry: CodecRegistry) {
    self.plan = plan
    raw = RawText(registry: registry, dialect: plan.dialect)
  }

  var sql: String { raw.sql }

  /// Binds what the text has placeholders for.
  func bind(to statement: Statement) throws { try raw.bind(to: statement) }

  /// The text with the values themselves, for where there can be no parameters.
  func withLiterals() throws -> String { try raw.withLiterals() }

  mutating func append(_ text: String) { raw.append(text) }

  // MARK: Clauses

  /// Everything that follows the table's name. Criteria are the whole of it: what SQL text says
  /// cannot be combined with conditions safely.
  ///
  /// - Parameter isOrdered: false for counts and the like, to which only a limit makes an order
  ///   matter.
  mutating func appendClauses<Root>(of query: Query<Root>, isOrdered: Bool = true) throws {
    if let criteria = query.criteria { return try append(criteria) }
    try appendWhere(query)
    if isOrdered || query.limit != nil || query.offset != nil { try appendOrder(query) }
    if query.limit != nil || query.offset != nil { appendLimit(query.limit, query.offset) }
  }

  private mutating func appendWhere<Root>(_ query: Query<Root>) throws {
    guard query.condition != nil || query.lastKey != nil else { return }
    if query.lastKey != nil && !query.orders.isEmpty {
      throw PersistenceError(
        .invalidQuery, "after(_:) goes on in the order of primary keys; it takes no other order")
    }
    append(" WHERE ")
    if let condition = query.condition { try append(condition) }
    if let later = query.lastKey {
      if query.condition != nil { append(" AND ") }
      append("\(ColumnName.pk) > ")
      appendArgument { cells, index in cells.set(later, at: index) }
    }
  }

  private mutating func appendOrder<Root>(_ query: Query<Root>) throws {
    var terms: [String] = []
    for order in query.orders {
      let name = try column(order.keyPath).name
      terms.append(order.direction == .ascending ? name : "\(name) DESC")
    }
    append(" ORDER BY " + (terms + [ColumnName.pk]).joined(separator: ", "))
  }

  private mutating func appendLimit(_ limit: Int?, _ offset: Int?) {
    append(" LIMIT \(limit ?? -1)")
    if let offset { append(" OFFSET \(offset)") }
  }

  // MARK: Criteria

  private mutating func append(_ criteria: Criteria) throws {
    let tokens = try SQLToken.tokens(of: criteria)
    let words = tokens.filter { !$0.isSpace }
    let columns = CriteriaColumns(words, plan)
    append(Self.needsWhere(words) ? " WHERE " : " ")
    var position = 0
    for token in tokens {
      append(token, at: position, columns)
      if !token.isSpace { position += 1 }
    }
  }

  private mutating func append(_ token: SQLToken, at position: Int, _ columns: CriteriaColumns) {
    switch token {
    case .space(let text), .literal(let text), .symbol(let text): append(text)
    case .value(let value): raw.append(value, comparedWith: columns.binding(comparedAt: position))
    case .name(_, let text):
      let column = columns.columnNamedAsProperty(at: position)
      append(column.map(plan.dialect.quoted) ?? text)
    }
  }

  private static func needsWhere(_ words: [SQLToken]) -> Bool {
    guard let first = words.first else { return false }
    return !["WHERE", "ORDER", "LIMIT", "GROUP"].contains(first.keyword)
  }

  // MARK: Conditions

  mutating func append(_ node: ConditionNode) throws {
    switch node {
    case .comparison(let path, let comparison, let value): try append(path, comparison, value)
    case .membership(let path, let values): try append(path, isIn: values)
    case .between(let path, let low, let high):
      let column = try column(path)
      append("\(column.name) BETWEEN ")
      appendArgument(low, column)
      append(" AND ")
      appendArgument(high, column)
    case .like(let path, let pattern):
      append("\(try column(path).name) LIKE ")
      appendArgument { cells, index in cells.set(.text(pattern), at: index) }
    case .isNull(let path): append("\(try column(path).name) IS NULL")
    case .and(let left, let right): try append(left, " AND ", right)
    case .or(let left, let right): try append(left, " OR ", right)
    case .not(let inner): try append(not: inner)
    case .constant(let value): append(value ? "1" : "0")
    }
  }

  private mutating func append(
    _ left: ConditionNode, _ word: String, _ right: ConditionNode
  ) throws {
    append("(")
    try append(left)
    append(word)
    try append(right)
    append(")")
  }

  /// What is neither true nor false in SQL, since a column is NULL, does not hold in Swift, so its
  /// negation does.
  private mutating func append(not node: ConditionNode) throws {
    append("(")
    try append(node)
    append(") IS NOT TRUE")
  }

  private mutating func append(
    _ path: AnyKeyPath, _ comparison: ComparisonOperator, _ value: ConditionArgument
  ) throws {
    let column = try column(path)
    if value.isNil {
      // Only `==` and `!=` take nil; the latter is written as a negation.
      append("\(column.name) IS NULL")
    } else {
      append("\(column.row) \(comparison.rawValue) ")
      appendArgument(value, column)
    }
  }

  private mutating func append(_ path: AnyKeyPath, isIn values: [ConditionArgument]) throws {
    let column = try column(path)
    let others = values.filter { !$0.isNil }
    append("(")
    if others.isEmpty {
      try append(.constant(false))
    } else {
      append("\(column.row) IN (\(column.width == 1 ? "" : "VALUES ")")
      for (index, value) in others.enumerated() {
        if index > 0 { append(", ") }
        appendArgument(value, column)
      }
      append(")")
    }
    append(others.count == values.count ? ")" : " OR \(column.name) IS NULL)")
  }

  private mutating func appendArgument(_ value: ConditionArgument, _ column: SearchedColumn) {
    raw.appendArgument(width: column.width) { cells, index in
      do {
        try value.encode(column.binding, cells, index)
      } catch {
        throw column.binding.encodingFailed(error, pk: nil)
      }
    }
  }

  private mutating func appendArgument(_ argument: @escaping (Cells, Int) throws -> Void) {
    raw.appendArgument(argument)
  }

  // MARK: Columns

  struct SearchedColumn {
    let name: String
    /// The column, or where a reference has two of them the pair, to be compared with as many
    /// placeholders.
    let row: String
    let binding: PropertyBinding

    var width: Int { binding.columns.count }
  }

  /// The column of a property; throws when it has none that can be searched.
  func column(_ path: AnyKeyPath) throws -> SearchedColumn {
    let binding = try plan.searchableBinding(plan.position(of: path))
    let names = binding.columns.map { plan.dialect.quoted($0.definition.name) }
    let row = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
    return SearchedColumn(name: names[0], row: row, binding: binding)
  }
}

extension EntityPlan {
  /// The position of a property; throws when the key path names something else.
  func position(of path: AnyKeyPath) throws -> Int {
    if let position = entity.position(of: path) { return position }
    throw PersistenceError(
      .invalidQuery,
      """
      the key path names no stored property of \(entity.className): computed and transient \
      properties have no column, and a property of a referenced object cannot be reached this way
      """,
      context: .init(className: entity.className, table: entity.table))
  }

  /// The binding at a position; throws when it cannot be compared in SQL.
  func searchableBinding(_ position: Int) throws -> PropertyBinding {
    let binding = bindings[position]
    if binding.isSearchable { return binding }
    throw binding.notSearchable
  }
}

extension PropertyBinding {
  /// The error for a property that SQL cannot compare.
  var notSearchable: PersistenceError {
    let reason =
      hasChildRows
      ? "a collection lies in a table of its own"
      : "its codec's stored form does not compare as the values do"
    return PersistenceError(
      .notSearchable, "the property cannot be searched, compared or ordered by: \(reason)",
      context: place(pk: nil))
  }
}
