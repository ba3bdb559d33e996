// Rewriting a column that was written by another codec, or by an older version of the same one.

extension Store {
  /// Rewrites a property's column from an old codec's form into that of its current codec, which is
  /// chosen by `@Column(codec:)` or the registry as usual. Call this before the class is used. If
  /// there is nothing to rewrite, it only reads the schema, so a program can call it at each start.
  ///
  /// ```swift
  /// try await store.recode(.property(\Person.favourite, from: HexColor())) { done, total in
  ///   print(done, total)
  /// }
  /// // UPDATE person SET favourite = ?1 WHERE pk = ?2
  /// ```
  ///
  /// Everything is done in one transaction, or in a savepoint of the transaction that the task has
  /// open. It holds the only writer of the database, while others read the former state. The rows
  /// are read one by one in the order of the key, with one UPDATE for each; NULL stays NULL. If the
  /// stored type changes, a new column replaces the old one. Indices on it are created again.
  ///
  /// Each class has a table of its own: properties that a subclass inherits are rewritten with the
  /// subclass's key path, `\Employee.name`. Objects in memory are refreshed when they are found
  /// again. Missing or renamed columns and tables are left until the class is used.
  ///
  /// No other program that still uses the old codec may have the file open.
  ///
  /// - Parameters:
  ///   - recoding: the column, and the codec that has written it.
  ///   - progress: called after every 1000 rows, and at the end, with the number of rows rewritten
  ///     and the number of rows to be rewritten. An error that it throws undoes everything and is
  ///     rethrown.
  /// - Returns: the number of cells that were rewritten; 0 if the column already has its current
  ///   form, or if there is no such table or column yet.
  /// - Throws: `codecMismatch` if the column was written by a codec other than the old one, or by a
  ///   version that it cannot read; `decodingFailed` or `encodingFailed`, with the primary key,
  ///   for a cell that cannot be rewritten; `constraintViolated` if values that must differ become
  ///   equal; `invalidQuery` for a property that no codec stores. Nothing is changed then.
  @discardableResult
  public func recode(
    _ recoding: Recoding,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws -> Int {
    let name = "store.recode"
    // Check before waiting for the writer, which may take long.
    guard try await lend(name, .snapshot, { try $0.needsRecoding(recoding) }) else { return 0 }
    return try await lend(name, .transaction) { session in
      try session.recode(recoding) { done, total in
        try Task.checkCancellation()
        try progress(done, total)
      }
    }
  }
}

extension BlockingStore {
  /// Rewrites a property's column. See the same call of `Store`.
  @discardableResult
  public func recode(
    _ recoding: Recoding, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> Int {
    let name = "store.blocking.recode"
    let check = Lending(name, .snapshot, of: store)
    guard try check.runBlocking({ try $0.needsRecoding(recoding) }) else { return 0 }
    return try Lending(name, .transaction, of: store).runBlocking {
      try $0.recode(recoding, telling: progress)
    }
  }
}
