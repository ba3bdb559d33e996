import Synchronization

/// A sink that keeps the output, for tests and for texts that are needed whole.
final class MemorySink: ByteSink {
  private let bytes = Mutex<[UInt8]>([])

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

  func write(_ bytes: [UInt8]) { self.bytes.withLock { $0 += bytes } }

  func flush() {}
}
