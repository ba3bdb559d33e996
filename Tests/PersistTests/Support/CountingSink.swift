import Synchronization

@testable import PersistentObjectsCommandLine

/// Counts the written bytes, and keeps none of them.
final class CountingSink: ByteSink {
  private let count = Mutex(0)

  var writes: Int { count.withLock { $0 } }

  func write(_ bytes: [UInt8]) { count.withLock { $0 += 1 } }

  func flush() {}
}
