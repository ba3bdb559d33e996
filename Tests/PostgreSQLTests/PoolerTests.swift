import Foundation
import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsDriverTesting
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// PgBouncer in its `transaction` mode, which runs each transaction on a different connection to
/// the server.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server."), .serialized)
struct PoolerTests {
  private let pooler: PrivatePooler
  private let schema: TestSchema

  init() throws {
    pooler = try PrivatePooler(size: 2)
    schema = pooler.schema()
  }

  @Test func itKeepsThePromisesOfDrivers() async throws {
    let pooler = try PrivatePooler(size: 40)
    try await verifyDriver(pooler.schema().driver)
  }

  /// Two connections to the server serve all clients: whatever one client left there would reach
  /// another.
  @Test func clientsThatTakeTurnsDoNotMeet() async throws {
    let other = pooler.schema { $0.lockTimeout = .seconds(7) }
    let stores = try [schema, other].map {
      try Store($0.configuration, configuration: StoreConfiguration(codecs: .standard))
    }
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<25 {
            try await stores[task % 2].transaction { session in
              try session.save(Address(city: "\(task % 2)", street: "\(task) \(number)"))
              _ = try Address.find(in: session) { $0.city == "\(task % 2)" }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for (number, store) in stores.enumerated() {
      let cities = try await store.session { try Address.findAll(in: $0).map(\.city) }
      #expect(cities == Array(repeating: "\(number)", count: 100))
      store.close()
    }
    let plain = try pooler.schema().open()
    #expect(try plain.rows("SHOW lock_timeout") == [[.text("5s")]])
    #expect(try plain.rows("SELECT count(*) FROM pg_prepared_statements") == [[.integer(0)]])
    plain.close()
  }

  /// Statements are parsed for each run, so their columns may have other types than before.
  @Test func aColumnThatWasGivenAnotherTypeIsNoticed() throws {
    let (reader, other) = (try schema.open(), try schema.open())
    try other.rows("CREATE TABLE t (a bigint)")
    try other.rows("INSERT INTO t VALUES (1)")
    #expect(try reader.rows("SELECT a FROM t") == [[.integer(1)]])
    let statement = try reader.prepare("SELECT a FROM t")
    try other.rows("ALTER TABLE t ALTER a TYPE text")
    try statement.bind(RowBatch([]).row)
    #expect(failure { _ = try statement.next() }?.code == .busy)
    statement.reset()
    try statement.bind(RowBatch([]).row)
    #expect(try statement.next()?.values == [.text("1")])
    statement.reset()
    reader.close()
    other.close()
  }

  @Test func streamsAndBatchesPassThrough() async throws {
    let store = try Store(
      schema.configuration, configuration: StoreConfiguration(codecs: .standard))
    try await store.transaction { session in
      try session.save(contentsOf: (0..<1_200).map { Address(city: "Rome", street: "\($0)") })
    }
    let count = try await store.session { session in
      var count = 0
      let cursor = try session.cursor(Address.query)
      while let address = try cursor.next() { count += address.city == "Rome" ? 1 : 0 }
      return count
    }
    #expect(count == 1_200)
    try store.blocking.vacuum()
    store.close()
  }
}
