import Foundation
import PersistentObjectsDriver
import Testing

@testable import PersistentObjectsEngine

/// A driver that counts its open connections and fails on request.
final class CountingDriver: Driver {
  private struct Counts: Sendable {
    var opened: [ConnectionRole: Int] = [:]
    var failing: ConnectionRole?
    var beforeOpening: (@Sendable () -> Void)?
  }

  private let base: any Driver
  private let counts = Shared(Counts())

  init(base: any Driver) { self.base = base }

  var dialect: any Dialect { base.dialect }
  var maximumReaders: Int { base.maximumReaders }
  var databaseName: String { base.databaseName }
  var statementCacheCapacity: Int { base.statementCacheCapacity }
  var isReadOnly: Bool { base.isReadOnly }

  /// The number of opened connections of each role.
  var opened: [ConnectionRole: Int] { counts.value.opened }

  /// Makes the next opening fail.
  func failNext(_ role: ConnectionRole) { counts.change { $0.failing = role } }

  /// Whether the opening that was to fail has not begun yet.
  var isToFail: Bool { counts.value.failing != nil }

  /// Calls a closure once, before the next opening.
  func beforeNextOpening(_ body: @escaping @Sendable () -> Void) {
    counts.change { $0.beforeOpening = body }
  }

  func openConnection(_ role: ConnectionRole) throws -> any DriverConnection {
    let before = counts.value.beforeOpening
    counts.change { $0.beforeOpening = nil }
    before?()
    try counts.change { counts in
      if counts.failing == role {
        counts.failing = nil
        throw PersistenceError(.cannotOpen, "as the test asked")
      }
      counts.opened[role, default: 0] += 1
    }
    return try base.openConnection(role)
  }

  func openFirstReader() throws -> (any DriverConnection)? {
    let reader = try base.openFirstReader()
    if reader != nil { counts.change { $0.opened[.reader, default: 0] += 1 } }
    return reader
  }

  var isMissing: Bool { base.isMissing }
  func deleteDatabase() throws { try base.deleteDatabase() }
}

/// A thread that a test can wait for without blocking. An error of its body is an issue.
final class BackgroundThread: Sendable {
  private let stream: AsyncStream<Void>

  init(_ body: @escaping @Sendable () throws -> Void) {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    self.stream = stream
    Thread {
      do { try body() } catch { Issue.record(error) }
      continuation.finish()
    }.start()
  }

  /// Waits until the thread has ended.
  func finish() async { for await _ in stream {} }
}
