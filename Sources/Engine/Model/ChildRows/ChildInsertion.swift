/// New rows of one child table that wait to be written together, for all objects of a save.
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
    try connection.insert(rows, statements.insertion) { error, row in
      var place = place
      place.pk = rows[row].storedInteger(at: 0)
      return place.encodingFailed(error)
    }
    rows.begin(width: statements.columnCount)
  }
}
