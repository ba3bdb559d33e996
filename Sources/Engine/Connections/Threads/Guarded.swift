import Foundation

/// A value that several threads access, each under the lock.
///
/// The standard library's `Mutex` would do the same, but on Linux the kernel hands it from one
/// waiting thread to the next, which the thread sanitizer cannot see; it then reports false races.
///
/// `@unchecked Sendable`: the value is accessed only under the lock. Its users are responsible for
/// not letting a reference to mutable state inside it escape from `withLock`.
package struct Guarded<Value>: ~Copyable, @unchecked Sendable {
  // One block of memory, allocated in `init`, freed in `deinit` and never exposed: a mutex must not
  // move.
  private let memory: UnsafeMutablePointer<Contents>

  private struct Contents {
    var mutex = pthread_mutex_t()
    var value: Value
  }

  /// Creates a guarded value.
  package init(_ initial: Value) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: Contents(value: initial))
    pthread_mutex_init(&memory.pointee.mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(&memory.pointee.mutex)
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// Runs `body` under the lock.
  @inline(__always)
  @inlinable
  package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    pthread_mutex_lock(&memory.pointee.mutex)
    defer { pthread_mutex_unlock(&memory.pointee.mutex) }
    return try body(&memory.pointee.value)
  }
}
