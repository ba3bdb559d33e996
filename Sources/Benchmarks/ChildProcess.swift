import Foundation

/// Programs that run in a process of their own, so that they are measured alone.
enum ChildProcess {
  /// Returns the output of a program; throws if its status is not 0.
  ///
  /// A shell starts the program: Linux passes the peak of a process's memory, as reported by
  /// `getrusage`, on to the program that replaces the process. A fork of the shell begins with a
  /// small peak.
  static func output(of program: URL, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // The command after the program keeps the shell from being replaced by the program.
    process.arguments = ["-c", #""$0" "$@"; exit $?"#, program.path] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(program: program.lastPathComponent, status: process.terminationStatus)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns the output of this program, started again with other arguments.
  static func outputOfSelf(_ arguments: [String]) throws -> String {
    try output(of: program, arguments)
  }

  /// Returns a program that was built beside this one.
  static func sibling(_ name: String) throws -> URL {
    let url = program.deletingLastPathComponent().appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: url.path) else {
      throw UsageError(description: "there is no \(url.path); `make bench-all` builds it")
    }
    return url
  }

  private static var program: URL { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath() }

  struct Failure: Error, CustomStringConvertible {
    let program: String
    let status: Int32

    var description: String { "\(program) ended with status \(status)" }
  }
}
