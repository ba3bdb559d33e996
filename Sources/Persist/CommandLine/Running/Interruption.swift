import Foundation
import Synchronization

/// Ctrl-C and `kill`: the work in progress is asked to end, and made to if it does not.
///
/// Work that prints rows or calls ``check()`` ends in order. Work that is deep in one long
/// statement has a second; then, or at a second signal, what was registered with
/// ``cleaningUp(_:while:)`` is done and the process ends. A store is safe in each case: what was not committed never was.
final class Interruption: Sendable {
  /// The one that listens to the signals of the process once ``listen()`` was called.
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
  ///   - patience: The milliseconds that work may take to notice that it should end.
  ///   - exit: Ends the process; tests have something else in its place.
  init(
    patience: Int32 = 1000,
    exit: @escaping @Sendable (ExitStatus) -> Void = { _exit($0.rawValue) }
  ) {
    self.patience = patience
    self.exit = exit
  }

  /// Throws ``Interrupted`` if somebody wants the program to end.
  func check() throws {
    if let status = state.withLock(\.status) { throw Interrupted(status: status) }
  }

  /// Asks the work to end; ``check()`` throws from now on.
  ///
  /// - Returns: Whether it had been asked before.
  @discardableResult
  func request(_ status: ExitStatus) -> Bool {
    state.withLock { state in
      defer { state.status = state.status ?? status }
      return state.status != nil
    }
  }

  /// Does something that leaves things about, and clears them away if the process has to end.
  ///
  /// - Parameter cleanup: Runs on another thread, and only if the process ends in between.
  func cleaningUp<Value>(
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

  /// Runs what was registered, the last first.
  func cleanUp() {
    let cleanups = state.withLock { state in
      defer { state.cleanups = [:] }
      return state.cleanups.sorted { $0.key > $1.key }
    }
    for cleanup in cleanups { cleanup.value() }
  }
}

/// The work ends because somebody wants it to.
struct Interrupted: Error, Equatable {
  let status: ExitStatus
}
