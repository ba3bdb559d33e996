import PersistentObjects
import PersistentObjectsDriver

/// Replaces the numbers that identify the collections in a set by ranks: 0, 1, 2 … in each set. The
/// numbers have no meaning, except that they differ.
///
/// Rows of the set's own table and of nested tables come in the order of their keys, which begin
/// alike. The ranks are those in the set's own table, which is read alongside: an empty collection
/// has no row in a nested one.
final class MemberRanks {
  private let statement: Statement
  /// The positions of the collection's key in a row whose number is replaced.
  private let positions: [Int]
  private var owner: RowOwner
  private var current: [StoredValue]?
  private var rank: Int64 = 0

  /// Begins to read the set's own table.
  ///
  /// - Parameters:
  ///   - sql: selects the keys of the collections in their order, each with the number last.
  ///   - positions: the positions of the same columns in the rows whose numbers are replaced.
  init(_ sql: String, positions: [Int], _ connection: Connection) throws {
    statement = try connection.statement(sql: sql)
    statement.readByAndBy()
    self.positions = positions
    owner = RowOwner(positions: Array(0..<max(0, positions.count - 1)))
    try advance()
  }

  deinit { statement.reset() }

  /// Returns the rank of the collection to which a row belongs; nil if the set does not have it.
  ///
  /// Only a damaged file has such a row. All later rows have no ranks, either, since finding the
  /// missing collection reads the set to its end.
  func rank(of row: Row) throws -> Int64? {
    let key = positions.map { row.value(at: $0) }
    while let current {
      if current == key { return rank }
      try advance()
    }
    return nil
  }

  private func advance() throws {
    // At the end, the next call would begin again.
    guard let row = try statement.next() else { return current = nil }
    rank = owner.changes(at: row) ? 0 : rank + 1
    current = row.values
  }
}
