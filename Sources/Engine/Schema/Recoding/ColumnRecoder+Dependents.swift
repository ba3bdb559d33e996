// The dependents of the table: indices, triggers and a default.

import PersistentObjectsDriver

extension ColumnRecoder {
  func dependents() throws -> TableDependents {
    try TableDependents(
      table: finding.table.name, column: finding.column, connection: connection)
  }

  func remake(_ dependent: TableDependents.Dependent) throws {
    do {
      try dependent.make(connection)
    } catch let error as PersistenceError {
      throw error.adding(wanted.place(pk: nil))
    }
  }

  func hasDefault() throws -> Bool {
    try connection.defaults(of: finding.table.name)
      .contains { $0.column == dialect.character.shortened(finding.column) }
  }
}
