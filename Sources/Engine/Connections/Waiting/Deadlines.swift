@preconcurrency import Dispatch

/// A timer for the whole process that calls closures at given instants.
///
/// The closures run one after another on a dedicated queue, so they must be short. The timer sleeps
/// until the earliest instant.
package final class Deadlines: Sendable {
  /// A token with which a closure can be removed.
  package struct Token: Sendable, Comparable {
    let instant: Instant
    fileprivate let number: UInt64

    package static func < (one: Token, other: Token) -> Bool {
      (one.instant, one.number) < (other.instant, other.number)
    }
  }

  package static let shared = Deadlines()

  private let state = Guarded(State())
  private let timer: any DispatchSourceTimer

  private struct State {
    var lastNumber: UInt64 = 0
    /// The closures in ascending order of their tokens. Most are added at the end, and all due ones
    /// are removed at once.
    var entries: [(token: Token, action: @Sendable () -> Void)] = []
  }

  private init() {
    timer = DispatchSource.makeTimerSource(
      queue: DispatchQueue(label: "PersistentObjects.Deadlines"))
    timer.setEventHandler { [unowned self] in runDue() }
    timer.activate()
  }

  /// Calls `action` at an instant, unless it is removed first.
  @discardableResult
  package func add(at instant: Instant, _ action: @escaping @Sendable () -> Void) -> Token {
    state.withLock { state in
      state.lastNumber += 1
      let token = Token(instant: instant, number: state.lastNumber)
      let position = state.entries.position(of: token)
      state.entries.insert((token, action), at: position)
      if position == 0 { wake(at: instant) }
      return token
    }
  }

  /// Removes a closure, which may already be running.
  package func remove(_ token: Token) {
    state.withLock { state in
      let position = state.entries.position(of: token)
      guard position < state.entries.count, state.entries[position].token == token else { return }
      state.entries.remove(at: position)
    }
  }

  private func runDue() {
    let now = Instant.now
    let due = state.withLock { state in
      let count = state.entries.prefix { $0.token.instant <= now }.count
      let due = state.entries.prefix(count).map(\.action)
      state.entries.removeFirst(count)
      if let next = state.entries.first { wake(at: next.token.instant) }
      return due
    }
    for action in due { action() }
  }

  /// Sets the timer. Called under the lock, so that no later instant replaces an earlier one.
  private func wake(at instant: Instant) {
    timer.schedule(deadline: .now() + max(.zero, Instant.now.duration(to: instant)).seconds)
  }
}

extension [(token: Deadlines.Token, action: @Sendable () -> Void)] {
  /// Returns the index of a token, or the index at which to insert it.
  fileprivate func position(of token: Deadlines.Token) -> Int {
    var range = startIndex..<endIndex
    while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
      range =
        self[middle].token < token ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
