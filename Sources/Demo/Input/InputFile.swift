import Foundation

/// A file, or the standard input, opened for reading. It is closed when this value is destroyed.
struct InputFile: ~Copyable {
  /// The name of the file in errors: its path, or `standard input`.
  let name: String
  /// The length in bytes; nil for a pipe or a device, whose length is unknown.
  let size: Int?
  private let descriptor: Int32

  /// Makes an input from a file and opens it; the path `-` means the standard input.
  init(path: String) throws {
    let isStandardInput = path == "-"
    name = isStandardInput ? "standard input" : path
    descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ControlFileError(file: name, message: "cannot be opened: \(Self.lastError)")
    }
    size = Self.size(of: descriptor)
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// Reads at most as many bytes as the space holds. Returns their number, which is 0 at the end of
  /// the file.
  func read(into space: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Foundation.read(descriptor, space.baseAddress, space.count)
      if count >= 0 { return count }
      if errno != EINTR {
        throw ControlFileError(file: name, message: "cannot be read: \(Self.lastError)")
      }
    }
  }

  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
