import Dispatch
import Foundation
import PersistentObjects
import PersistentObjectsPostgreSQL
import Synchronization

/// The place of the demo's database, and what happens to it at the end.
final class DemoDatabase: Sendable {
  /// The suffixes of files that SQLite may create beside the database.
  private static let companions = ["", "-wal", "-shm", "-journal"]

  private enum Place {
    /// A file, and the paths to remove: a folder that was made for it, or its own and those beside
    /// it.
    case file(String, parts: [String])
    case server(PostgresConfiguration)
  }

  private enum Stage {
    case untouched
    case opened
    case complete
    /// Removed, or named as kept.
    case settled
  }

  private struct State {
    var stage = Stage.untouched
    /// The store that was opened last.
    var store: Store?
  }

  private let place: Place
  private let isKept: Bool
  private let state = Mutex(State())

  /// Chooses the place; creates nothing but a folder for temporary files.
  init(_ options: Options) throws {
    isKept = options.keepsDatabase || options.database != nil
    if let server = options.server {
      var configuration = PostgresConfiguration(server)
      configuration.schema = "demo_" + UUID().uuidString.prefix(8).lowercased()
      place = .server(configuration)
    } else if let path = options.database {
      // A link that leads nowhere exists, too: SQLite would create the file behind it.
      var status = stat()
      if lstat(path, &status) == 0 {
        throw UsageError("\(path) already exists: the demo makes a database of its own")
      }
      place = .file(path, parts: Self.companions.map { path + $0 })
    } else {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("persistent-objects-demo-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      place = .file(
        folder.appendingPathComponent("packages.sqlite3").path, parts: [folder.path])
    }
  }

  /// The path, or the name of the schema of a server's database.
  var name: String {
    switch place {
    case .file(let path, _): path
    case .server(let configuration): "the schema \(configuration.schema) on the server"
    }
  }

  var isOnServer: Bool { if case .server = place { true } else { false } }

  /// Opens a store in the database, with the demo's codecs.
  func openStore() throws -> Store {
    let store =
      switch place {
      case .file(let path, _): try Store(path: path, codecs: .demo)
      case .server(let configuration):
        try Store(configuration, configuration: StoreConfiguration(codecs: .demo))
      }
    // Set before: a signal may come while the schema of a server is made.
    state.withLock { state in
      state.store = store
      if state.stage == .untouched { state.stage = .opened }
    }
    do {
      try store.blocking.open()
    } catch let error as PersistenceError where error.code == .cannotOpen {
      state.withLock { if $0.stage == .opened { $0.stage = .untouched } }
      throw error
    }
    return store
  }

  /// Records that the database has the whole index; one without it is never kept.
  func markComplete() { state.withLock { $0.stage = .complete } }
}

extension DemoDatabase {
  /// Runs `body`, then removes the database, or says on the standard error where it is kept. A
  /// signal that ends the process does the same.
  func use<R>(_ body: () throws -> R) throws -> R {
    let interruption = Interruption(
      cleanUp: settle(andThen:), giveUp: { Demo.report(UnfinishedRemoval(name: self.name)) })
    defer { interruption.end() }
    let result: R
    do {
      result = try body()
    } catch {
      try state.withLock { try settle(&$0, after: error) }
      throw error
    }
    try state.withLock { try settle(&$0) }
    return result
  }

  /// Does the same after a signal. The main thread, which fails without its files and connections,
  /// waits for the lock until the process has ended.
  private func settle(andThen end: () -> Void) {
    state.withLock { state in
      do { try settle(&state) } catch { Demo.report(error) }
      end()
    }
  }

  /// Removes the database, or says where it is kept, unless that is done.
  private func settle(_ state: inout State, after failure: (any Error)? = nil) throws {
    let reached = state.stage
    if reached == .settled { return }
    state.stage = .settled
    if isKept && reached == .complete {
      return try Output.error.write("The database is kept: \(name)")
    }
    do {
      try remove(openedAs: reached == .untouched ? nil : state.store)
    } catch {
      throw LeftDatabase(failure: failure, name: name, cause: error)
    }
    if isKept && reached == .opened {
      try Output.error.write("The database lacked a part of the index, and was removed: \(name)")
    }
  }

  /// Removes everything that was created. A server that was never reached, through no store, has
  /// nothing.
  private func remove(openedAs store: Store?) throws {
    switch place {
    case .file(_, let parts):
      for part in parts where FileManager.default.fileExists(atPath: part) {
        try FileManager.default.removeItem(atPath: part)
      }
    case .server(let configuration):
      guard let store else { return }
      endWork(of: store)
      try PostgresDriver(configuration).deleteDatabase()
    }
  }

  /// Stops what a signal has met in the middle: the removal would wait for the locks of its
  /// transaction.
  private func endWork(of store: Store) {
    let hasEnded = DispatchSemaphore(value: 0)
    Task.detached {
      await store.close(waitingUpTo: .zero)
      hasEnded.signal()
    }
    hasEnded.wait()
  }
}

/// A database that could not be removed.
struct LeftDatabase: Error, CustomStringConvertible {
  /// The error that had ended the demo; nil if there was none.
  let failure: (any Error)?
  let name: String
  let cause: any Error

  var description: String {
    let left = "Not removed: \(name). Remove it yourself, since the demo could not: \(cause)"
    return failure.map { "\($0)\n\(left)" } ?? left
  }
}

/// A database whose removal did not end before the process.
struct UnfinishedRemoval: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "Its removal had not ended. Remove it yourself, if it is still there: \(name)"
  }
}
