package import PersistentObjectsDriver

extension SQLText {
  /// Prepares the text and binds its values. The caller resets the statement.
  package func statement(on connection: Connection) throws -> Statement {
    let (sql, count) = numbered(in: connection.dialect)
    let most = connection.character.maximumParameters
    guard count <= most else {
      throw PersistenceError(
        .invalidQuery,
        """
        the query has \(count) values, and the database takes \(most) in one statement; split the query, \
        or compare with a list by isIn(_:), which counts as one value
        """)
    }
    return try connection.statement(sql: sql).binding(bind)
  }

  /// Binds the values of all placeholders.
  package func bind(to statement: Statement) {
    bind(value: { statement.parameters.set($0, at: $1) }, batch: { statement.set($0, at: $1) })
  }
}
