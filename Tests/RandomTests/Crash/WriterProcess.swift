import Foundation

/// A `crash-writer` that runs until it is killed.
final class WriterProcess {
  private let process = Process()
  private let output = Pipe()
  private var unfinished: [UInt8] = []
  /// The writer's output so far: numbers of finished transactions.
  private(set) var lines: [Int] = []

  init(path: String, writer: Int, isLent: Bool, checkpoint: Int, reshapes: Bool) throws {
    process.executableURL = try Self.executable()
    process.arguments = [path, "\(writer)", "\(isLent)", "\(checkpoint)", "\(reshapes)"]
    process.standardOutput = output
    try process.run()
    // The end of the writer is then the end of its output.
    try output.fileHandleForWriting.close()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// The program lies next to the tests, or above their bundle.
  private static func executable() throws -> URL {
    let bundle = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    var folder = bundle.deletingLastPathComponent()
    while folder.path.count > 1 {
      let program = folder.appendingPathComponent("crash-writer")
      if FileManager.default.isExecutableFile(atPath: program.path) { return program }
      folder.deleteLastPathComponent()
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// Waits until the writer has printed the given number of lines; returns false if it ended
  /// before.
  func wait(forLines count: Int) -> Bool {
    while lines.count < count {
      if !readSome() { return false }
    }
    return true
  }

  /// Kills the writer, and reads the rest of its output. Returns false if the writer had already
  /// ended.
  func killNow() -> Bool {
    kill(process.processIdentifier, SIGKILL)
    while readSome() {}
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
  }

  /// Reads some output. Returns false at its end.
  private func readSome() -> Bool {
    let data = output.fileHandleForReading.availableData
    for byte in data {
      if byte == UInt8(ascii: "\n") {
        lines.append(Int(String(decoding: unfinished, as: UTF8.self)) ?? -1)
        unfinished = []
      } else {
        unfinished.append(byte)
      }
    }
    return !data.isEmpty
  }
}
