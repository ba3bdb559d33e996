import PersistentObjectsDriver

/// A column in the order of a statement's rows.
struct OrderedColumn {
  let name: SQLText
  let order: Selection.Order
  let mayBeNull: Bool

  /// Returns a term of ORDER BY. The placement of NULLs is written only if it is not the database's
  /// default.
  func clause(_ dialect: any Dialect) -> SQLText {
    let isAscending = order.direction == .ascending
    let isUsual = (order.nulls == dialect.character.nullPlacement) == isAscending || !mayBeNull
    return dialect.orderTerm(
      name, isDescending: !isAscending, nulls: isUsual ? nil : order.nulls)
  }
}

extension QueryScope {
  /// Returns a term of ORDER BY. If it names an outer query's object, of which SQLite knows nothing
  /// there, returns the name of a value to be selected in addition.
  func term(
    _ order: Selection.Order, named name: String
  ) throws -> (column: OrderedColumn, selected: SQLText?) {
    let (own, isOuter) = try noticingOuterObjects { try column(order) }
    if !isOuter { return (own, nil) }
    let named = OrderedColumn(name: SQLText(name), order: order, mayBeNull: own.mayBeNull)
    return (named, "\(own.name) AS \(name)")
  }

  /// Returns the column of a term of the order.
  func column(_ order: Selection.Order) throws -> OrderedColumn {
    let operand = try searchable(order.value)
    return OrderedColumn(name: operand.name, order: order, mayBeNull: operand.mayBeNull)
  }
}
