package import PersistentObjectsDriver

/// The rows that an open transaction deletes together, before its connection runs anything else, so
/// that nothing sees them in the meantime.
///
/// Deletions that are undone before then have changed nothing in the database.
package final class WaitingDeletions {
  /// The connection, which owns this.
  private unowned let connection: Connection
  /// The texts that delete the rows; nil if there are none.
  private var deletion: RowDeletion?
  private var keys = RowBatch()

  init(on connection: Connection) {
    self.connection = connection
    keys.begin(width: 1)
  }

  /// Adds a row. Waiting rows of another table, and a full batch, are deleted first.
  ///
  /// If this throws, the row is not added.
  @inline(__always)
  package func add(_ key: Int64, by deletion: RowDeletion) throws {
    if self.deletion !== deletion || keys.isFull { try begin(deletion) }
    keys.addRow()
    keys.set(key, at: 0)
    // Statements that are still reading must not find the row.
    if connection.activity.running > 0 { try runAtOnce() }
  }

  private func begin(_ deletion: RowDeletion) throws {
    try run()
    self.deletion = deletion
    connection.activity.deletions = self
  }

  private func runAtOnce() throws {
    do {
      try run()
    } catch {
      removeAll()
      throw error
    }
  }

  /// Deletes the rows. If that fails, they stay in the queue, so that nothing is committed without
  /// them, unless the database has undone the transaction: they would be deleted outside of it.
  package func run() throws {
    guard let deletion else { return }
    connection.activity.deletions = nil
    do {
      try connection.attempting { try run(deletion) }
      removeAll()
    } catch {
      let place = place(deletion)
      if connection.isInTransaction { connection.activity.deletions = self } else { removeAll() }
      throw (error as? PersistenceError)?.adding(place) ?? error
    }
  }

  private func run(_ deletion: RowDeletion) throws {
    let statement = try statement(deletion)
    if isBatch {
      statement.set(keys, at: 0)
    } else {
      statement.set(keys[0].integer(at: 0), at: 0)
    }
    try statement.run()
  }

  private var isBatch: Bool { keys.count > 1 }

  private func statement(_ deletion: RowDeletion) throws -> Statement {
    try connection.statement(isBatch ? deletion.many : deletion.one)
  }

  private func place(_ deletion: RowDeletion) -> PersistenceError.Context {
    var place = deletion.place
    if !isBatch { place.pk = keys[0].integer(at: 0) }
    return place
  }

  /// Hands over the rows, to be deleted together with the `COMMIT`; nil if there are none, or if
  /// the driver sends each statement by itself.
  package func takeQueue() throws -> StatementQueue? {
    guard let deletion, let queue = connection.makeQueue() else { return nil }
    let (statement, rows, place) = (try statement(deletion), keys, place(deletion))
    let deleteAlone = {
      statement.set(rows, at: 0)
      try statement.run()
    }
    try queue.add(
      QueuedStatement(
        statement: statement, rows: rows, isBatch: isBatch,
        refusal: { error, _ in error.adding(place) }, runBatch: isBatch ? deleteAlone : nil))
    keys = RowBatch()
    removeAll()
    return queue
  }

  /// Removes the rows.
  package func removeAll() {
    deletion = nil
    keys.begin(width: 1)
    connection.activity.deletions = nil
  }
}

/// The texts that delete rows of a table by their keys: one row, or all rows of a batch.
package final class RowDeletion: Sendable {
  let one: StatementText
  let many: StatementText
  /// The context of the rows, for errors.
  let place: PersistenceError.Context

  package init(one: StatementText, many: StatementText, place: PersistenceError.Context) {
    self.one = one
    self.many = many
    self.place = place
  }
}
