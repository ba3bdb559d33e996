// References that keep rows from being deleted. They are checked when the transaction ends, like
// foreign keys.

import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension Session {
  /// Throws `constraintViolated` if a reference that no foreign key handles restricts the deletion
  /// of a row that the open transaction has deleted.
  func requireUnreferenced(
    _ deleted: [String: Set<Int64>], in transaction: OpenTransaction
  ) throws {
    if deleted.isEmpty { return }
    let rules = try deletionRules(in: transaction)
    let error = try restriction(of: deleted, rules, on: transaction.connection) { reference, rows in
      if reference.isWatched { return nil }
      // SQL may have made a row again.
      return [
        """
        \(store.dialect.quoted(reference.key)) NOT IN (SELECT \(ColumnName.pk) \
        FROM \(store.dialect.quoted(rows.table)) \
        WHERE \(ColumnName.pk, isIn: RowBatch(column: rows.pks), of: .integer))
        """
      ]
    }
    if let error { throw error }
  }

  /// Returns the error for a commit that the database refused, if a restricting reference still
  /// points at a deleted row. After the rollback, the deleted rows are there again, those that
  /// referred to others among them.
  ///
  /// - Parameter doubtful: the rows whose references the rollback may have changed back; nil if
  ///   that may be any row.
  func restriction(
    of error: PersistenceError, _ deleted: [String: Set<Int64>],
    doubtful: [String: Set<Int64>]?, on connection: Connection
  ) -> PersistenceError? {
    if deleted.isEmpty { return nil }
    // If nothing more can be found out, the original error is kept.
    guard let catalog = try? SchemaCatalog(connection) else { return nil }
    let rules = DeletionRules(catalog, store.directory)
    return try? restriction(
      of: deleted, rules, doubtful: doubtful, on: connection, cause: error
    ) { reference, _ in
      guard reference.isWatched, mayBeViolated(reference, error.constraint) else { return nil }
      guard let owners = deleted[reference.ownerTable]?.sorted() else { return [] }
      return ["NOT (\(reference.owner, isIn: RowBatch(column: owners), of: .integer))"]
    }
  }

  /// Whether a violated foreign key may be that of a reference to a deleted row. A server names the
  /// table of the reference, but the key of the deleted row; with the column of a reference, it
  /// means one to a missing row.
  private func mayBeViolated(
    _ reference: RecordedReference, _ violation: ConstraintViolation?
  ) -> Bool {
    guard let violation, let table = violation.table else { return true }
    return table == store.dialect.character.shortened(reference.table)
      && [[], [ColumnName.pk]].contains(violation.columns)
  }

  /// Returns the error for a restricting reference that points at a deleted row, one that names the
  /// row if possible; nil if there is none.
  ///
  /// - Parameters:
  ///   - doubtful: the rows that come last and are not named; nil if no row is to be named.
  ///   - conditions: returns further conditions for the rows of a reference; nil if it does not
  ///     count.
  private func restriction(
    of deleted: [String: Set<Int64>], _ rules: DeletionRules,
    doubtful: [String: Set<Int64>]? = [:], on connection: Connection,
    cause: PersistenceError? = nil,
    where conditions: (RecordedReference, (table: String, pks: [Int64])) -> [SQLText]?
  ) throws -> PersistenceError? {
    var guess: PersistenceError?
    for (table, keys) in deleted.sorted(by: { $0.key < $1.key }) {
      let pks = keys.sorted()
      for reference in rules.restricting(table) {
        guard let further = conditions(reference, (table, pks)) else { continue }
        let points = [reference.points(at: pks, of: table, store.dialect)] + further
        var text: SQLText = """
          SELECT \(reference.owner), \(store.dialect.quoted(reference.key)) \
          FROM \(store.dialect.quoted(reference.table)) \
          WHERE \(points.joined(separator: " AND "))
          """
        let last = doubtful?[reference.ownerTable] ?? []
        if !last.isEmpty {
          let owners = RowBatch(column: last.sorted())
          text += " ORDER BY \(reference.owner, isIn: owners, of: .integer)"
        }
        text += " LIMIT 1"
        let row = try connection.firstRow(text) {
          (owner: $0.integer(at: 0), target: $0.integer(at: 1))
        }
        guard let row else { continue }
        let owner = doubtful == nil || last.contains(row.owner) ? nil : row.owner
        let error = refusal(reference, row: (owner, row.target), table: table, cause: cause)
        if owner != nil { return error }
        guess = guess ?? error
      }
    }
    return guess
  }

  private func refusal(
    _ reference: RecordedReference, row: (owner: Int64?, target: Int64), table: String,
    cause: PersistenceError?
  ) -> PersistenceError {
    let className = store.directory.entity(table: table)?.className ?? table
    // The file records a name that other classes may have, too.
    let referring =
      store.directory.entity(table: reference.ownerTable)?.className ?? reference.className
    let place = "\(referring)\(row.owner.map { "#\($0)" } ?? "").\(reference.property)"
    var error = PersistenceError(
      .constraintViolated,
      """
      \(className)#\(row.target) cannot be deleted, since \(place) refers to it; nothing was deleted. \
      Delete or change that, too, in the same transaction, or declare another rule with \
      @Column(onDelete:)
      """,
      context: .init(
        className: referring, property: reference.property, table: reference.table,
        column: reference.key, pk: row.owner),
      sql: cause?.sql, databaseCode: cause?.databaseCode)
    error.constraint = ConstraintViolation(
      .foreignKey, table: reference.table, columns: [reference.key])
    error.constraint?.properties = [reference.property]
    return error
  }
}
