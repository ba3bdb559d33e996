import Foundation
package import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsSQLite

/// A database of any program, opened only for reading. The file, its journal mode and its folder
/// stay unchanged.
///
/// All reads see the state at the time of opening, with everything that a running program had
/// committed until then.
///
/// Isolation: not `Sendable`; use it from one thread at a time.
package final class DatabaseFile: InspectedDatabase {
  /// The path, as it was given.
  package let path: String
  /// The connection, which reads within the one transaction.
  package let connection: Connection
  private let head: DatabaseHead

  /// Opens a file.
  ///
  /// Throws `cannotOpen` if there is no file, if it may not be read, or if a program that stopped
  /// has left it half-written; `corrupt` if it is not a database, or is encrypted or damaged; and
  /// `busy` if a program locks it for longer than the timeout.
  package init(_ path: String, busyTimeout: Duration = .seconds(5)) throws {
    self.path = path
    head = try DatabaseHead(path, busyTimeout: busyTimeout)
    connection = try Self.open(path, head.access, busyTimeout)
    do {
      try connection.execute("PRAGMA cell_size_check = ON")
      try connection.execute(SQLiteDialect().beginRead)
      // The first read takes the lock.
      _ = try firstValue("SELECT count(*) FROM sqlite_schema")
    } catch {
      connection.close()
      throw Self.explained(error, path)
    }
  }

  deinit { connection.close() }

  /// Returns the figures of the database, including the log beside the file. A database that is
  /// read without its log seems to have none.
  package func measure() throws -> DatabaseFigures {
    var figures = try connection.measure()
    let log = DatabaseHead.FileStamp(NewFile.destination(of: path) + "-wal")
    figures.logBytes = log.map { Int(clamping: $0.size) }
    if head.usesLog { figures.settings["journal_mode"] = "wal" }
    return figures
  }

  /// Throws `busy` if the file was read without a lock and has changed in the meantime, so that the
  /// reads may have seen two states. A file is read without a lock if no program seemed to use it
  /// when it was opened. Call this after the last read.
  package func requireUnchanged() throws {
    guard head.access != .locked, try DatabaseHead.Stamp(of: path) != head.stamp else { return }
    throw PersistenceError(
      .busy, "\(path) was changed by another program while it was being read; read it again")
  }

  private static func open(
    _ path: String, _ access: DatabaseHead.Access, _ busyTimeout: Duration
  ) throws -> Connection {
    var configuration = SQLiteConfiguration(path: path)
    configuration.access = access == .unchanging ? .immutable : .readOnly
    configuration.readsAbandonedLog = access == .abandonedLog
    configuration.busyTimeout = busyTimeout
    do {
      return try Connection(opening: .reader, of: SQLiteDriver(configuration))
    } catch {
      throw explained(error, path)
    }
  }

  /// Returns an error that explains why SQLite does not open a file.
  private static func explained(_ error: any Error, _ path: String) -> any Error {
    guard let error = error as? PersistenceError else { return error }
    switch error.code {
    case .busy: return DatabaseHead.isLocked(path, cause: error)
    case .readOnly, .cannotOpen:
      let needsMending = DatabaseHead.hasJournal(path)
      return needsMending ? DatabaseHead.isHalfWritten(path, cause: error) : error
    default: return error
    }
  }
}

extension DatabaseFile {
  /// Throws `corrupt` if SQLite finds damage.
  package func checkDamage() throws {
    let finding = try firstValue("PRAGMA integrity_check(1)").text ?? "nothing can be read"
    guard finding != "ok" else { return }
    throw PersistenceError(
      .corrupt,
      """
      \(path) is damaged: \(finding.split(separator: "\n").joined(separator: " ")). Restore it from a \
      backup, or recover what can be recovered with `sqlite3 OLD .recover | sqlite3 NEW`
      """)
  }
}
