/// A statement that inserts all the rows that the program makes while it runs: what is written to the
/// cells is the next row. The driver subclasses it.
open class RowInsertion: Cells {
  /// Runs the statement once. Before each row it calls `makeRow`, which writes a whole row, or answers
  /// false where there is none left. When it is called again, its last row has been inserted.
  ///
  /// What `makeRow` throws comes out as it is, an error of the database as a ``PersistenceError``. Rows
  /// that were inserted before stay, until the transaction or savepoint is rolled back.
  open func run(_ makeRow: () throws -> Bool) throws {
    preconditionFailure("a driver overrides run(_:)")
  }
}
