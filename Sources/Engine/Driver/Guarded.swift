import Foundation

/// A value that several threads change, each under the lock.
///
/// The standard library's `Mutex` would do the same, but on Linux the kernel hands it from one
/// waiting thread to the next, which the thread sanitizer cannot see; it then reports races that
/// are none.
///
/// `@unchecked Sendable`: the value is reached under the lock only. Its users answer for it that
/// no reference to something mutable inside it leaves `withLock`.
final class Guarded<Value>: @unchecked Sendable {
  // Both pointers are made in `init`, freed in `deinit` and never handed out. The value lies
  // behind one so that the lock is the only check on each access.
  private let value: UnsafeMutablePointer<Value>
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Guards `initial`.
  init(_ initial: Value) {
    value = .allocate(capacity: 1)
    value.initialize(to: initial)
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` while no other thread does.
  @inline(__always)
  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
