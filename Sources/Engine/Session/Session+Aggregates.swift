// Queries whose results are not objects.

extension Session {
  /// Reads a query object by object.
  public func cursor<Object: PersistentObject>(_ query: Query<Object>) throws -> Cursor<Object> {
    try cursor(query, chunk: 256)
  }

  func cursor<Object: PersistentObject>(
    _ query: Query<Object>, chunk: Int
  ) throws -> Cursor<Object> {
    try throwIfFailed()
    return try Cursor(self, query, chunk: chunk)
  }

  /// Runs SQL that returns rows and gives each as values by position. For what objects do not
  /// cover; values in `criteria` are bound.
  public func rows(_ sql: Criteria) throws -> [[StoredValue]] {
    try throwIfFailed()
    var text = RawText(registry: store.registry, dialect: store.dialect)
    text.append(sql)
    return try reading { connection in
      let statement = try connection.statement(sql: text.sql)
      defer { statement.reset() }
      try text.bind(to: statement)
      var rows: [[StoredValue]] = []
      while try statement.step() {
        rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
      }
      return rows
    }
  }

  /// Runs SQL that returns nothing, in a transaction of its own outside of one. Objects in hand are
  /// brought up to date when they are found again.
  public func execute(_ sql: Criteria) throws {
    var text = RawText(registry: store.registry, dialect: store.dialect)
    text.append(sql)
    try writing { connection in
      let statement = try connection.statement(sql: text.sql)
      try text.bind(to: statement)
      try statement.run()
    }
    seesOneSnapshot = false
  }

  /// Runs `body` with the writer, in a transaction.
  func writing(_ body: (Connection) throws -> Void) throws {
    try throwIfFailed()
    guard let writer else { return try transaction { try writing(body) } }
    try body(writer)
    noteWritten()
  }

  /// Writes a query's text, runs it and reads its first row.
  func firstRow<Object: PersistentObject, R>(
    for type: Object.Type, _ write: (inout QueryText, EntityPlan) throws -> Void,
    read: (Statement) throws -> R?
  ) throws -> R? {
    try running(type, write) { try $0.step() ? try read($0) : nil }
  }

  /// Writes a query's text, runs it and reads all its rows.
  func rows<Object: PersistentObject, R>(
    for type: Object.Type, _ write: (inout QueryText, EntityPlan) throws -> Void,
    read: (Statement) throws -> R
  ) throws -> [R] {
    try running(type, write) { statement in
      var rows: [R] = []
      while try statement.step() { rows.append(try read(statement)) }
      return rows
    }
  }

  private func running<Object: PersistentObject, R>(
    _ type: Object.Type, _ write: (inout QueryText, EntityPlan) throws -> Void,
    _ body: (Statement) throws -> R
  ) throws -> R {
    try throwIfFailed()
    let context = try context(of: type._entity)
    var text = QueryText(context.plan, registry: store.registry)
    try write(&text, context.plan)
    return try reading { connection in
      let statement = try connection.statement(sql: text.sql)
      defer { statement.reset() }
      try text.bind(to: statement)
      return try body(statement)
    }
  }

  /// Deletes what a query selects.
  func delete<Object: PersistentObject>(_ query: Query<Object>) throws -> Int {
    try throwIfFailed()
    if levels.isEmpty { return try transaction { try delete(query) } }
    let context = try context(of: Object._entity)
    let pks = try keys(of: query)
    if pks.isEmpty { return 0 }
    try writing { connection in
      try releaseReferences(to: pks, context.plan, connection)
      let statement = try connection.statement(context.plan.deleteMany)
      statement.set(store.dialect.listParameter(pks), at: 0)
      do {
        try statement.run()
      } catch let error as PersistenceError {
        throw error.adding(context.plan.place(pk: nil))
      }
    }
    for pk in pks {
      guard let object = context.object(for: pk) as? Object else { continue }
      didDelete(object, context)
    }
    let id = context.plan.entity.id
    for pk in pks { levels[levels.count - 1].deleted.insert(pk, entityID: id) }
    return pks.count
  }

  private func keys<Object>(of query: Query<Object>) throws -> [Int64] {
    try rows(for: Object.self) { text, plan in
      text.append("SELECT \(ColumnName.pk) FROM \(plan.quotedTable)")
      try text.appendClauses(of: query, isOrdered: false)
    } read: {
      $0.integer(at: 0)
    }
  }
}

extension Query {
  /// A minimum or maximum, decoded by the property's codec.
  func aggregate<Value>(
    _ function: String, _ keyPath: KeyPath<Root, Value>, in session: Session
  ) throws -> Value? {
    let position = try session.context(of: Root._entity).plan.position(of: keyPath)
    return try session.firstRow(for: Root.self) { text, plan in
      try appendAggregate(function, keyPath, &text, plan)
    } read: { row -> Value? in
      if row.kind(at: 0) == .null { return nil }
      let binding = try session.context(of: Root._entity).plan.searchableBinding(position)
      do {
        // The key path found the property, so its type is the binding's.
        return try unsafeDowncast(binding, to: TypedBinding<Value>.self)
          .decodeResult(from: row, at: 0)
      } catch {
        throw binding.decodingFailed(error, pk: nil)
      }
    }
  }

  /// A sum or an average, which only numbers have.
  func numeric<Value, R>(
    _ function: String, _ keyPath: KeyPath<Root, Value>, in session: Session,
    read: (Statement) throws -> R
  ) throws -> R? {
    try session.firstRow(for: Root.self) { text, plan in
      let binding = try plan.searchableBinding(plan.position(of: keyPath))
      let storage = binding.columns[0].definition.storage
      guard storage != .text && storage != .blob else {
        throw PersistenceError(
          .invalidQuery, "only properties that are stored as numbers have a sum or an average",
          context: binding.place(pk: nil))
      }
      try appendAggregate(function, keyPath, &text, plan)
    } read: { row in
      row.kind(at: 0) == .null ? nil : try read(row)
    }
  }

  func total<Value, R>(
    of keyPath: KeyPath<Root, Value>, in session: Session, read: (Statement) throws -> R
  ) throws -> R? {
    try numeric("sum", keyPath, in: session, read: read)
  }

  func integerSum<Value>(of keyPath: KeyPath<Root, Value>, in session: Session) throws -> Int {
    try total(of: keyPath, in: session) { row in
      guard row.kind(at: 0) == .integer, let sum = Int(exactly: row.integer(at: 0)) else {
        throw sumOverflow
      }
      return sum
    } ?? 0
  }

  private func appendAggregate(
    _ function: String, _ keyPath: AnyKeyPath, _ text: inout QueryText, _ plan: EntityPlan
  ) throws {
    let column = try text.column(keyPath).name
    text.append("SELECT \(function)(\(column)) FROM (SELECT \(column) FROM \(plan.quotedTable)")
    try text.appendClauses(of: self, isOrdered: false)
    text.append(")")
  }

  var sumOverflow: PersistenceError {
    PersistenceError(.invalidQuery, "the sum does not fit into an Int")
  }
}
