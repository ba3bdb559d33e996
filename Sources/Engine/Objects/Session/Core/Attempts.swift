import PersistentObjectsConnections
public import PersistentObjectsDriver

/// A counter of the attempts at a transaction, which also chooses the pauses between them.
struct Attempts {
  private var left: Int
  private var nextPause = Duration.milliseconds(1)
  private let deadline: Deadlines.Instant?
  /// Whether the next attempt has savepoints; see ``SavepointsNeeded``.
  private(set) var usesSavepoints: Bool

  private static let longestPause = Duration.seconds(1)

  /// - Parameters:
  ///   - count: the maximum number of attempts; at least one is made.
  ///   - limit: how long all attempts together may take.
  ///   - usesSavepoints: whether the first attempt has savepoints.
  init(_ count: Int, limit: Duration?, usesSavepoints: Bool) {
    left = max(1, count)
    self.usesSavepoints = usesSavepoints
    deadline = limit.map { .now + $0 }
  }

  /// The time that is left for the next attempt.
  var remaining: Duration? { deadline?.remaining }

  /// Returns the pause before the next attempt, or throws the error if there is to be none. The
  /// pause is random, so that two transactions that have collided once do not collide again.
  mutating func pause(after error: any Error) throws -> Duration {
    if let needed = error as? SavepointsNeeded {
      if let remaining, remaining <= .zero { throw needed.error }
      usesSavepoints = true
      return .zero
    }
    left -= 1
    guard left > 0, (error as? PersistenceError)?.isTransient == true else { throw error }
    let pause = nextPause * Double.random(in: 0.5...1)
    nextPause = min(nextPause * 3, Self.longestPause)
    if let remaining, pause >= remaining { throw error }
    return pause
  }
}

extension PersistenceError {
  /// Whether the same work may succeed if it is repeated with newly read objects: true for
  /// `conflict`, `busy`, and a `sessionFailed` that one of these has caused.
  public var isTransient: Bool {
    switch code {
    case .conflict, .busy: true
    case .sessionFailed: (cause as? PersistenceError)?.isTransient == true
    default: false
    }
  }
}
