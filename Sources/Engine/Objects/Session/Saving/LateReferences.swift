import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The references between new objects in a database that checks foreign keys immediately.
/// References to rows that do not exist yet are NULL at first, and are set once all rows exist.
struct LateReferences {
  private var entries: [(object: any PersistentObject, binding: PropertyBinding)] = []

  /// Sets an object's references to rows that do not exist yet to NULL, in the row that was added
  /// last.
  mutating func leaveOut(
    of object: some PersistentObject, plan: EntityPlan, from rows: RowBatch
  ) {
    for binding in plan.bindings where binding.columns.first?.definition.foreignKey != nil {
      var isLate = false
      binding.property.referring?.visitReferences(of: object) { isLate = $0.state == .new }
      guard isLate else { continue }
      rows.setNull(at: binding.position)
      entries.append((object, binding))
    }
  }

  /// Sets the references that were left out, once all rows exist.
  func write(_ connection: Connection, after queue: StatementQueue?) throws {
    if entries.isEmpty { return }
    try queue?.run()
    for (object, binding) in entries { try set(binding, of: object, on: connection) }
  }

  private func set(
    _ binding: PropertyBinding, of object: some PersistentObject, on connection: Connection
  ) throws {
    guard let plan = object.entityContext?.plan else { return }
    let column = plan.dialect.quoted(binding.columns[0].definition.name)
    let cells = RowBatch(width: 1)
    try binding.encode(object, into: cells, at: 0)
    try connection.run(
      """
      UPDATE \(plan.quotedTable) SET \(column) = \(cells.row.value(at: 0)) \
      WHERE \(ColumnName.pk) = \(.integer(object._object.pk))
      """)
  }
}
