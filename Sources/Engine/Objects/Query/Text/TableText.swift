import PersistentObjectsConnections
import PersistentObjectsDriver

/// The rows of a query as a table for further computation in SQL: `SELECT city AS v0, age AS v1
/// FROM person WHERE …`. If the query includes subclasses, the table has the rows of several
/// tables, one after another.
struct TableText {
  /// The `SELECT`.
  let text: SQLText
  /// The requested values, as they are computed in the first table.
  let operands: [Operand]
  /// The names of these values in the rows.
  let names: [SQLText]
  /// The column of each term of the order, in the rows of several tables.
  private(set) var terms: [Int] = []

  /// - Parameters:
  ///   - values: the columns of the rows; a constant if empty.
  ///   - isNumbered: whether the columns are always named `v0`, `v1` and so on.
  ///   - isOrdered: false for counts and similar statements, for which the order matters only with
  ///   a limit.
  ///   - selectsWholes: whether a value in several columns is selected whole. Otherwise it is the
  ///   column that tells whether there is a value, so that values can be counted.
  init(
    _ selection: Selection, entity: EntityDescription, plans: PlanSource,
    selecting values: [ValueNode], isNumbered: Bool = false, isOrdered: Bool = false,
    selectsWholes: Bool = false, in parent: QueryScope? = nil
  ) throws {
    try selection.throwIfRefused()
    guard selection.includesSubclasses else {
      let one = try QueryText(
        selection, plan: try plans.plan(entity), plans: plans, selecting: values, in: parent)
      try self.init(
        one, selecting: values, isNumbered: isNumbered, isOrdered: isOrdered,
        selectsWholes: selectsWholes)
      return
    }
    if selection.criteria != nil { throw Self.severalTables }
    let orders = isOrdered || selection.isLimited ? try selection.columnOrders() : []
    try self.init(
      of: plans.family(entity), selection, plans: plans, selecting: values, orderedBy: orders,
      selectsWholes: selectsWholes, in: parent)
  }

  private init(
    _ one: QueryText, selecting values: [ValueNode], isNumbered: Bool, isOrdered: Bool,
    selectsWholes: Bool
  ) throws {
    operands = try values.map { try one.scope.operand($0) }
    // The names of one table's columns are distinct.
    let columns = try operands.flatMap { try $0.selectedColumns(whole: selectsWholes) }
    let isPlain =
      !isNumbered && !one.scope.isQualified && values.allSatisfy { $0.path != nil }
      && Set(columns).count == columns.count
    names = isPlain ? columns : Self.numbers(columns.count)
    text = try one.select(
      Self.list(isPlain ? columns : Self.numbered(columns)), named: Self.list(names),
      isOrdered: isOrdered)
  }

  private init(
    of family: [EntityDescription], _ selection: Selection, plans: PlanSource,
    selecting values: [ValueNode], orderedBy orders: [Selection.Order],
    selectsWholes: Bool, in parent: QueryScope?
  ) throws {
    let parts = try family.map { entity in
      let part = try QueryText(
        selection.unlimited, plan: try plans.plan(entity), plans: plans,
        selecting: values + orders.map(\.value), in: parent)
      let operands = try values.map { try part.scope.operand($0) }
      var columns = try operands.flatMap { try $0.selectedColumns(whole: selectsWholes) }
      let count = columns.count
      let terms = try part.terms(orders, in: &columns)
      let text = try part.select(Self.list(Self.numbered(columns)), isOrdered: false)
      return (operands: operands, count: count, terms: terms, text: text)
    }
    // A term is the same column in all tables, because equal values have equal names.
    operands = parts[0].operands
    terms = parts[0].terms.map(\.position)
    names = Self.numbers(parts[0].count)
    let clauses = orders.indices.map { index in
      OrderedColumn(
        name: "v\(parts[0].terms[index].position)", order: orders[index],
        mayBeNull: parts.contains { $0.terms[index].mayBeNull }
      ).clause(plans.dialect)
    }
    let rows = parts.map(\.text).joined(separator: " UNION ALL ")
    let limit = selection.limitClause(plans.dialect)
    text = orders.isEmpty ? rows : "\(rows) ORDER BY \(Self.list(clauses))\(limit)"
  }

  /// The error for criteria in a query of several classes.
  static var severalTables: PersistenceError {
    PersistenceError(
      .invalidQuery, "criteria apply to one table; use conditions in a query of several classes")
  }

  /// Returns `(SELECT …)`, with the name that the database requires.
  func asTable(_ dialect: any Dialect) -> SQLText { "(\(text))\(dialect.derivedTableName)" }

  private static func numbers(_ count: Int) -> [SQLText] { (0..<count).map { "v\($0)" } }

  private static func numbered(_ columns: [SQLText]) -> [SQLText] {
    zip(columns, numbers(columns.count)).map { "\($0) AS \($1)" }
  }

  private static func list(_ columns: [SQLText]) -> SQLText {
    columns.isEmpty ? "1" : columns.joined(separator: ", ")
  }
}
