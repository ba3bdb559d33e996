import Foundation

/// The built program.
struct Executable {
  let url: URL

  /// The program lies next to the tests, or above their bundle.
  static func persist() throws -> Executable {
    let bundle = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    var folder = bundle.deletingLastPathComponent()
    while folder.path.count > 1 {
      let program = folder.appending(path: "persist")
      if FileManager.default.isExecutableFile(atPath: program.path) {
        return Executable(url: program)
      }
      folder.deleteLastPathComponent()
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// Runs a shell line in which `persist` is this program.
  ///
  /// - Parameter folder: the working directory, which contains the files of the help texts'
  ///   examples.
  func run(
    line: String, in folder: URL? = nil
  ) throws -> (status: Int32, output: String, error: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = ["PATH": url.deletingLastPathComponent().path + ":" + path]
    let (output, error) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, error)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // The standard error is short: it does not fill its pipe while the output is read.
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let problem = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: text, as: UTF8.self),
      String(decoding: problem, as: UTF8.self)
    )
  }
}
