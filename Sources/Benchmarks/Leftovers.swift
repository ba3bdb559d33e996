import Foundation
import Synchronization

/// The removal of what the program must not leave behind, however it ends: folders, and schemas on
/// a server.
enum Leftovers {
  /// The places in the order in which they are emptied: a server may not answer.
  enum Place: Comparable {
    case disk
    case server
  }

  private struct Leftover: Sendable {
    let place: Place
    let remove: @Sendable () throws -> Void
  }

  private static let leftovers = Mutex<[UUID: Leftover]>([:])

  /// Makes something, unless the program is ending. Its removal is added first, since a signal may
  /// come meanwhile; so it must also succeed if there is nothing.
  static func add(
    on place: Place, removal: @escaping @Sendable () throws -> Void, make: () throws -> Void
  ) throws -> UUID {
    let identifier = UUID()
    leftovers.withLock { $0[identifier] = Leftover(place: place, remove: removal) }
    do {
      try make()
    } catch {
      leftovers.withLock { $0[identifier] = nil }
      throw error
    }
    return identifier
  }

  static func remove(_ identifier: UUID) {
    leftovers.withLock { leftovers in
      if let leftover = leftovers.removeValue(forKey: identifier) { run(leftover.remove) }
    }
  }

  /// Removes everything. The main thread, which fails once its files are gone, waits here until a
  /// signal's thread has ended the process.
  static func removeAll(andThen end: () -> Void = {}) {
    leftovers.withLock { leftovers in
      for leftover in leftovers.values.sorted(by: { $0.place < $1.place }) { run(leftover.remove) }
      leftovers = [:]
      end()
    }
  }

  private static func run(_ removal: () throws -> Void) {
    do { try removal() } catch { Benchmarks.report("something was left behind: \(error)") }
  }
}
