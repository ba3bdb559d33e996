import Foundation

/// A value that one thread hands to another and does not use in the meantime.
///
/// `@unchecked Sendable`: the code that makes one is responsible for that.
struct Handed<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// Work on a thread of its own.
///
/// `@unchecked Sendable`: the result is read after the thread has ended.
final class OtherThread<Result>: @unchecked Sendable {
  private let hasEnded = DispatchSemaphore(value: 0)
  private var result: Swift.Result<Result, any Error>?

  init(_ body: @escaping @Sendable () throws -> Result) {
    Thread { [self] in
      result = Swift.Result { try body() }
      hasEnded.signal()
    }.start()
  }

  /// Returns the result, once the work has ended.
  func value() throws -> Result {
    hasEnded.wait()
    guard let result else { throw Breach("a thread ended without a result") }
    return try result.get()
  }
}

extension OtherThread<Void> {
  /// Waits until all threads have ended, so that none uses its connection any more. Of several
  /// errors, throws a breach if there is one: it says best what went wrong.
  static func wait(for threads: [OtherThread]) throws {
    var errors: [any Error] = []
    for thread in threads {
      do { try thread.value() } catch { errors.append(error) }
    }
    if let error = errors.first(where: { $0 is Breach }) ?? errors.first { throw error }
  }
}

/// A place where several threads wait for each other, for a limited time.
///
/// `@unchecked Sendable`: the number is used under the lock.
final class Meeting: @unchecked Sendable {
  private let condition = NSCondition()
  private let size: Int
  private var arrived = 0

  init(of size: Int) { self.size = size }

  /// Waits for the others; returns false if they do not come.
  func arrive() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    arrived += 1
    condition.broadcast()
    let limit = Date(timeIntervalSinceNow: 5)
    while arrived < size {
      if !condition.wait(until: limit) { return false }
    }
    return true
  }
}
