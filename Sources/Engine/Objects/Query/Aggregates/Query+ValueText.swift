import PersistentObjectsDriver

extension Query {
  /// Returns the statement that computes an aggregate, the rows it is computed from, and its
  /// result.
  func valueText<Result>(
    _ aggregate: Aggregate<Root, Result>, plans: PlanSource, in scope: QueryScope? = nil
  ) throws -> (text: SQLText, table: TableText, result: Operand) {
    var selection = selection
    selection.answer(to: aggregate.column.identity)
    let table = try TableText(
      selection, entity: Root.ownEntity, plans: plans,
      selecting: aggregate.column.value.map { [$0] } ?? [], in: scope)
    let source = table.operands.first
    if let source, try aggregate.column.isFolded(source) { return (table.text, table, source) }
    let dialect = plans.dialect
    let operand = try aggregate.column.operand(
      of: source, written: table.names.first, dialect)
    return ("SELECT \(operand.name) FROM \(table.asTable(dialect))", table, operand)
  }
}
