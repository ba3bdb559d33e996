/// The rows that have to be read again if a transaction is undone: those that it has read after it
/// had written, and those that have changed inverses.
///
/// Positions in the history of reads go on counting when rows are left out: those read again later,
/// and those whose objects have gone.
struct RowsRead {
  private var rows: [(position: Int, context: EntityContext, pk: Int64)] = []
  /// The number of rows at which some are left out.
  private var limit = 16_384

  /// The number of reads so far.
  private(set) var count = 0

  /// - Parameter mayRestore: whether deleted objects may come back.
  mutating func add(_ pk: Int64, in context: EntityContext, mayRestore: Bool) {
    if rows.count >= limit { tidy(mayRestore: mayRestore) }
    rows.append((count, context, pk))
    count += 1
  }

  private mutating func tidy(mayRestore: Bool) {
    var seen: [ObjectIdentifier: Set<Int64>] = [:]
    let latest = rows.reversed().filter { row in
      (mayRestore || row.context.object(for: row.pk) != nil)
        && seen[ObjectIdentifier(row.context), default: []].insert(row.pk).inserted
    }
    rows = latest.reversed()
    limit = max(limit, 2 * rows.count)
  }

  /// Removes the rows from a position on, and returns their keys by class.
  mutating func take(from start: Int) -> [(context: EntityContext, pks: Set<Int64>)] {
    let first = (rows.lastIndex { $0.position < start } ?? -1) + 1
    // A copy, since removing from a shared array would copy all that stay.
    let taken = Array(rows[first...])
    rows.removeSubrange(first...)
    return Dictionary(grouping: taken) { ObjectIdentifier($0.context) }.values.map { rows in
      (rows[0].context, Set(rows.map(\.pk)))
    }
  }
}
