import Foundation

/// A value that several threads change, each under the lock.
///
/// The standard library's `Mutex` would do the same, but on Linux the kernel hands it from one
/// waiting thread to the next, which the thread sanitizer cannot see; it then reports races that
/// are none.
///
/// `@unchecked Sendable`: the value is reached under the lock only. Its users answer for it that
/// no reference to something mutable inside it leaves `withLock`.
struct Guarded<Value>: ~Copyable, @unchecked Sendable {
  // One block of memory, made in `init`, freed in `deinit` and never handed out: a mutex must not move.
  private let memory: UnsafeMutablePointer<Contents>

  private struct Contents {
    var mutex = pthread_mutex_t()
    var value: Value
  }

  /// Guards `initial`.
  init(_ initial: Value) {
    memory = .allocate(capacity: 1)
    memory.initialize(to: Contents(value: initial))
    pthread_mutex_init(&memory.pointee.mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(&memory.pointee.mutex)
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// Runs `body` while no other thread does.
  @inline(__always)
  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    pthread_mutex_lock(&memory.pointee.mutex)
    defer { pthread_mutex_unlock(&memory.pointee.mutex) }
    return try body(&memory.pointee.value)
  }
}
