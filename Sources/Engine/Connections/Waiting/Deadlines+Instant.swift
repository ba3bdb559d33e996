import Dispatch

extension Deadlines {
  /// An instant on the timer's clock.
  ///
  /// The layout of `ContinuousClock.Instant` is determined at run time: each session would spend
  /// about a hundred instructions on an optional one that is nil.
  package struct Instant: Comparable, Sendable {
    private let nanoseconds: Int64

    package static var now: Instant {
      Instant(nanoseconds: Int64(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds))
    }

    /// The longest duration; longer ones count as this one. It is about a century, and no sum
    /// overflows.
    private static let longest = Duration.seconds(3_000_000_000)

    package static func + (start: Instant, duration: Duration) -> Instant {
      let (seconds, attoseconds) = max(.zero - longest, min(longest, duration)).components
      return Instant(
        nanoseconds: start.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    package func duration(to other: Instant) -> Duration {
      .nanoseconds(other.nanoseconds - nanoseconds)
    }

    /// The time that is left until the instant.
    package var remaining: Duration { max(.zero, Instant.now.duration(to: self)) }

    package static func < (one: Instant, other: Instant) -> Bool {
      one.nanoseconds < other.nanoseconds
    }
  }
}
