import Foundation

/// The path of a file that must have a name.
struct FilePath: Sendable, Equatable {
  let path: String
}

/// A file, or the standard input or output, represented by `-`.
enum FileArgument: Sendable, Equatable {
  case standardStream
  case path(String)

  /// Returns the name for messages.
  func name(ofStream stream: String) -> String {
    switch self {
    case .standardStream: stream
    case .path(let path): path
    }
  }

  /// Opens the file, or the standard input.
  func openToRead() throws -> FileHandle {
    guard case .path(let path) = self else { return .standardInput }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("\(path) cannot be read", number: errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
