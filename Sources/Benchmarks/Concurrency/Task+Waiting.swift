import Foundation
import Synchronization

extension Task where Success: Sendable, Failure == any Error {
  /// Runs `body` in a task and blocks the calling thread until it ends. The program's main function
  /// is not asynchronous, so that the other parts run outside of tasks, as most programs call this
  /// package. Nothing in `body` may need the main actor, which is blocked.
  static func waiting(_ body: @escaping @Sendable () async throws -> Success) throws -> Success {
    let outcome = Outcome()
    let isDone = DispatchSemaphore(value: 0)
    Task<Void, Never>.detached {
      let result: Result<Success, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.value.withLock { $0 = result }
      isDone.signal()
    }
    isDone.wait()
    guard let result = outcome.value.withLock({ $0 }) else {
      preconditionFailure("the task has ended without an outcome")
    }
    return try result.get()
  }

  private final class Outcome: Sendable {
    let value = Mutex<Result<Success, any Error>?>(nil)
  }
}
