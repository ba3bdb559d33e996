// Lending sessions to tasks. The calls that block a thread are in BlockingStore.swift.

public import PersistentObjectsConnections
import PersistentObjectsDriver

extension Store {
  /// Lends a session to `body`. It reads one snapshot of the database, until it saves something, or
  /// uses a class whose table has to be created or altered; each `save()` is a transaction of its
  /// own.
  ///
  /// Objects cannot leave `body`: return values, keys or snapshots. In an actor's method, a body
  /// that suspends cannot use the actor. Inside another session of this store in the same task,
  /// `body` gets that session. A session that ends with unsaved changes throws `unsavedChanges`.
  ///
  /// A cancelled task gets `CancellationError`: the running statement, or the wait for a
  /// connection, is stopped.
  ///
  /// If the driver has replicas, this reads from one of them, until it saves something.
  ///
  /// - Parameters:
  ///   - position: a state of the database, from ``position()``, that the snapshot must not be
  ///     older than; nil if that does not matter. Inside another session, the snapshot is that
  ///     session's.
  ///   - threads: where `body` runs; nil for the configuration's `threads`. Inside another session,
  ///     it runs where that one does.
  ///   - timeout: how long the session may take, including waiting; nil for the configuration's
  ///     `timeout`. A session that takes longer is stopped in the same way and throws `timedOut`.
  ///     Inside another session, this ends that one, too.
  public func session<R: Sendable>(
    after position: StorePosition? = nil, on threads: SessionThreads? = nil,
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: nonisolated(nonsending) @Sendable (Session) async throws -> R
  ) async throws -> R {
    try await reading(
      after: position, on: threads, upTo: timeout, at: CallPlace(fileID: fileID, line: line)
    ).run(body)
  }

  /// Lends a session to a body that does not suspend. Otherwise the same.
  public func session<R: Sendable>(
    after position: StorePosition? = nil, on threads: SessionThreads? = nil,
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @Sendable (Session) throws -> R
  ) async throws -> R {
    try await reading(
      after: position, on: threads, upTo: timeout, at: CallPlace(fileID: fileID, line: line)
    ).run { try body($0) }
  }

  /// Returns the position after everything that was committed before this call, for
  /// the parameter `after` of `session`. Runs one statement if sessions read from
  /// replicas; otherwise none.
  public func position() async throws -> StorePosition {
    guard replicas != nil else { return StorePosition("") }
    return try await maintain("store.position", on: .reader) { try $0.position() }
  }

  /// Returns the position that a replica must have reached to be read from: one after the tables of
  /// all classes in use were created.
  ///
  /// - Parameter loan: the work that a wait for a connection is part of.
  func layoutPosition(for loan: Loan?) throws -> StorePosition {
    let generation = published.generation
    if generation == 0 { return StorePosition("") }
    if let (position, known) = known.withLock({ $0.layoutPosition }), known == generation {
      return position
    }
    let reader = try pool.lease(.reader, for: loan)
    defer { pool.release(reader, of: loan) }
    let position = try reader.position()
    known.withLock { $0.layoutPosition = (position, generation) }
    return position
  }

  /// Lends a session whose whole work is one transaction. Waiting for other writers suspends.
  ///
  /// At the end of `body` everything that has changed in the session, or was given to it, is saved,
  /// as by `session.save()`, with hooks and rules; then the transaction is committed. All of it is
  /// in the database when this returns, and nothing if this throws; objects are undone, too.
  ///
  /// Inside another session of this store in the same task, this is a transaction of that session,
  /// or a savepoint of its transaction.
  ///
  /// A task that is cancelled before the commit gets `CancellationError`: the running statement is
  /// stopped, and everything is rolled back.
  ///
  /// ```swift
  /// try await store.transaction(attempts: 5, timeout: .seconds(2)) { session in … }
  /// ```
  ///
  /// - Parameters:
  ///   - threads: where `body` runs; nil for the configuration's `threads`. Inside another session,
  ///     it runs where that one does.
  ///   - attempts: the maximum number of times that `body` is run; nil for the number of the
  ///     database, which is 1 on SQLite. After `conflict` or `busy`, it is run again with a fresh
  ///     session, after a random pause that grows. Inside another transaction, it is run once: only
  ///     the outermost transaction can start over.
  ///   - timeout: how long all attempts together may take, including waiting; nil for the
  ///     configuration's `timeout`. A transaction that takes longer is stopped, rolled back and
  ///     throws `timedOut`. Inside another session, this ends that one, too.
  @discardableResult
  public func transaction<R: Sendable>(
    on threads: SessionThreads? = nil, attempts: Int? = nil, timeout: Duration? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: nonisolated(nonsending) @Sendable (Session) async throws -> R
  ) async throws -> R {
    try await writing(
      attempts, on: threads, upTo: timeout, at: CallPlace(fileID: fileID, line: line)
    ).run(body)
  }

  /// Lends a session whose whole work is one transaction, to a body that does not suspend.
  /// Otherwise the same.
  @discardableResult
  public func transaction<R: Sendable>(
    on threads: SessionThreads? = nil, attempts: Int? = nil, timeout: Duration? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, _ body: @Sendable (Session) throws -> R
  ) async throws -> R {
    try await writing(
      attempts, on: threads, upTo: timeout, at: CallPlace(fileID: fileID, line: line)
    ).run { try body($0) }
  }

  private func reading(
    after position: StorePosition?, on threads: SessionThreads?, upTo timeout: Duration?,
    at place: CallPlace
  ) -> Lending {
    Lending(
      name: "store.session", mode: .snapshot, store: self, limit: timeout, place: place,
      threads: threads ?? configuration.threads, position: position)
  }

  private func writing(
    _ attempts: Int?, on threads: SessionThreads?, upTo timeout: Duration?, at place: CallPlace
  ) -> Lending {
    Lending(
      name: "store.transaction", mode: .transaction, store: self,
      attempts: attempts ?? character.attempts, limit: timeout, place: place,
      threads: threads ?? configuration.threads)
  }
}
