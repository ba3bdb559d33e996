import CSQLite
import Foundation
import PersistentObjectsDriver
import PersistentObjectsSQLite
import Synchronization

/// The state that the connections to one file share: which of them writes.
///
/// The first transaction that writes works on the file. Others that begin meanwhile work on a copy
/// of the committed contents. At their `COMMIT` the copy replaces the file, unless something else
/// was committed since they began: then they are refused.
///
/// `@unchecked Sendable`: used only under the lock.
final class StrictDatabase: @unchecked Sendable {
  let path: String
  let configuration: SQLiteConfiguration
  private let lock = NSLock()
  private var isFileWritten = false
  private var commits = 0

  private init(at path: String, configuration: SQLiteConfiguration) {
    self.path = path
    self.configuration = configuration
  }

  /// The database of a file, shared by all drivers in use.
  static func shared(at path: String, configuration: SQLiteConfiguration) -> StrictDatabase {
    if configuration.location == .memory {
      return StrictDatabase(at: path, configuration: configuration)
    }
    return known.withLock { known in
      if let database = known[path]?.database { return database }
      let database = StrictDatabase(at: path, configuration: configuration)
      known[path] = WeakDatabase(database: database)
      return database
    }
  }

  private struct WeakDatabase {
    weak var database: StrictDatabase?
  }

  private static let known = Mutex<[String: WeakDatabase]>([:])

  /// The maximum number of writers: one in memory and with an exclusive lock, which allow no second
  /// connection.
  var maximumWriters: Int {
    let isShared = configuration.location != .memory && configuration.lockingMode != .exclusive
    return isShared && configuration.access == .readWrite ? 8 : 1
  }

  /// A transaction that writes.
  enum Place {
    case file
    /// A copy of the file as it was after the given number of commits.
    case copy(commits: Int)
  }

  /// Begins a transaction in the file or, if another one is already there, in a copy of it.
  func begin(inFile: () throws -> Void, inCopy: () throws -> Void) throws -> Place {
    let place = lock.withLock { () -> Place in
      if isFileWritten { return .copy(commits: commits) }
      isFileWritten = true
      return .file
    }
    switch place {
    case .file:
      do {
        try inFile()
      } catch {
        lock.withLock { isFileWritten = false }
        throw error
      }
    case .copy: try inCopy()
    }
    return place
  }

  /// Ends a transaction. Throws `busy` if another one was committed since the copy was made.
  func commit(_ place: Place, _ body: () throws -> Void) throws {
    switch place {
    case .file:
      defer { lock.withLock { isFileWritten = false } }
      try body()
      lock.withLock { commits += 1 }
    case .copy(let before):
      try lock.withLock {
        guard before == commits, !isFileWritten else { throw conflict }
        try body()
        commits += 1
      }
    }
  }

  func rollBack(_ place: Place) {
    if case .file = place { lock.withLock { isFileWritten = false } }
  }

  private var conflict: PersistenceError {
    PersistenceError(
      .busy, "another transaction was in the way; run this one again", databaseCode: "40001")
  }

  /// Copies one database's content into another.
  static func copy(_ source: String, to destination: String) throws {
    var (from, to): (OpaquePointer?, OpaquePointer?)
    defer {
      sqlite3_close(from)
      sqlite3_close(to)
    }
    guard sqlite3_open(source, &from) == SQLITE_OK, sqlite3_open(destination, &to) == SQLITE_OK
    else { throw PersistenceError(.cannotOpen, "no copy of \(source) can be made") }
    sqlite3_busy_timeout(from, 10_000)
    sqlite3_busy_timeout(to, 10_000)
    let backup = sqlite3_backup_init(to, "main", from, "main")
    // The copy does not wait for a lock that others hold for a moment.
    var code = sqlite3_backup_step(backup, -1)
    for _ in 0..<1000 where [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xff) {
      sqlite3_sleep(5)
      code = sqlite3_backup_step(backup, -1)
    }
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw PersistenceError(
        .databaseFailed, "no copy of \(source) can be made: \(code), \(end)")
    }
  }
}
