// Copying objects from one database to another.

package import PersistentObjectsCodec
package import PersistentObjectsConnections
import PersistentObjectsDriver
public import PersistentObjectsSchema

extension Store {
  /// Copies all objects to another store, which may use another database, for example to move a
  /// service from a file to a server, or back. The classes are not needed. The other store then has
  /// what this one had at one moment; others may read and write meanwhile. Everything is written in
  /// one transaction.
  ///
  /// ```swift
  /// let file = try Store(path: "people.sqlite3")
  /// let report = try await file.copy(to: Store(postgres: "postgresql://db/people"))
  /// print("\(report.rowCount) rows;", report.leftOut)
  /// ```
  ///
  /// Keys, stored forms and their codecs' versions, delete rules, indices and key counters stay the
  /// same. Each table is read twice, first to count its rows, and rows are written in batches; only
  /// the other store's transaction grows with the number of rows.
  ///
  /// - Parameters:
  ///   - other: a store whose file or schema has no objects yet.
  ///   - progress: called with the number of rows written and the total. An error that it throws
  ///     ends the copying.
  /// - Returns: what was copied, and what was not.
  /// - Throws: `cannotOpen` if there is no such database as this store's, or if the other store has
  ///   tables of classes, or one of the same name;
  ///   `corrupt` if a recorded table is missing, or if records contradict each other, so that the
  ///   copy would lack something; `encodingFailed` for a text that the other database cannot store;
  ///   `decodingFailed` for a value of another kind than its column; `constraintViolated` for
  ///   references to rows that do not exist; `wrongSession` inside a session of either store.
  ///   Nothing is copied then.
  @discardableResult
  public func copy(
    to other: Store,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) async throws -> CopyReport {
    try requireDatabase()
    return try await maintain("store.copy", on: .reader) { reader, loan in
      try self.copy(from: reader, to: other, within: loan, progress: progress)
    }
  }

  /// Copies the contents of another database, as a connection sees them in its open transaction.
  ///
  /// - Parameters:
  ///   - name: the name of the other database, for errors.
  ///   - codecs: the codecs of columns there, as far as they are known.
  ///   - beforeCommit: called when everything has been read and written. If it throws, nothing is
  ///     copied.
  package func receive(
    from reader: Connection, of name: String, codecs: CodecRegistry, on writer: Connection,
    progress: (_ done: Int, _ total: Int) throws -> Void, beforeCommit: () throws -> Void = {}
  ) throws -> CopyReport {
    try writer.run(texts.beginWrite)
    do {
      return try reader.readingAnyLayout {
        let copy = try DatabaseCopy(from: reader, to: writer, columnType: codecs.type(ofCodec:))
        let report = try writer.explaining { try copy.run(progress: progress) }
        try beforeCommit()
        try writer.run(texts.commit)
        return report
      }
    } catch let error as PersistenceError where error.constraint?.kind == .foreignKey {
      throw Self.dangling(error, in: name)
    }
  }

  private static func dangling(_ error: PersistenceError, in name: String) -> PersistenceError {
    PersistenceError(
      .constraintViolated,
      """
      a row refers to one that does not exist; nothing was copied. `persist check`, or store.checkIntegrity(), of \
      \(name) finds such rows: repair them, and copy again. \(error.message)
      """, context: error.context, sql: error.sql, databaseCode: error.databaseCode, cause: error)
  }

  /// Throws if the database would only be created, without anything to copy.
  fileprivate func requireDatabase() throws {
    if tenancy != nil && (whole == nil || reach == nil) {
      throw PersistenceError(
        .unsupported, "one tenant of \(name) is copied at a time; copy store.tenant(_:)")
    }
    guard pool.driver.isMissing else { return }
    throw PersistenceError(
      .cannotOpen, "\(name) does not exist, so there is nothing to copy; is that the right path?")
  }

  /// Copies what a connection of this store sees from the moment on at which the other store can be
  /// written to. What stops the work on either store, ends it.
  fileprivate func copy(
    from reader: Connection, to other: Store, within loan: Loan,
    progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> CopyReport {
    try other.blocking.maintain(loan.name, within: loan) { writer, writing in
      try reader.run(texts.beginRead)
      defer { reader.endLease() }
      return try other.receive(
        from: reader, of: name, codecs: configuration.codecs, on: writer,
        progress: { done, total in
          // No statement may be running that could be interrupted.
          try writing.throwIfStopped()
          try progress(done, total)
        })
    }
  }
}

extension BlockingStore {
  /// Copies all objects to another store, as ``Store/copy(to:progress:)`` does.
  @discardableResult
  public func copy(
    to other: Store, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> CopyReport {
    try store.requireDatabase()
    return try maintain("store.blocking.copy", on: .reader) { reader, loan in
      try store.copy(from: reader, to: other, within: loan, progress: progress)
    }
  }
}
