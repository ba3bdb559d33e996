// Queries whose results are not objects.

extension Session {
  /// Runs SQL that returns rows and gives each as values by position. For what objects do not
  /// cover; values in `criteria` are bound.
  public func rows(_ sql: Criteria) throws -> [[StoredValue]] {
    try readingAnyLayout { _ in try rows(text(sql), read: \.values) }
  }

  /// Runs SQL that returns rows and gives each with its columns by name: `row["total", as: Decimal.self]`.
  /// Values in `criteria` are bound. One statement.
  public func namedRows(_ sql: Criteria) throws -> [NamedRow] {
    try readingAnyLayout { connection in
      let statement = try text(sql).statement(on: connection)
      let columns = NamedRow.Columns(
        (0..<statement.columnCount).map(statement.columnName), store.registry)
      return try statement.rows { NamedRow(columns, $0.values) }
    }
  }

  /// Runs SQL and gives the first column of its first row, decoded by the codec that the registry
  /// has for the type; nil when there is no row, or NULL.
  ///
  /// ```swift
  /// try session.scalar("SELECT max(age) FROM person WHERE last_name = \(name)", as: Int.self)
  /// ```
  ///
  /// One statement. Throws `noCodec` for a type without codec, `decodingFailed` for a value of
  /// another kind, `invalidQuery` where the text is no SQL.
  public func scalar<Value>(_ sql: Criteria, as type: Value.Type = Value.self) throws -> Value? {
    guard let codec = store.registry.codec(for: type).map({ ValueCodec.of($0) }) else {
      throw PersistenceError(.noCodec, "no codec stores values of type \(type)")
    }
    return try readingAnyLayout { _ in
      try firstRow(text(sql)) { row in
        if row.count == 0 || row.isNull(at: 0) { return nil }
        do {
          return try codec.decodeResult(from: row, at: 0)
        } catch {
          throw PersistenceError(
            .decodingFailed,
            "the result is no \(type): \(PersistenceError.clause(of: error))", cause: error)
        }
      }
    }
  }

  /// Runs SQL of the program's own, which knows what it reads.
  private func readingAnyLayout<R>(_ body: (Connection) throws -> R) throws -> R {
    try asking { connection in try connection.readingAnyLayout { try body(connection) } }
  }

  /// Runs SQL that returns nothing, in a transaction of its own outside of one. Objects in hand are
  /// brought up to date when they are found again.
  public func execute(_ sql: Criteria) throws {
    try throwIfFailed()
    try inAttempts {
      try joining { transaction in
        try transaction.connection.run(text(sql))
        noteWritten(in: transaction)
        transaction.catalog = nil
      }
    }
    connections.seesOneSnapshot = false
  }

  func text(_ sql: Criteria) -> SQLText { SQLText(sql, registry: store.registry) }

  /// Deletes what a query selects.
  func delete<Object: PersistentObject>(_ query: Query<Object>) throws -> Int {
    try throwIfRefused("delete objects")
    return try inAttempts {
      try joining { transaction in
        let found = try keys(of: query)
        for (entity, pks) in found { try deleteRows(pks, in: context(of: entity), in: transaction) }
        return found.reduce(0) { $0 + $1.pks.count }
      }
    }
  }

  /// The keys of a query's objects, by class; no class without keys.
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
