/// Takes the time of a phase, or of the part of it that counts.
@MainActor
enum Clock {
  private static var measured: Duration?

  /// The duration of `body`; or, if it calls ``measured(_:)``, the duration of that part.
  static func time(_ body: () throws -> Int) rethrows -> (duration: Duration, result: Int) {
    measured = nil
    var result = 0
    let whole = try ContinuousClock().measure { result = try body() }
    return (measured ?? whole, result)
  }

  /// Measures only this part.
  nonisolated static func measured<R>(_ body: () throws -> R) throws -> R {
    let start = ContinuousClock.now
    let result = try ProfiledWork.result(of: body)
    let duration = ContinuousClock.now - start
    MainActor.assumeIsolated { measured = duration }
    return result
  }
}
