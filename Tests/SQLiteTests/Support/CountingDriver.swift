import Foundation
import PersistentObjectsEngine

/// A driver that counts its open connections and fails on request.
final class CountingDriver: Driver {
  private struct Counts: Sendable {
    var opened: [Connection.Role: Int] = [:]
    var failing: Connection.Role?
  }

  private let base: any Driver
  private let counts = Shared(Counts())

  init(base: any Driver) { self.base = base }

  var dialect: any Dialect { base.dialect }
  var maximumReaders: Int { base.maximumReaders }
  var databaseName: String { base.databaseName }

  /// The number of opened connections of each role.
  var opened: [Connection.Role: Int] { counts.value.opened }

  /// Lets the next opening fail.
  func failNext(_ role: Connection.Role) { counts.change { $0.failing = role } }

  func openConnection(_ role: Connection.Role) throws -> Connection {
    try counts.change { counts in
      if counts.failing == role {
        counts.failing = nil
        throw PersistenceError(.cannotOpen, "as the test asked")
      }
      counts.opened[role, default: 0] += 1
    }
    return try base.openConnection(role)
  }
}

/// A thread that a test can wait for without blocking.
final class BackgroundThread: Sendable {
  private let stream: AsyncStream<Void>

  init(_ body: @escaping @Sendable () throws -> Void) {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    self.stream = stream
    Thread {
      try? body()
      continuation.finish()
    }.start()
  }

  /// Waits until the thread has ended.
  func finish() async { for await _ in stream {} }
}
