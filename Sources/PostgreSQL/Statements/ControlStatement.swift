import PersistentObjectsEngine

/// A statement that begins or ends a transaction or a savepoint, as the engine writes it.
final class ControlStatement: DriverStatement {
  private let kind: QueuedStatements.Control
  private let server: ServerConnection

  init(_ kind: QueuedStatements.Control, on server: ServerConnection) {
    self.kind = kind
    self.server = server
  }

  var parameterCount: Int { 0 }
  var columnCount: Int { 0 }
  var isReadOnly: Bool { true }
  var changes: Int { 0 }
  func columnName(at index: Int) -> String { "" }
  func origin(at index: Int) -> (table: String, column: String)? { nil }
  func bind(_ parameters: Row) throws {}
  func bind(_ rows: RowBatch, at index: Int) throws {}
  func reset() {}

  func next() throws -> Row? {
    if server.isClosed { throw server.closedError }
    switch kind {
    case .commit: try server.commit()
    case .rollBack: try server.rollBack()
    case .begin(let sql):
      if server.isInTransaction {
        throw PersistenceError(
          .invalidQuery, "A transaction is open already; end it first, or use a savepoint.",
          sql: sql)
      }
      try server.requireNearness()
      server.begin(sql)
      fallthrough
    case .rollBackToSavepoint:
      // Cursors end, and tables may be as they were before.
      server.transactionNumber += 1
      server.queued.append(kind)
    case .savepoint, .releaseSavepoint: server.queued.append(kind)
    }
    return nil
  }
}
