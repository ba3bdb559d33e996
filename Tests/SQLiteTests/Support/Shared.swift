import Synchronization

/// A value that several tasks change, each under the lock.
final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value { state.withLock { $0 } }

  /// Changes the value; answers the new one.
  @discardableResult func change(_ body: @Sendable (inout Value) -> Void) -> Value {
    state.withLock {
      body(&$0)
      return $0
    }
  }
}
