import Foundation
import PersistentObjectsDriver
import Synchronization

/// Whether a server has ever been reached. One that has may be away for a while, such as during a
/// restart. If it has not, its address is probably wrong.
final class ServerHistory: Sendable {
  private let reached = Atomic(false)

  var wasReached: Bool { reached.load(ordering: .relaxed) }

  func noteReached() { reached.store(true, ordering: .relaxed) }
}

/// A wait for a server that is away.
struct ServerAbsence {
  private let limit: Duration
  private let end: ContinuousClock.Instant
  private var nextPause = Duration.milliseconds(50)

  private static let longestPause = Duration.seconds(1)
  /// The longest time until the sign is noticed.
  private static let slice = Duration.milliseconds(50)

  init(upTo limit: Duration) {
    self.limit = limit
    end = .now + limit
  }

  /// Waits before the next attempt to reach the server. The pauses are random, since many callers
  /// wait for it.
  ///
  /// Throws `cannotOpen` if it has been away for too long, and `interrupted` if the sign is raised.
  mutating func pause(after error: PersistenceError, stoppedBy sign: StopSign) throws {
    let pause = nextPause * Double.random(in: 0.5...1)
    nextPause = min(nextPause * 2, Self.longestPause)
    let next = ContinuousClock.now + pause
    if next >= end { throw expiry(error) }
    while .now < next {
      if sign.isRaised { throw interruption(error) }
      Thread.sleep(forTimeInterval: min(next - .now, Self.slice).secondsOrNone)
    }
  }

  private func expiry(_ error: PersistenceError) -> PersistenceError {
    if limit <= .zero { return error }
    return PersistenceError(
      .cannotOpen,
      "\(error.message) The call has waited for it, up to maximumAbsence (\(limit)).",
      databaseCode: error.databaseCode, cause: error)
  }

  private func interruption(_ error: PersistenceError) -> PersistenceError {
    PersistenceError(
      .interrupted, "The wait for a server that is away was interrupted.", cause: error)
  }
}

extension PersistenceError {
  /// Whether the server is away, such as during a restart, rather than busy.
  var saysServerIsAway: Bool { code == .busy && ServerReport.isOfAbsence(databaseCode) }
}

extension Duration {
  /// The duration in seconds; 0 if it is negative.
  fileprivate var secondsOrNone: Double { max(0, Double(milliseconds) / 1000) }
}
