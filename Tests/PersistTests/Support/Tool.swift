import Foundation

/// A program of the system that checks generated text, if it is installed. `make test` installs
/// those that are missing.
struct Tool {
  let path: String

  init?(_ name: String) {
    let folders = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    let path = folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let path else { return nil }
    self.path = path
  }

  /// Whether tests use the program: if it is installed, or if `PERSISTENT_OBJECTS_TOOLS` is set, as
  /// `.ci/run` does, so that its tests fail where it is missing.
  static func isExpected(_ name: String) -> Bool {
    ProcessInfo.processInfo.environment["PERSISTENT_OBJECTS_TOOLS"] != nil || Tool(name) != nil
  }

  /// Runs the program, and returns its output on both streams.
  func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}

/// A folder that lives as long as a test.
struct TemporaryFolder {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "persist-\(UUID().uuidString)")

  static func run<Value>(_ body: (TemporaryFolder) throws -> Value) throws -> Value {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.url) }
    return try body(folder)
  }

  /// Writes a file, and returns its path.
  func file(_ name: String, _ text: String = "") throws -> String {
    try text.write(to: url.appending(path: name), atomically: true, encoding: .utf8)
    return path(name)
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
