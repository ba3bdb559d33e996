import Foundation
import Synchronization

/// The response to Ctrl-C and `kill`: it asks the work in progress to end, and ends the process if
/// the work continues.
///
/// Work that prints rows or calls ``check()`` ends in order. Work inside one long statement has a
/// second. After that, or at a second signal, the clean-up registered with ``cleaningUp(_:while:)``
/// runs and the process ends. A store is safe in each case: uncommitted changes are undone.
package final class Interruption: Sendable {
  /// The interruption that receives the process's signals after ``listen()``.
  static let ofProcess = Interruption()

  private struct State {
    var status: ExitStatus?
    var cleanups: [Int: @Sendable () -> Void] = [:]
    var nextNumber = 0
  }

  private let state = Mutex(State())
  let patience: Int32
  let exit: @Sendable (ExitStatus) -> Void

  /// - Parameters:
  ///   - patience: the milliseconds that work may take to notice that it should end.
  ///   - exit: ends the process; tests replace it.
  init(
    patience: Int32 = 1000,
    exit: @escaping @Sendable (ExitStatus) -> Void = { _exit($0.rawValue) }
  ) {
    self.patience = patience
    self.exit = exit
  }

  /// Throws ``Interrupted`` if the program has been asked to end.
  package func check() throws {
    if let status = state.withLock(\.status) { throw Interrupted(status: status) }
  }

  /// Asks the work to end. From now on, ``check()`` throws.
  ///
  /// - Returns: whether it was asked before.
  @discardableResult
  func request(_ status: ExitStatus) -> Bool {
    state.withLock { state in
      defer { state.status = state.status ?? status }
      return state.status != nil
    }
  }

  /// Runs work that leaves something behind, and cleans up if the process has to end.
  ///
  /// - Parameter cleanup: runs on another thread, and only if the process ends during the work.
  package func cleaningUp<Value>(
    _ cleanup: @escaping @Sendable () -> Void, while body: () throws -> Value
  ) rethrows -> Value {
    let number = state.withLock { state in
      state.nextNumber += 1
      state.cleanups[state.nextNumber] = cleanup
      return state.nextNumber
    }
    defer { _ = state.withLock { $0.cleanups.removeValue(forKey: number) } }
    return try body()
  }

  /// Runs the registered clean-ups, the last first.
  func cleanUp() {
    let cleanups = state.withLock { state in
      defer { state.cleanups = [:] }
      return state.cleanups.sorted { $0.key > $1.key }
    }
    for cleanup in cleanups { cleanup.value() }
  }
}

/// An error that ends the work because the program was asked to end.
struct Interrupted: Error, Equatable {
  let status: ExitStatus
}
