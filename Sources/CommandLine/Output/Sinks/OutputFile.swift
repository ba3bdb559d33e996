import Foundation

/// A file that appears under its name once it is complete, and otherwise not at all.
///
/// It is written beside its final place and then moved there, so an old file stays until then. A
/// path that is not a regular file, such as a pipe, is written directly.
struct OutputFile {
  /// The path with symbolic links resolved.
  private let path: String
  private let temporaryPath: String
  private let isReplaceable: Bool

  init(path: String) {
    self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let place = URL(fileURLWithPath: self.path)
    temporaryPath =
      place.deletingLastPathComponent()
      .appendingPathComponent(".\(place.lastPathComponent).\(getpid()).partial").path
    var status = stat()
    isReplaceable = stat(self.path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes the file.
  ///
  /// - Parameter interruption: removes the unfinished file if the process has to end.
  func write(
    under interruption: Interruption, _ body: (_ sink: any ByteSink) throws -> Void
  ) throws {
    guard isReplaceable else {
      return try write(to: path, flags: O_WRONLY, body)
    }
    let temporaryPath = temporaryPath
    try interruption.cleaningUp({ unlink(temporaryPath) }) {
      do {
        try write(to: temporaryPath, flags: O_WRONLY | O_CREAT | O_TRUNC, body)
        try moveToPlace()
      } catch {
        unlink(temporaryPath)
        throw error
      }
    }
  }

  private func write(
    to target: String, flags: Int32, _ body: (_ sink: any ByteSink) throws -> Void
  ) throws {
    let descriptor = open(target, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError("\(path) cannot be written", number: errno) }
    defer { close(descriptor) }
    let sink = DescriptorSink(descriptor: descriptor, name: path)
    try body(sink)
    try sink.flush()
  }

  private func moveToPlace() throws {
    var status = stat()
    if stat(path, &status) == 0 { chmod(temporaryPath, status.st_mode & 0o7777) }
    guard rename(temporaryPath, path) == 0 else {
      throw FileError("\(path) cannot be replaced", number: errno)
    }
  }
}
