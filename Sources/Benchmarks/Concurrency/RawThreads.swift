import Foundation
import Synchronization

/// Threads that each return a value.
final class RawThreads<Value: Sendable>: Sendable {
  private let outcomes = Mutex<[Result<Value, any Error>]>([])
  private let group = DispatchGroup()

  func start(_ body: @escaping @Sendable () throws -> Value) {
    group.enter()
    Thread.detachNewThread {
      let outcome = Result { try body() }
      self.outcomes.withLock { $0.append(outcome) }
      self.group.leave()
    }
  }

  /// Waits for all threads; throws the first error.
  func results() throws -> [Value] {
    group.wait()
    return try outcomes.withLock { try $0.map { try $0.get() } }
  }
}
