import PersistentObjectsConnections
import PersistentObjectsDriver

/// The indices and triggers of a table, and constraints that others have added, which have to be
/// created again when the table or a column is.
struct TableDependents {
  struct Dependent {
    enum Kind: String {
      case index, trigger, constraint
    }

    let name: String
    let sql: String
    /// Whether this is an index or a constraint that may need the column.
    let isIndexOfColumn: Bool

    var kind: Kind {
      let sql = sql.uppercased()
      if sql.hasPrefix("ALTER TABLE") { return .constraint }
      return sql.hasPrefix("CREATE TRIGGER") || sql.hasPrefix("CREATE CONSTRAINT TRIGGER")
        ? .trigger : .index
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
  var dropped: [Dependent] { all.filter { $0.isIndexOfColumn || $0.kind == .trigger } }

  func drop() throws { for dependent in dropped { try drop(dependent) } }

  func drop(_ dependent: Dependent) throws {
    let (dialect, name) = (connection.dialect, dependent.name)
    let statement =
      switch dependent.kind {
      case .index: dialect.dropIndex(name, on: table)
      case .trigger: dialect.dropTrigger(name, on: table)
      case .constraint:
        "ALTER TABLE \(dialect.quoted(table)) DROP CONSTRAINT \(dialect.quoted(name))"
      }
    try connection.execute(statement)
  }

  func remake(_ dependents: [Dependent]) throws {
    for dependent in dependents { try dependent.make(connection) }
  }
}

extension TableDependents.Dependent {
  /// Creates it again. Its text comes from the file and may contain more than the
  /// statement that the database reads, so it is run as a single statement.
  func make(_ connection: Connection) throws {
    do {
      try connection.statement(sql: sql).run()
    } catch let error as PersistenceError where error.code == .invalidQuery {
      throw PersistenceError(
        .schemaMismatch,
        "the \(kind) '\(name)' cannot be created again: \(error.message)",
        sql: sql, databaseCode: error.databaseCode, cause: error)
    }
  }
}
