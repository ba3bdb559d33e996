// The dependents of the table: indices, triggers, a default.

extension ColumnRecoder {
  func dependents() throws -> [TableDependents.Dependent] {
    try TableDependents(
      table: finding.table.name, column: finding.column, connection: connection
    ).all
  }

  func remake(_ dependent: TableDependents.Dependent) throws {
    do {
      try dependent.make(connection)
    } catch let error as PersistenceError {
      throw error.adding(wanted.place(pk: nil))
    }
  }

  func hasDefault() throws -> Bool {
    let statement = try connection.statement(
      sql: dialect.defaults(ofTable: dialect.placeholder(1), column: dialect.placeholder(2)))
    defer { statement.reset() }
    statement.set(.text(dialect.character.shortened(finding.table.name)), at: 0)
    statement.set(.text(dialect.character.shortened(finding.column)), at: 1)
    return try statement.next() != nil
  }
}
