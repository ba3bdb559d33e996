import Foundation
import PersistentObjectsDriver
import PersistentObjectsEngine
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// A schema on the server that the environment names, removed with this object.
final class TestSchema: Sendable {
  let configuration: PostgresConfiguration

  init(_ change: (inout PostgresConfiguration) -> Void = { _ in }) {
    var configuration = PostgresConfiguration("")
    configuration.schema = "test_\(UUID().uuidString.lowercased())"
    configuration.isDistributed = TestedDatabase.isDistributed
    change(&configuration)
    self.configuration = configuration
  }

  deinit { try? driver.deleteDatabase() }

  var driver: PostgresDriver { PostgresDriver(configuration) }

  func open(_ role: ConnectionRole = .writer) throws -> PostgresConnection {
    try #require(try driver.openConnection(role) as? PostgresConnection)
  }

  /// Makes commits of rows of a table take ten minutes.
  func delayCommits(of table: String) throws {
    let connection = try open()
    try connection.rows(
      """
      CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql \
      AS $$ BEGIN PERFORM pg_sleep(600); RETURN NULL; END $$
      """)
    try connection.rows(
      """
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON \(table) DEFERRABLE INITIALLY DEFERRED \
      FOR EACH ROW EXECUTE FUNCTION pause()
      """)
    connection.close()
  }

  /// A query for the processes of delayed commits.
  func delayedCommits(of table: String) -> String {
    """
    SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND pid IN \
    (SELECT pid FROM pg_locks WHERE relation = '"\(configuration.schema)".\(table)'::regclass)
    """
  }

  /// Makes the first connection that commits rows of a table get lost: the commit is delayed, and
  /// the server ends the connection in the middle of it.
  func loseCommits(of table: String) throws {
    try delayCommits(of: table)
    let waiting = delayedCommits(of: table)
    let killer = Thread {
      guard let other = try? self.open() else { return }
      while true {
        if let row = try? other.rows(waiting).first {
          _ = try? other.rows("SELECT pg_terminate_backend($1)", row[0])
          return
        }
        usleep(1000)
      }
    }
    killer.start()
  }
}

extension DriverConnection {
  /// Runs a statement and returns its rows.
  @discardableResult
  func rows(_ sql: String, _ parameters: StoredValue...) throws -> [[StoredValue]] {
    let statement = try prepare(sql)
    defer { statement.reset() }
    let batch = RowBatch(parameters)
    try statement.bind(batch.row)
    var rows: [[StoredValue]] = []
    while let row = try statement.next() { rows.append(row.values) }
    return rows
  }
}

extension PostgresConnection {
  /// The process number of this connection's server process.
  var process: StoredValue { get throws { try rows("SELECT pg_backend_pid()")[0][0] } }

  /// Makes the server end the connection of a process, and waits until it has.
  func kill(_ process: StoredValue) throws {
    try rows("SELECT pg_terminate_backend($1::int)", process)
    while try !rows("SELECT 1 FROM pg_stat_activity WHERE pid = $1", process).isEmpty {
      usleep(1000)
    }
  }
}

/// Whether there is a server for these tests: `make test-postgres` starts one.
let hasServer = ProcessInfo.processInfo.environment["PGHOST"] != nil

/// The error that `body` throws.
func failure(_ body: () throws -> Void) -> PersistenceError? {
  do {
    try body()
    return nil
  } catch { return error as? PersistenceError }
}
