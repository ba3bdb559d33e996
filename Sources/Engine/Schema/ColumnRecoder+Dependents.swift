// What hangs on the table: indices, triggers, a default.

extension ColumnRecoder {
  /// An index or a trigger.
  struct Dependent {
    let name: String
    let sql: String
    let isIndexOfColumn: Bool
  }

  func dependents() throws -> [Dependent] {
    let statement = try connection.statement(
      sql: dialect.dependents(ofTable: dialect.placeholder(1), column: dialect.placeholder(2)))
    defer { statement.reset() }
    statement.set(.text(finding.table.name), at: 0)
    statement.set(.text(finding.column), at: 1)
    var dependents: [Dependent] = []
    while try statement.step() {
      dependents.append(
        Dependent(
          name: String(decoding: statement.bytes(at: 0), as: UTF8.self),
          sql: String(decoding: statement.bytes(at: 1), as: UTF8.self),
          isIndexOfColumn: statement.integer(at: 2) != 0))
    }
    return dependents
  }

  func remake(_ dependent: Dependent) throws {
    do {
      try connection.execute(dependent.sql)
    } catch let error as PersistenceError {
      throw error.adding(wanted.place(pk: nil))
    }
  }

  func hasDefault() throws -> Bool {
    let statement = try connection.statement(
      sql: dialect.defaults(ofTable: dialect.placeholder(1), column: dialect.placeholder(2)))
    defer { statement.reset() }
    statement.set(.text(finding.table.name), at: 0)
    statement.set(.text(finding.column), at: 1)
    return try statement.step()
  }
}
