/// A clock for a phase, or for the part of it that counts.
@MainActor
enum Clock {
  private static var measured: Duration?

  /// Returns the duration of `body` or, if it calls ``measured(_:)``, the duration of that part.
  static func time(_ body: () throws -> Int) rethrows -> (duration: Duration, result: Int) {
    measured = nil
    var result = 0
    let whole = try ContinuousClock().measure { result = try body() }
    return (measured ?? whole, result)
  }

  /// Measures only `body`, not the rest of the phase.
  nonisolated static func measured<R>(_ body: () throws -> R) throws -> R {
    let start = ContinuousClock.now
    let result = try ProfiledWork.result(of: body)
    let duration = ContinuousClock.now - start
    MainActor.assumeIsolated { measured = duration }
    return result
  }
}
