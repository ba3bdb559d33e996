import Foundation

/// The standard output or the standard error, written line by line.
struct Output: Sendable {
  static let error = Output(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
  }

  /// Writes a line. Throws ``OutputClosed`` if the output is no longer read, as after
  /// `demo | head`.
  func write(_ line: String = "") throws {
    var line = line + "\n"
    try line.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        rest = UnsafeRawBufferPointer(rebasing: rest[try write(rest)...])
      }
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    let count = Foundation.write(descriptor, bytes.baseAddress, bytes.count)
    if count >= 0 { return count }
    if errno == EINTR { return 0 }
    if errno == EPIPE { throw OutputClosed() }
    throw OutputError(reason: String(cString: strerror(errno)))
  }
}

/// An error of an output that cannot be written to, as on a full disk.
struct OutputError: Error, CustomStringConvertible {
  let reason: String

  var description: String { "the output cannot be written: \(reason)" }
}

/// An error that means that the output is no longer read, so there is nothing more to do.
struct OutputClosed: Error, CustomStringConvertible {
  /// The status that a shell shows for a program that was ended by a closed pipe.
  static let exitStatus: Int32 = 128 + SIGPIPE
  let description = "the output is no longer read"
}
