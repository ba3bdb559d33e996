/// The rows that a transaction has read after it had written. They have to be read again if that is undone.
struct RowsRead {
  private var rows: [(context: EntityContext, pk: Int64)] = []
  /// Whether there were too many rows to be worth remembering.
  private var areTooMany = false

  private static let limit = 100_000

  var count: Int { rows.count }

  mutating func add(_ pk: Int64, in context: EntityContext) {
    if rows.count < Self.limit { rows.append((context, pk)) } else { areTooMany = true }
  }

  /// Removes the rows from a position on, and returns their keys by class; nil stands for all rows.
  mutating func take(from start: Int) -> [(context: EntityContext, pks: Set<Int64>)]? {
    let taken = rows[start...]
    rows.removeSubrange(start...)
    if areTooMany { return nil }
    return Dictionary(grouping: taken) { ObjectIdentifier($0.context) }.values.map { rows in
      (rows[0].context, Set(rows.map(\.pk)))
    }
  }
}
