import PersistentObjectsConnections
import PersistentObjectsDriver

/// The statement that reads a page's rows of one class, and the columns that hold their places in
/// the order.
struct PageText {
  let text: SQLText
  /// The column of each term of the order: one of the class's own columns, or one after them.
  let terms: [Int]

  init(_ selection: Selection, plan: EntityPlan, plans: PlanSource) throws {
    let query = try QueryText(selection, plan: plan, plans: plans)
    var columns = query.columnNames.map { SQLText($0) }
    terms = try query.terms(selection.columnOrders(), in: &columns).map(\.position)
    text = try query.select(columns.joined(separator: ", "))
  }
}

extension RowPosition {
  /// - Parameter terms: the columns that hold the values of the order.
  init(_ row: Row, terms: [Int]) { values = terms.map { row.value(at: $0) } }
}
