// Queries whose results are not objects.

import PersistentObjectsCodec
import PersistentObjectsConnections
public import PersistentObjectsDriver

extension Session {
  /// Runs SQL and returns its rows, each as an array of values. For queries that objects do not
  /// cover; values in `sql` are bound. Inside a transaction, this, ``namedRows(_:)`` and
  /// ``scalar(_:as:)`` may also write: `UPDATE … RETURNING`.
  public func rows(_ sql: Criteria) throws -> [[StoredValue]] {
    try readingAnyLayout(sql) { _, text in try rows(text, read: \.values) }
  }

  /// Runs SQL and returns its rows with their columns by name:
  /// `try row.value("total", as: Decimal.self)`. Values in `sql` are bound. One statement.
  public func namedRows(_ sql: Criteria) throws -> [NamedRow] {
    try readingAnyLayout(sql) { connection, text in
      let statement = try text.statement(on: connection)
      let columns = NamedRow.Columns(
        (0..<statement.columnCount).map(statement.columnName), store.registry)
      return try statement.rows { NamedRow(columns, $0.values) }
    }
  }

  /// Runs SQL and returns the first column of its first row, decoded by the registry's codec for
  /// the type; nil if there is no row or the value is NULL.
  ///
  /// ```swift
  /// try session.scalar("SELECT max(age) FROM person WHERE last_name = \(name)", as: Int.self)
  /// ```
  ///
  /// One statement. Throws `noCodec` for a type without a codec, `decodingFailed` for a value of
  /// another kind, and `invalidQuery` if the text is not valid SQL.
  public func scalar<Value>(_ sql: Criteria, as type: Value.Type = Value.self) throws -> Value? {
    guard let codec = store.registry.codec(for: type).map({ ValueCodec.of($0) }) else {
      throw PersistenceError(.noCodec, "no codec stores values of type \(type)")
    }
    return try readingAnyLayout(sql) { _, text in
      try firstRow(text) { row in
        if row.count == 0 || row.isNull(at: 0) { return nil }
        do {
          return try codec.decodeResult(from: row, at: 0)
        } catch {
          throw PersistenceError(
            .decodingFailed,
            "the result cannot be read as \(type): \(PersistenceError.clause(of: error))",
            cause: error)
        }
      }
    }
  }

  /// Runs the program's own SQL, which is not checked against the layout of the tables.
  private func readingAnyLayout<R>(
    _ sql: Criteria, _ body: (Connection, SQLText) throws -> R
  ) throws -> R {
    let text = try ownText(sql)
    return try asking { connection in
      // Both come first: neither a call of some function nor the waiting deletions count as what
      // the text has written.
      connection.noteOwnSQL(text)
      try connection.activity.deletions?.run()
      let writes = connection.writes
      defer { if let open, connection.writes != writes { noteOwnWrites(in: open) } }
      return try connection.readingAnyLayout { try body(connection, text) }
    }
  }

  /// Runs SQL that returns no rows. Outside a transaction, this runs in one of its own. Objects in
  /// memory are refreshed when they are found again.
  public func execute(_ sql: Criteria) throws {
    try throwIfFailed()
    try inAttempts {
      try joining { transaction in
        let text = try ownText(sql)
        transaction.connection.noteOwnSQL(text)
        try transaction.connection.run(text)
        noteOwnWrites(in: transaction)
      }
    }
  }

  /// Records that the program's own SQL has written any rows or tables.
  private func noteOwnWrites(in transaction: OpenTransaction) {
    noteWritten(.writtenBySQL, in: transaction)
    transaction.catalog = nil
    connections.seesOneSnapshot = false
  }

  /// Returns the program's own SQL. That of a tenant can only read and change rows.
  private func ownText(_ sql: Criteria) throws -> SQLText {
    let text = try text(sql)
    if store.reach != nil && !store.isSole { try Tenancy.requireRows(in: text.sql(store.dialect)) }
    return text
  }

  func text(_ sql: Criteria) throws -> SQLText {
    try SQLText(sql, registry: store.registry, dialect: store.dialect)
  }

  /// Deletes the rows that a query selects.
  func delete<Object: PersistentObject>(_ query: Query<Object>) throws -> Int {
    try throwIfRefused("delete objects")
    return try inAttempts {
      try joining { transaction in
        let found = try keys(of: query)
        if found.count > 1 {
          // If one class refuses, the rows of those before it must not remain deleted.
          try undoably(isOneStatement: false) { try delete(found, in: $0) }
        } else {
          try delete(found, in: transaction)
        }
        return found.reduce(0) { $0 + $1.pks.count }
      }
    }
  }

  private func delete(
    _ found: [(entity: EntityDescription, pks: [Int64])], in transaction: OpenTransaction
  ) throws {
    for (entity, pks) in found { try deleteRows(pks, in: context(of: entity), in: transaction) }
  }

  /// Returns the keys of a query's objects by class, without classes that have none.
  private func keys<Object>(
    of query: Query<Object>
  ) throws -> [(entity: EntityDescription, pks: [Int64])] {
    if query.selection.includesSubclasses {
      return try byClass(rows(familyText(query).text) { try FamilyKey($0) })
    }
    let plan = try context(of: Object.self).plan
    let text = try QueryText(query.selection, plan: plan, plans: plans)
    let keys = try text.select(text.scope.qualifiedKey, isOrdered: false)
    let pks = try rows(keys) { $0.integer(at: 0) }
    return pks.isEmpty ? [] : [(plan.entity, pks)]
  }
}
