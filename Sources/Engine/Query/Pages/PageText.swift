/// The statement that reads a page's rows of one class, and the columns that hold their places in
/// the order.
struct PageText {
  let text: RawText
  /// The column of each term of the order: one of the class's own, or one after them.
  private let terms: [Int]

  init(_ selection: Selection, plan: EntityPlan, plans: PlanSource) throws {
    let query = QueryText(selection, plan: plan, plans: plans)
    var columns = query.columnNames
    terms = try selection.columnOrders().map { order in
      let name = try query.scope.operand(order.path).searchable().name
      if let own = columns.firstIndex(of: name) { return own }
      columns.append(name)
      return columns.count - 1
    }
    text = try query.select(columns.joined(separator: ", "))
  }

  /// The place of a row in the order.
  func position(of row: Row) -> RowPosition { RowPosition(row, terms: terms) }
}

extension RowPosition {
  /// - Parameter terms: the columns in which the values of the order are.
  init(_ row: Row, terms: [Int]) { values = terms.map { row.value(at: $0) } }
}
