package import Foundation

/// A file, or the standard input, that is read from its beginning. Errors name it.
package struct InputFile {
  private static let pieceSize = 1 << 18

  let name: String
  private let handle: FileHandle

  /// - Parameters:
  ///   - name: the name for errors.
  ///   - handle: the file, which is closed when the handle is released.
  init(_ name: String, _ handle: FileHandle) { (self.name, self.handle) = (name, handle) }

  /// Returns the next bytes; none at the end.
  package func read() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.pieceSize)
    let count = try read(into: &bytes)
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Returns all bytes up to the end.
  package func readToEnd() throws -> Data {
    var data = Data()
    while true {
      let bytes = try read()
      if bytes.isEmpty { return data }
      data.append(contentsOf: bytes)
    }
  }

  private func read(into bytes: inout [UInt8]) throws -> Int {
    let size = bytes.count
    while true {
      let count = Foundation.read(handle.fileDescriptor, &bytes, size)
      if count >= 0 { return count }
      switch errno {
      case EINTR: break
      case EAGAIN: waitUntilReadable()
      default: throw FileError("\(name) cannot be read", number: errno)
      }
    }
  }

  /// Waits until a pipe that another program made non-blocking is readable.
  private func waitUntilReadable() {
    var request = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    poll(&request, 1, -1)
  }
}
