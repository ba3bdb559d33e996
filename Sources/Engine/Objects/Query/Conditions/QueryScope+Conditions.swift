// Conditions in SQL.

import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension QueryScope {
  /// Returns the condition in SQL. Only this function, the next two and those for collections write
  /// nested conditions, since their stack frames are small.
  func condition(_ node: ConditionNode) throws -> SQLText {
    switch node {
    case .junction(let junction): try chain(junction)
    case .not(let inner): try negation(inner)
    case .collection(let collection, let test): try self.test(test, of: collection)
    default: try term(node)
    }
  }

  /// Returns `(a OR b OR c)`. A chain that is too long for the database is split into halves in
  /// parentheses.
  private func chain(_ junction: Junction) throws -> SQLText {
    let isLong = junction.count > dialect.character.longestChain
    let parts = isLong ? [junction.left, junction.right] : junction.terms
    let hasJoins =
      junction.word == .or || junction.count <= dialect.character.longestChainOfJoins ?? .max
    let texts = try parts.map { part in
      let text = try condition(part)
      return hasJoins || !part.isSubquery ? text : "(\(text)) IS TRUE"
    }
    return "(\(texts.joined(separator: " \(junction.word.rawValue) ")))"
  }

  /// Returns the negation of a condition. A condition that is NULL in SQL, because a column is,
  /// does not hold in Swift, so its negation does.
  private func negation(_ node: ConditionNode) throws -> SQLText {
    try "(\(condition(node))) IS NOT TRUE"
  }

  @inline(never)
  private func term(_ node: ConditionNode) throws -> SQLText {
    switch node {
    case .comparison(let path, let comparison, let value):
      try self.comparison(comparison, of: path, with: value)
    case .columns(let left, let comparison, let right):
      try self.comparison(comparison, of: left, with: right)
    case .membership(let path, let values): try membership(of: path, in: values)
    case .selection(let path, let keys):
      try membership(of: searchable(path).namingTable, in: keys)
    case .isAmongValues(let value, let query): try isAmong(operand(value), query)
    case .isAmong(let keys): try isAmong(keys)
    case .between(let path, let low, let high):
      try isBetween(searchable(path), low: low, high: high)
    case .text(let path, let search): try self.search(searchable(path.uncollated), for: search)
    case .contains(let text, let part):
      try dialect.contains(self.text(text).name, self.text(part).name)
    // A collection that may be nil has a column that says whether it is.
    case .isNull(let path): try "\(nullableColumn(path)) IS NULL"
    case .exists(let query): "EXISTS (\(try query.write(self).text))"
    case .constant(let value): "\(dialect.constant(value))"
    case .junction, .not, .collection: try condition(node)
    }
  }

  static var tooDeep: PersistenceError {
    PersistenceError(
      .invalidQuery,
      """
      the condition has more than \(ConditionNode.deepest) nested levels; split it. A chain of && or \
      of || is one level, however long it is, and so is !; contains { } counts as four, and a query \
      inside another as sixteen
      """)
  }

  /// Returns the value of an expression. Throws if SQL cannot compare it.
  func searchable(_ node: ValueNode) throws -> Operand { try operand(node).searchable() }

  // MARK: Comparisons

  private func comparison(
    _ comparison: ComparisonOperator, of path: ValueNode, with value: ConditionArgument
  ) throws -> SQLText {
    // Only `==` and `!=` accept nil; the latter is written as a negation.
    if value.isNil { return try condition(.isNull(path)) }
    let operand = try operand(path)
    if comparison == .equal, operand.layout != nil {
      return try equality(of: operand, with: value)
    }
    return try self.comparison(comparison, of: operand.searchable().namingTable, with: value)
  }

  func comparison(
    _ comparison: ComparisonOperator, of operand: Operand, with value: ConditionArgument
  ) throws -> SQLText {
    let row = try row(of: operand)
    guard comparesNumbers(operand) else {
      return try "\(row) \(comparison.rawValue) \(value, as: operand)"
    }
    return try """
    \(row, comparison.rawValue, byValue: value.values(as: operand)[0], of: operand.type)
    """
  }

  private func isBetween(
    _ operand: Operand, low: ConditionArgument, high: ConditionArgument
  ) throws -> SQLText {
    if comparesNumbers(operand) {
      return try """
      (\(comparison(.greaterOrEqual, of: operand, with: low)) \
      AND \(comparison(.lessOrEqual, of: operand, with: high)))
      """
    }
    return try "\(operand.name) BETWEEN \(low, as: operand) AND \(high, as: operand)"
  }

  /// Returns the comparison of two values. If one of them consists of the program's values, these
  /// are written in the form of the other.
  private func comparison(
    _ comparison: ComparisonOperator, of left: ValueNode, with right: ValueNode
  ) throws -> SQLText {
    if left.isOfArguments {
      let other = try searchable(right)
      let own = try operand(left, like: other.namingTable)
      return try self.comparison(comparison, of: own, with: other)
    }
    let first = try operand(left)
    if comparison == .equal, first.layout != nil {
      return try equality(of: first, with: operand(right, like: first))
    }
    let own = try first.searchable()
    let other = try operand(right, like: own.namingTable).searchable()
    return try self.comparison(comparison, of: own, with: other)
  }

  /// Returns the comparison of two columns or computed values. They compare like their values only
  /// if they have the same form.
  private func comparison(
    _ comparison: ComparisonOperator, of left: Operand, with right: Operand
  ) throws -> SQLText {
    let (left, right) = try comparable(left.naming(like: right), right.naming(like: left))
    let rows = try (row(of: left), row(of: right))
    // NULL has to equal NULL only if both sides may be NULL. PostgreSQL has neither index nor hash
    // for that comparison.
    if comparison == .equal && left.mayBeNull && right.mayBeNull {
      return dialect.isSame(rows.0, rows.1)
    }
    return "\(rows.0) \(comparison.rawValue) \(rows.1)"
  }

  func isComparable(_ left: Operand, _ right: Operand) -> Bool {
    left.column == nil || right.column == nil
      ? left.storage == right.storage && left.hasForm(of: right)
      : left.column?.codec == right.column?.codec
  }

  func requireComparable(_ left: Operand, _ right: Operand) throws {
    if left.layout == nil ? isComparable(left, right) : left.hasFields(of: right) { return }
    throw left.storedOtherwise
  }

  // MARK: Lists

  private func membership(
    of path: ValueNode, in values: [ConditionArgument]
  ) throws -> SQLText {
    let operand = try operand(path)
    if operand.layout == nil {
      return try membership(of: operand.searchable().namingTable, in: values)
    }
    if values.isEmpty { return try condition(.constant(false)) }
    let terms = try values.map {
      $0.isNil ? try condition(.isNull(path)) : try equality(of: operand, with: $0)
    }
    return "(\(terms.joined(separator: " OR ")))"
  }

  private func membership(
    of operand: Operand, in values: [ConditionArgument]
  ) throws -> SQLText {
    let others = values.filter { !$0.isNil }
    let isAmong = try membership(of: operand, amongValues: others)
    return others.count == values.count
      ? "(\(isAmong))" : "(\(isAmong) OR \(operand.name) IS NULL)"
  }

  private func membership(
    of operand: Operand, amongValues values: [ConditionArgument]
  ) throws -> SQLText {
    let isOneColumn = operand.columns.count == 1
    if values.isEmpty { return try condition(.constant(false)) }
    if values.count > Self.manyValues, isOneColumn {
      return "\(operand.name, isIn: try list(of: values, operand), of: operand.type)"
    }
    if comparesNumbers(operand) {
      return try values.map { try comparison(.equal, of: operand, with: $0) }
        .joined(separator: " OR ")
    }
    let list = try values.map { try "\($0, as: operand)" as SQLText }.joined(separator: ", ")
    let words = isOneColumn || dialect.character.listsRows ? "" : "VALUES "
    return "\(try row(of: operand)) IN (\(words)\(list))"
  }

  /// Returns whether the operator alone would not compare a column's numbers by value.
  private func comparesNumbers(_ operand: Operand) -> Bool {
    operand.column != nil && !operand.name.hasValues
      && dialect.numberComparing(operand.type) != nil
  }

  /// The number of values above which they are bound as one list. This avoids the limit on bound
  /// values, and a separate statement for each number of values.
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

  private func membership(of operand: Operand, in keys: SelectedKeys) throws -> SQLText {
    try "\(row(of: operand)) IN (\(listed(keys.write(plans, operand.columns.count > 1, nil))))"
  }

  /// Returns the condition that a query selects a value. As in Swift, nil is among values of which
  /// one is nil.
  private func isAmong(_ value: Operand, _ query: Subquery) throws -> SQLText {
    if value.layout != nil { return try isAmongWholes(value, query) }
    let (list, result) = try query.write(self)
    var other = result
    other.columns = ["v0"]
    let (left, right) = try comparable(value.searchable(), other)
    guard left.columns.count == 1 else {
      throw value.invalidQuery(
        "a reference to several classes is not a single value; compare a property of its object")
    }
    let rows =
      right.name == "v0"
      ? list : "SELECT \(right.name) FROM (\(list))\(dialect.derivedTableName)" as SQLText
    let isFound: SQLText = "\(left.name) IN (\(listed(rows)))"
    guard left.mayBeNull, right.mayBeNull else { return isFound }
    let others = try query.write(self).text
    return """
      (\(isFound) OR (\(left.name) IS NULL AND EXISTS (SELECT 1 FROM (\(others))\
      \(dialect.derivedTableName) WHERE v0 IS NULL)))
      """
  }

  /// Returns the condition that a query selects a value in several columns. The columns of the list
  /// get names that no class can have, since those of the value may belong to any table.
  private func isAmongWholes(_ value: Operand, _ query: Subquery) throws -> SQLText {
    var (list, result) = try query.write(self)
    let names = result.columns.indices.map { "v\($0) AS _persistent_\($0)" as SQLText }
    result.columns = result.columns.indices.map { "_persistent_\($0)" }
    return """
      EXISTS (SELECT 1 FROM (SELECT \(names.joined(separator: ", ")) FROM \
      (\(list))\(dialect.derivedTableName))\(dialect.derivedTableName) \
      WHERE \(try equality(of: value, with: result)))
      """
  }

  /// Returns the condition that a query selects the object's key. The table distinguishes equal
  /// keys of several tables. If this query is part of another one, so are its steps before a limit.
  private func isAmong(_ keys: SelectedKeys) throws -> SQLText {
    let key = qualifiedKey
    let row: SQLText =
      keys.isOfFamily ? "(\(key), \(try operand(ColumnPath.ownTable).name))" : key
    return "\(row) IN (\(listed(try keys.write(plans, keys.isOfFamily, parent))))"
  }

  /// Returns a query as it may stand after `IN`.
  private func listed(_ query: SQLText) -> SQLText {
    dialect.character.limitsListedQueries
      ? query : "SELECT * FROM (\(query))\(dialect.derivedTableName)"
  }

  // MARK: Texts

  private func search(_ operand: Operand, for search: TextSearch) throws -> SQLText {
    let (name, text, dialect) = (operand.name, search.text, dialect)
    try requirePlainText(operand, text: text)
    switch search.kind {
    case .pattern(let escape):
      try requireVisible(text)
      if search.endsInEscape { return try condition(.constant(false)) }
      return dialect.matches(name, "\(.text(text))", escape: escape)
    case .prefix:
      // A range can use an index on the column.
      guard let end = search.successor else { return "(\(name) >= \(.text(text)))" }
      return "(\(name) >= \(.text(text)) AND \(name) < \(.text(end)))"
    case .suffix where text.isEmpty: return "\(name) IS NOT NULL"
    case .suffix: return dialect.hasSuffix(name, text)
    case .part: return dialect.contains(name, "\(.text(text))")
    }
  }

  /// Throws if a pattern contains a NUL. Databases end a pattern at its first NUL, so it would
  /// match texts that it should not.
  private func requireVisible(_ pattern: String) throws {
    guard pattern.utf8.contains(0) else { return }
    throw PersistenceError(
      .invalidQuery,
      "a pattern cannot contain a NUL character; use a search that distinguishes case")
  }

  /// Throws if the codec stores texts in another form, so that part of a text is not stored as part
  /// of the stored text.
  private func requirePlainText(_ operand: Operand, text: String) throws {
    // The search text alone may look the same in both forms; with these letters added it does not.
    let text = text + "aB"
    let cells = RowBatch(width: 1)
    try ConditionArgument(text).encode(as: operand, into: cells, at: 0)
    if case .text(let stored) = cells.row.value(at: 0), stored.utf8.elementsEqual(text.utf8) {
      return
    }
    throw PersistenceError(
      .notSearchable, "the property's codec does not store texts as they are",
      context: operand.place)
  }
}

extension ConditionNode {
  /// Whether the condition is `EXISTS (SELECT …)` or `IN (SELECT …)`.
  fileprivate var isSubquery: Bool {
    switch self {
    case .collection, .exists, .selection, .isAmongValues: true
    default: false
    }
  }
}
