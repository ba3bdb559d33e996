import Foundation
import PersistentObjectsDriver
import PersistentObjectsEngine

/// Starts programs of servers, which refuse to run as root.
enum ServerProgram {
  static func runAsOwner(_ path: String, _ arguments: [String], in folder: String) throws {
    guard getuid() == 0 else { return try run(path, arguments, in: folder) }
    try run(
      "/usr/bin/setpriv",
      ["--reuid=postgres", "--regid=postgres", "--clear-groups", path] + arguments, in: folder)
  }

  /// Otherwise the server would inherit the file by which Foundation notices the end of a process
  /// that it has started.
  private static let closingFiles = """
    for file in /proc/self/fd/*; do
      number=${file##*/}
      [ "$number" -le 2 ] || eval "exec $number>&-"
    done
    exec "$@"
    """

  static func run(_ path: String, _ arguments: [String], in folder: String = "/") throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", closingFiles, "bash", path] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw PersistenceError(.cannotOpen, "\(path) \(arguments) failed")
    }
  }
}
