/// References between new objects in a database that checks foreign keys at once: those to rows that are
/// still missing are NULL at first, and set when all rows are there.
struct LateReferences {
  private var entries: [(object: any PersistentObject, binding: PropertyBinding)] = []

  /// Makes the references NULL that point at rows which are still missing, in an object's row, which was
  /// added last.
  mutating func leaveOut(
    of object: some PersistentObject, plan: EntityPlan, from rows: RowBatch
  ) {
    for binding in plan.bindings where binding.columns.first?.definition.foreignKey != nil {
      var isLate = false
      binding.property.visitReferences(of: object) { isLate = $0.state == .new }
      guard isLate else { continue }
      rows.setNull(at: binding.position)
      entries.append((object, binding))
    }
  }

  /// Sets what was left out, when all rows are there.
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
    try connection.run(
      """
      UPDATE \(plan.quotedTable) SET \(column) = \({ try binding.encode(object, into: $0, at: $1) }) \
      WHERE \(ColumnName.pk) = \(.integer(object._object.pk))
      """)
  }
}
