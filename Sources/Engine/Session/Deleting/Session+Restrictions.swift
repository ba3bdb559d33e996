// References that keep rows from being deleted. They are checked when the transaction ends, like foreign keys.

extension Session {
  /// Throws `constraintViolated` if a reference that no foreign key handles restricts the deletion
  /// of a row that the open transaction has deleted.
  func requireUnreferenced(
    _ deleted: [String: Set<Int64>], in transaction: OpenTransaction
  ) throws {
    if deleted.isEmpty { return }
    let rules = try deletionRules(in: transaction)
    let error = try restriction(of: deleted, rules, on: transaction.connection) { !$0.isWatched }
    if let error { throw error }
  }

  /// Returns the error for a commit that the database refused, if a restricting reference still points at a deleted
  /// row.
  func restriction(
    of error: PersistenceError, _ deleted: [String: Set<Int64>], on connection: Connection
  ) -> PersistenceError? {
    if deleted.isEmpty { return nil }
    // If nothing more can be found out, the original error is kept.
    guard let catalog = try? SchemaCatalog(connection) else { return nil }
    let rules = DeletionRules(catalog, store.directory)
    return try? restriction(of: deleted, rules, on: connection, where: \.isWatched, cause: error)
  }

  private func restriction(
    of deleted: [String: Set<Int64>], _ rules: DeletionRules, on connection: Connection,
    where isWanted: (RecordedReference) -> Bool, cause: PersistenceError? = nil
  ) throws -> PersistenceError? {
    for (table, pks) in deleted.sorted(by: { $0.key < $1.key }) {
      for reference in rules.restricting(table).filter(isWanted) {
        let text: SQLText = """
          SELECT \(reference.owner), \(store.dialect.quoted(reference.key)) \
          FROM \(store.dialect.quoted(reference.table)) \
          WHERE \(reference.points(at: pks.sorted(), of: table, store.dialect)) LIMIT 1
          """
        let row = try connection.firstRow(text) {
          (owner: $0.integer(at: 0), target: $0.integer(at: 1))
        }
        if let row { return refusal(reference, row: row, table: table, cause: cause) }
      }
    }
    return nil
  }

  private func refusal(
    _ reference: RecordedReference, row: (owner: Int64, target: Int64), table: String,
    cause: PersistenceError?
  ) -> PersistenceError {
    let className = store.directory.entity(table: table)?.className ?? table
    // The file records a name that other classes may have, too.
    let referring =
      store.directory.entity(table: reference.ownerTable)?.className ?? reference.className
    let place = "\(referring)#\(row.owner).\(reference.property)"
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
