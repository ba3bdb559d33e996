import PersistentObjectsConnections
import PersistentObjectsDriver

/// A creator of indices, which reports the rows that violate a unique index.
struct IndexMaker {
  let connection: Connection
  private var dialect: any Dialect { connection.dialect }

  func make(_ index: IndexDefinition, on table: String, place: IndexPlace) throws {
    do {
      let sql = connection.creation(of: index, on: table, types: place.types)
      // Where the statement commits, a savepoint would be gone after it.
      if dialect.character.transactsLayout {
        try connection.attempting { try connection.execute(sql) }
      } else {
        try connection.execute(sql)
      }
      for statement in connection.estimates(of: index, on: table) {
        try connection.execute(statement)
      }
    } catch let error as PersistenceError where error.code == .constraintViolated {
      throw doubled(
        try doubledKeysOfAll(index, in: table), index: index, table: table, place: place,
        cause: error)
    } catch let error as PersistenceError
      where error.code == .invalidQuery && index.computes
    {
      throw PersistenceError(
        .invalidModel,
        """
        the database refuses the index of \(list(place)), which may only use the database's own functions; keep what \
        needs others in a property of its own. \(error.message)
        """, context: .init(className: place.className, table: table), sql: error.sql, cause: error)
    }
  }

  private func doubledKeysOfAll(_ index: IndexDefinition, in table: String) throws -> [Int64] {
    var keys: [Int64] = []
    try connection.forEachTenant(of: table) {
      if keys.isEmpty { keys = try doubledKeys(index, in: table) }
    }
    return keys
  }

  /// Returns the keys of some rows that agree in everything that the index covers. NULL never
  /// agrees.
  private func doubledKeys(_ index: IndexDefinition, in table: String) throws -> [Int64] {
    let columns = index.columns.map { dialect.text(of: $0) }
    let list = columns.joined(separator: ", ")
    let conditions =
      columns.map { "\($0) IS NOT NULL" } + (index.condition.map { ["(\($0))"] } ?? [])
    let condition = conditions.joined(separator: " AND ")
    let name = dialect.quoted(table)
    return try connection.statement(
      sql: """
        SELECT pk FROM \(name) WHERE \(condition) AND (\(list)) IN \
        (SELECT \(list) FROM \(name) WHERE \(condition) GROUP BY \(list) HAVING count(*) > 1) \
        ORDER BY \(list), pk LIMIT 6
        """
    ).rows { $0.integer(at: 0) }
  }

  private func doubled(
    _ keys: [Int64], index: IndexDefinition, table: String, place: IndexPlace,
    cause: PersistenceError
  ) -> PersistenceError {
    var error = PersistenceError(
      .constraintViolated,
      """
      the class declares that no two objects agree in \(list(place)), but some do, such as those with \
      the keys \(keys.map(String.init).joined(separator: ", ")); nothing was changed. Change or \
      delete them first, or declare an index that is not unique
      """,
      context: .init(
        className: place.className,
        property: !index.hasExpressions && place.properties.count == 1 ? place.properties[0] : nil,
        table: table,
        column: !index.hasExpressions && index.columns.count == 1 ? index.columns[0].name : nil,
        pk: keys.first),
      sql: cause.sql, databaseCode: cause.databaseCode, cause: cause)
    error.constraint = cause.constraint
    if !index.hasExpressions { error.constraint?.properties = place.properties }
    return error
  }

  private func list(_ place: IndexPlace) -> String {
    place.properties.joined(separator: " and ")
  }
}

extension IndexDefinition {
  fileprivate var hasExpressions: Bool { columns.contains(where: \.isExpression) }

  /// Whether the class determines part of the SQL. The database can reject other indices only if
  /// their name is taken.
  fileprivate var computes: Bool { hasExpressions || condition != nil }
}
