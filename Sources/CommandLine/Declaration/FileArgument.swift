import Foundation

/// The path of a file that must have a name.
package struct FilePath: Sendable, Equatable {
  package let path: String

  package init(path: String) {
    self.path = path
  }
}

/// A file, or the standard input or output, represented by `-`.
package enum FileArgument: Sendable, Equatable {
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
  package func openToRead() throws -> InputFile {
    let name = name(ofStream: "the standard input")
    guard case .path(let path) = self else { return InputFile(name, .standardInput) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("\(path) cannot be read", number: errno) }
    return InputFile(name, FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }
}
