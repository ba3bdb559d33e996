import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSQLite
import Testing

@testable import PersistentObjectsEngine

/// A `COMMIT` whose answer is lost.
@Suite struct UnknownCommitTests {
  /// The error said that the changes were undone, so that programs made them a second time.
  @Test func aReasonToStopDoesNotReplaceIt() async throws {
    let driver = WrappedDriver(base: SQLiteDriver(.inMemory), wrap: LosesCommits.init)
    let store = try Store(
      driver: driver, configuration: StoreConfiguration(codecs: CodecRegistry()))
    defer { store.close() }
    let work = Task { try await store.transaction { try $0.execute("CREATE TABLE t (a)") } }
    let error = await #expect(throws: PersistenceError.self) { try await work.value }
    #expect(error?.code == .commitUnknown)
    #expect(try Session(store: store).rows("SELECT a FROM t").isEmpty)
  }
}

/// Loses the answer to a `COMMIT`, during which the task is cancelled.
private final class LosesCommits: WrappedConnection {
  override func prepare(_ sql: String) throws -> any DriverStatement {
    let statement = try base.prepare(sql)
    return sql.hasPrefix("COMMIT") ? LosesAnswer(statement) : statement
  }
}

private final class LosesAnswer: WrappedStatement {
  override func next() throws -> Row? {
    _ = try base.next()
    withUnsafeCurrentTask { $0?.cancel() }
    throw PersistenceError(.commitUnknown, "planned")
  }
}
