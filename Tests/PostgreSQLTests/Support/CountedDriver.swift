import PersistentObjectsDriver
import PersistentObjectsEngine
import Synchronization

@testable import PersistentObjectsPostgreSQL

/// A driver that counts how often its connections have waited for a reply of the server.
struct CountedDriver: Driver {
  private let base: PostgresDriver
  private let servers = Servers()

  init(_ schema: TestSchema) { base = schema.driver }

  /// The number so far; to be read while no connection is in use.
  var roundTrips: Int { servers.roundTrips }

  /// The number of round trips of `body` after it has run `rounds` times.
  func roundTrips(after rounds: Int, _ body: () async throws -> Void) async throws -> Int {
    for _ in 0..<rounds { try await body() }
    let before = roundTrips
    try await body()
    return roundTrips - before
  }

  var dialect: any Dialect { base.dialect }
  var maximumReaders: Int { base.maximumReaders }
  var statementCacheCapacity: Int { base.statementCacheCapacity }
  var databaseName: String { base.databaseName }
  var isReadOnly: Bool { base.isReadOnly }
  func deleteDatabase() throws { try base.deleteDatabase() }

  func openConnection(_ role: ConnectionRole) throws -> any DriverConnection {
    counted(try base.openConnection(role))
  }

  func openFirstReader() throws -> (any DriverConnection)? {
    try base.openFirstReader().map(counted)
  }

  private func counted(_ connection: any DriverConnection) -> any DriverConnection {
    if let connection = connection as? PostgresConnection { servers.add(connection.server) }
    return connection
  }

  /// `@unchecked Sendable`: the list is used under the lock, and its connections only to read a
  /// number.
  private final class Servers: @unchecked Sendable {
    private let lock = Mutex(())
    private var servers: [ServerConnection] = []

    func add(_ server: ServerConnection) { lock.withLock { _ in servers.append(server) } }
    var roundTrips: Int { lock.withLock { _ in servers.reduce(0) { $0 + $1.roundTrips } } }
  }
}
