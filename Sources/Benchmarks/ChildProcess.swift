import Foundation

/// Programs that run beside this one, to be measured alone.
enum ChildProcess {
  /// Returns the output of a program; throws if its status is not 0.
  ///
  /// The program is started by a shell: Linux passes the peak of a process's memory, as `getrusage`
  /// reports it, on to the program that replaces it, and a fork of the shell begins with a small
  /// one.
  static func output(of program: URL, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // Because of the command after it, the shell does not become the program itself.
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

  /// A program that was built beside this one.
  static func sibling(_ name: String) throws -> URL {
    let url = program.deletingLastPathComponent().appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: url.path) else {
      throw UsageError(description: "there is no \(url.path); `make bench-all` builds it")
    }
    return url
  }

  private static var program: URL { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath() }

  struct Failure: Error {
    let program: String
    let status: Int32
  }
}
