import Foundation
public import PersistentObjects
public import Testing

/// A store in a separate folder, with a record of the statements that it runs.
///
/// ``run(codecs:keys:classes:sourceLocation:_:)`` makes one, and checks at the end that nothing is
/// left over: no object, no lent connection, no open statement, and no row with a dangling
/// reference.
public final class TemporaryStore: Sendable {
  /// The store, with its trace going to ``statements``.
  public let store: Store
  /// The statements that the store has run.
  public let statements: StatementRecorder
  /// The database's file.
  public var path: String { file.path }
  private let file: TemporaryFile

  private init(
    codecs: CodecRegistry, keys: any KeyStrategy, classes: [any PersistentObject.Type]
  ) throws {
    file = try TemporaryFile()
    statements = StatementRecorder()
    store = try TestedDatabase.current.store(
      at: file.path, codecs: codecs, keys: keys, classes: classes)
    statements.record(store)
  }

  deinit { file.remove() }

  /// Another store on the same file, as another process or a later version of the program would
  /// open it.
  public func reopened(
    codecs: CodecRegistry = .standard, keys: any KeyStrategy = CountedKeys(),
    classes: [any PersistentObject.Type] = []
  ) throws -> Store {
    let store = try TestedDatabase.current.store(
      at: path, codecs: codecs, keys: keys, classes: classes)
    statements.record(store)
    return store
  }

  /// The statements that `body` runs, without those before it.
  public func statements(of body: () throws -> Void) throws -> [String] {
    statements.clear()
    try body()
    return statements.all
  }

  /// The rows of a query, each as text with a bar between the columns.
  ///
  /// A query that finds several rows must specify their order: a server returns them in any order.
  public func rows(
    _ sql: Criteria, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let rows = try Session(store: store).rows(sql)
    #expect(rows.count < 2 || Self.isOrdered("\(sql)"), sourceLocation: sourceLocation)
    return rows.map { row in row.map(\.shown).joined(separator: "|") }
  }

  private static func isOrdered(_ sql: String) -> Bool {
    sql.contains("ORDER BY") || sql.contains("sqlite_schema") || !sql.contains("FROM ")
      || sql.contains("pragma_")
  }
}

extension TemporaryStore {
  /// Runs a test with a store and a session on it.
  public static func run(
    codecs: CodecRegistry = .standard, keys: any KeyStrategy = CountedKeys(),
    classes: [any PersistentObject.Type] = [], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (TemporaryStore, Session) throws -> Void
  ) throws {
    let temporary = try TemporaryStore(codecs: codecs, keys: keys, classes: classes)
    let lifetimes = Lifetimes()
    try Lifetimes.$current.withValue(lifetimes) {
      let session = Session(store: temporary.store)
      try withExtendedLifetime(session) { try body(temporary, session) }
    }
    try temporary.finish(lifetimes, sourceLocation)
  }

  /// Runs an asynchronous test with a store.
  public static func runAsync(
    codecs: CodecRegistry = .standard, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (TemporaryStore) async throws -> Void
  ) async throws {
    let temporary = try TemporaryStore(codecs: codecs, keys: CountedKeys(), classes: [])
    let lifetimes = Lifetimes()
    try await Lifetimes.$current.withValue(lifetimes) { try await body(temporary) }
    try temporary.finish(lifetimes, sourceLocation)
  }

  private func finish(_ lifetimes: Lifetimes, _ sourceLocation: SourceLocation) throws {
    #expect(lifetimes.count == 0, "objects are alive", sourceLocation: sourceLocation)
    let session = Session(store: store)
    let dangling = TestedDatabase.current.danglingRows
    let orphans = try session.transaction { try session.rows(dangling).count }
    #expect(orphans == 0, "rows refer to nothing", sourceLocation: sourceLocation)
    store.close()
    // SQLite removes the log when its last connection closes, and does not close a connection
    // that has open statements.
    #expect(
      !FileManager.default.fileExists(atPath: path + "-wal"), "a connection is still open",
      sourceLocation: sourceLocation)
  }
}

extension StoredValue {
  /// The value as a person would write it.
  public var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value
    case .bytes(let value): "x" + value.map { String(format: "%02x", $0) }.joined()
    }
  }
}

/// The error that `body` throws, if it is one of this package's.
public func failure(_ body: () throws -> Void) -> PersistenceError? {
  do {
    try body()
    return nil
  } catch {
    return error as? PersistenceError
  }
}

/// The error of ``PersistentObjectsEngine/Session/cancelledTransaction(_:)``.
private struct Cancelled: Error {}

extension Session {
  /// Runs a transaction, or a savepoint inside one, that is rolled back at its end.
  public func cancelledTransaction(_ body: () throws -> Void) throws {
    do {
      try transaction {
        try body()
        throw Cancelled()
      }
    } catch is Cancelled {}
  }

  /// Makes tables in advance, so that a test's statements do not include this.
  public func makeTables(for types: any PersistentObject.Type...) throws {
    for type in types { _ = try type.count(in: self) }
  }

  /// Saves the objects that a test starts with.
  public func given(_ objects: any PersistentObject...) throws {
    try save(contentsOf: objects)
  }
}
