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
  func openToRead() throws -> InputFile {
    let name = name(ofStream: "the standard input")
    guard case .path(let path) = self else { return InputFile(name, .standardInput) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("\(path) cannot be read", number: errno) }
    return InputFile(name, FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }
}

extension FileArgument {
  /// Throws if writing the file would replace a store that a verb reads, or a file beside it.
  func requireOther(than store: FilePath, for verb: String) throws {
    guard case .path(let path) = self else { return }
    let place = Self.resolved(store.path)
    // SQLite's log and journal belong to the store as much as its file.
    for suffix in ["", "-wal", "-shm", "-journal"] where Self.isSame(path, place + suffix) {
      throw UsageError(
        "\(path) belongs to the store that '\(verb)' reads; name another file to write", verb: verb)
    }
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    var status = stat()
    var otherStatus = stat()
    guard stat(path, &status) == 0, stat(other, &otherStatus) == 0 else {
      return resolved(path) == resolved(other)
    }
    return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
