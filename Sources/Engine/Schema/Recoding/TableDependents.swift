/// The indices and triggers of a table, which have to be created again when the table or a column
/// is.
struct TableDependents {
  /// An index or a trigger.
  struct Dependent {
    let name: String
    let sql: String
    let isIndexOfColumn: Bool

    fileprivate var isTrigger: Bool {
      let sql = sql.uppercased()
      return sql.hasPrefix("CREATE TRIGGER") || sql.hasPrefix("CREATE CONSTRAINT TRIGGER")
    }
  }

  let all: [Dependent]
  private let table: String
  private let connection: Connection

  init(table: String, column: String, connection: Connection) throws {
    self.table = table
    self.connection = connection
    let dialect = connection.dialect
    let statement = try connection.statement(
      sql: dialect.dependents(ofTable: dialect.placeholder(1), column: dialect.placeholder(2)))
    statement.set(.text(dialect.character.shortened(table)), at: 0)
    statement.set(.text(dialect.character.shortened(column)), at: 1)
    all = try statement.rows { row in
      Dependent(
        name: String(decoding: row.bytes(at: 0), as: UTF8.self),
        sql: String(decoding: row.bytes(at: 1), as: UTF8.self),
        isIndexOfColumn: row.integer(at: 2) != 0)
    }
  }

  /// The dependents that may name the column.
  var dropped: [Dependent] { all.filter { $0.isIndexOfColumn || $0.isTrigger } }

  func drop() throws {
    for dependent in dropped {
      try connection.execute(
        dependent.isTrigger
          ? connection.dialect.dropTrigger(dependent.name, on: table)
          : connection.dialect.dropIndex(dependent.name))
    }
  }

  func remake(_ dependents: [Dependent]) throws {
    for dependent in dependents { try dependent.make(connection) }
  }
}

extension TableDependents.Dependent {
  /// Creates the index or trigger again. Its text comes from the file and may contain more than the
  /// statement that the database reads, so it is run as a single statement.
  func make(_ connection: Connection) throws {
    do {
      try connection.statement(sql: sql).run()
    } catch let error as PersistenceError where error.code == .invalidQuery {
      throw PersistenceError(
        .schemaMismatch,
        "the \(isTrigger ? "trigger" : "index") '\(name)' cannot be created again: \(error.message)",
        sql: sql, databaseCode: error.databaseCode, cause: error)
    }
  }
}
