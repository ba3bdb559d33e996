import PersistentObjectsDriver

/// A statement that begins or ends a transaction or a savepoint, as the engine writes it.
final class ControlStatement: DriverStatement {
  private let statement: QueuedStatements.Control
  private let server: ServerConnection

  init(_ statement: QueuedStatements.Control, on server: ServerConnection) {
    self.statement = statement
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
    try server.requireOpen()
    switch statement {
    case .commit: try server.commit()
    case .rollBack: try server.rollBack()
    case .begin(let sql): try server.begin(sql)
    case .savepoint, .releaseSavepoint, .rollBackToSavepoint: server.transaction.queue(statement)
    }
    return nil
  }
}
