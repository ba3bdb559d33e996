/// Takes the time of a phase, or of the part of it that counts.
@MainActor
enum Clock {
  private static var measured: Duration?

  /// The time that `body` takes; or, if it calls ``measured(_:)``, the time of that part.
  static func time(_ body: () throws -> Int) rethrows -> (duration: Duration, result: Int) {
    measured = nil
    var result = 0
    let whole = try ContinuousClock().measure { result = try body() }
    return (measured ?? whole, result)
  }

  /// Only this part counts.
  nonisolated static func measured<R>(_ body: () throws -> R) rethrows -> R {
    var result: R?
    let duration = try ContinuousClock().measure { result = try body() }
    MainActor.assumeIsolated { measured = duration }
    guard let result else { preconditionFailure("the clock did not run its body") }
    return result
  }
}
