import Foundation

/// A name in a folder into which files are generated.
struct FilePlace {
  let path: String
  private let temporary: String

  init(_ folder: String, _ name: String) {
    path = "\(folder)/\(name)"
    temporary = "\(folder)/.\(name).\(getpid()).partial"
  }

  /// Whether anything has this name, including a link that leads nowhere.
  var exists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The text of a regular file; nil for anything else.
  var text: String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try? String(contentsOfFile: path, encoding: .utf8)
  }

  /// Replaces the file's text atomically.
  func replace(by text: String) throws {
    try withTemporary(text) {
      guard rename(temporary, path) == 0 else { throw refusal("cannot be replaced") }
    }
  }

  /// Makes the file, unless it exists.
  ///
  /// - Returns: whether the file was made.
  func make(_ text: String) throws -> Bool {
    try withTemporary(text) {
      if link(temporary, path) == 0 { return true }
      guard errno == EEXIST else { throw refusal("cannot be created") }
      return false
    }
  }

  func remove() throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw refusal("cannot be removed") }
  }

  private func withTemporary<Value>(_ text: String, _ body: () throws -> Value) throws -> Value {
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw refusal("cannot be written") }
    defer { unlink(temporary) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    } catch {
      throw GenerationError(path: path, message: "the file cannot be written; is the disk full?")
    }
    return try body()
  }

  private func refusal(_ what: String) -> GenerationError {
    GenerationError(path: path, message: "the file \(what): \(String(cString: strerror(errno)))")
  }
}
