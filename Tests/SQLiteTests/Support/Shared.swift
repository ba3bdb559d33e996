import Foundation

/// A value that several tasks change, each under the lock. (`Mutex` would confuse the thread
/// sanitizer; see `Guarded` in the engine.)
///
/// `@unchecked Sendable`: the value is read and written only under the lock.
final class Shared<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: Value

  init(_ value: Value) { state = value }

  var value: Value { lock.withLock { state } }

  /// Changes the value and returns the new one.
  @discardableResult func change(_ body: (inout Value) throws -> Void) rethrows -> Value {
    try lock.withLock {
      try body(&state)
      return state
    }
  }
}
