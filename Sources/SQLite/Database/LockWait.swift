import CSQLite
import Foundation
import Synchronization

/// The wait of a connection for other processes that have the file locked: asleep, for as long as
/// the busy timeout allows. Unlike SQLite's own wait, it ends at once when the connection is
/// interrupted.
final class LockWait {
  /// The longest sleep, after which an interruption is noticed at the latest.
  private static let longestSleep = 0.02

  private let timeout: Duration
  private let isInterrupted = Atomic(false)
  /// The beginning of the wait. Used only by the connection's thread.
  private var began = ContinuousClock.now
  /// Whether the last wait was ended by an interruption. Used only by the connection's thread.
  private var wasInterrupted = false

  init(timeout: Duration) { self.timeout = timeout }

  /// Makes a connection wait in this way. The connection retains this object as long as it is open.
  func install(in database: DatabaseHandle) -> Int32 {
    sqlite3_busy_handler(
      database.pointer,
      { context, attempt in
        guard let context else { return 0 }
        let wait = Unmanaged<LockWait>.fromOpaque(context).takeUnretainedValue()
        return wait.sleep(attempt: Int(attempt)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends the running wait. Called from any thread.
  func interrupt() { isInterrupted.store(true, ordering: .relaxed) }

  /// Returns whether the last wait was ended by an interruption; true only once for each wait.
  func takeInterruption() -> Bool {
    defer { wasInterrupted = false }
    return wasInterrupted
  }

  /// Sleeps briefly; returns false if the wait is over.
  private func sleep(attempt: Int) -> Bool {
    if attempt == 0 {
      began = .now
      isInterrupted.store(false, ordering: .relaxed)
    }
    wasInterrupted = isInterrupted.load(ordering: .relaxed)
    let left = timeout - began.duration(to: .now)
    guard left > .zero, !wasInterrupted else { return false }
    let pause = min(0.001 * Double(attempt + 1), Self.longestSleep)
    Thread.sleep(forTimeInterval: min(pause, left / .seconds(1)))
    return true
  }
}
