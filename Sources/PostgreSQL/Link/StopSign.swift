import Synchronization

/// A sign by which any thread makes another one give up connecting.
final class StopSign: Sendable {
  private enum State: UInt8 {
    case idle, connecting, stopped
  }

  private let state = Atomic(State.idle.rawValue)

  /// Whether the connecting that has begun is to be given up.
  var isRaised: Bool { state.load(ordering: .relaxed) == State.stopped.rawValue }

  /// Runs a closure that connects, and looks at the sign meanwhile.
  func whileConnecting<R>(_ body: () throws -> R) rethrows -> R {
    state.store(State.connecting.rawValue, ordering: .relaxed)
    defer { state.store(State.idle.rawValue, ordering: .relaxed) }
    return try body()
  }

  /// Raises the sign. Returns false if nobody is connecting.
  func raise() -> Bool {
    let earlier = state.compareExchange(
      expected: State.connecting.rawValue, desired: State.stopped.rawValue, ordering: .relaxed
    ).original
    return earlier != State.idle.rawValue
  }
}
