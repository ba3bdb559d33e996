import Foundation
import Synchronization

/// An open file, pipe or terminal.
final class DescriptorSink: ByteSink {
  static let usualCapacity = 1 << 16

  private let descriptor: Int32
  private let name: String
  private let capacity: Int
  private let buffer = Mutex<[UInt8]>([])

  /// - Parameters:
  ///   - descriptor: the descriptor, which stays open when the sink is released.
  ///   - name: the name for errors.
  ///   - capacity: the number of bytes that are collected before writing; 0 writes each time.
  init(descriptor: Int32, name: String, capacity: Int = usualCapacity) {
    self.descriptor = descriptor
    self.name = name
    self.capacity = capacity
  }

  func write(_ bytes: [UInt8]) throws {
    try buffer.withLock { buffer in
      buffer += bytes
      if buffer.count > capacity { try flush(&buffer) }
    }
  }

  func flush() throws { try buffer.withLock { try flush(&$0) } }

  private func flush(_ buffer: inout [UInt8]) throws {
    // Failed writes are not repeated: the error reports them.
    defer { buffer.removeAll(keepingCapacity: true) }
    try buffer.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(try write(UnsafeRawBufferPointer(rebasing: rest)))
      }
    }
  }

  /// Writes as many bytes as the descriptor accepts, and returns their number.
  private func write(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    let count = Foundation.write(descriptor, bytes.baseAddress, bytes.count)
    if count >= 0 { return count }
    switch errno {
    case EINTR: return 0
    case EAGAIN: return waitUntilWritable()
    case EPIPE: throw OutputClosed()
    default: throw FileError("\(name) cannot be written", number: errno)
    }
  }

  /// Waits until a full pipe that another program made non-blocking is writable.
  private func waitUntilWritable() -> Int {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
    return 0
  }
}

/// An error that means that the output is no longer read, so there is nothing more to do.
struct OutputClosed: Error, Equatable {}

/// A failure reported by the system, with its reason.
package struct FileError: Error, Equatable, CustomStringConvertible {
  package let description: String

  /// - Parameter number: the system's error number.
  package init(_ what: String, number: Int32) {
    description = "\(what): \(String(cString: strerror(number)))"
  }
}
