import PersistentObjectsConnections
import PersistentObjectsDriver

/// The new rows of one child table that wait to be written together, for all objects of a save.
final class ChildInsertion {
  let statements: ChildStatements
  private let place: PersistenceError.Context
  private let connection: Connection
  let rows: RowBatch

  init(
    _ statements: ChildStatements, at place: PersistenceError.Context, on connection: Connection
  ) {
    self.statements = statements
    self.place = place
    self.connection = connection
    rows = connection.newBatch()
    rows.begin(width: statements.columnCount)
  }

  /// Writes the rows.
  func write() throws {
    if rows.count == 0 { return }
    try connection.insert(rows, statements.insertion) { refusal($0, row: $1) }
    rows.begin(width: statements.columnCount)
  }

  /// Queues the rows to be written together with others. No more rows may be added.
  func finish(_ queue: StatementQueue) throws {
    if rows.count == 0 { return }
    try queue.insert(rows, statements.insertion) { self.refusal($0, row: $1) }
  }

  private func refusal(_ error: PersistenceError, row: Int) -> any Error {
    var place = place
    place.pk = rows[row].storedInteger(at: 0)
    return place.encodingFailed(error)
  }
}
