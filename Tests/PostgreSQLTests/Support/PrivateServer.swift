import Foundation
import PersistentObjectsEngine
import Testing

@testable import PersistentObjectsPostgreSQL

/// A server of a test's own, which keeps what it commits, to be killed and started again.
///
/// As `Tools/with-postgres` does: no network, in a folder that goes with this object, and never as root, which the
/// server's programs refuse.
final class PrivateServer {
  private let folder: String
  private let programs: String
  private var data: String { folder + "/data" }

  init() throws {
    programs = try #require(Self.newestPrograms)
    // Not in TMPDIR: the path of a socket may have 107 bytes.
    folder = "/tmp/postgres-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    if getuid() == 0 { try Self.run("/bin/chown", ["postgres", folder]) }
    try runAsOwner(
      "initdb", ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"])
    try start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static var newestPrograms: String? {
    let versions = try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")
    return versions?.max { $0.compare($1, options: .numeric) == .orderedAscending }
      .map { "/usr/lib/postgresql/\($0)/bin" }
  }

  func configuration(_ change: (inout PostgresConfiguration) -> Void = { _ in })
    -> PostgresConfiguration
  {
    var configuration = PostgresConfiguration(
      "host=\(folder) port=5432 user=postgres dbname=postgres")
    change(&configuration)
    return configuration
  }

  /// Starts the server, and waits until it answers: it may have to recover first.
  func start() throws {
    let options = "-k \(folder) -c listen_addresses=''"
    let arguments = ["-D", data, "-l", folder + "/data/log", "-w", "-o", options, "start"]
    // What was killed may take a moment to be gone.
    for _ in 0..<50 {
      if (try? runAsOwner("pg_ctl", arguments)) != nil { return }
      usleep(100_000)
    }
    try runAsOwner("pg_ctl", arguments)
  }

  /// Kills the server and all of its processes, as a power failure would.
  func kill() {
    guard let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8),
      let process = text.split(separator: "\n").first.flatMap({ pid_t($0) })
    else { return }
    let list = "/proc/\(process)/task/\(process)/children"
    let children = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
    for number in [process] + children.split(separator: " ").compactMap({ pid_t($0) }) {
      Foundation.kill(number, SIGKILL)
    }
    try? FileManager.default.removeItem(atPath: data + "/postmaster.pid")
  }

  private func runAsOwner(_ program: String, _ arguments: [String]) throws {
    let path = "\(programs)/\(program)"
    guard getuid() == 0 else { return try Self.run(path, arguments, in: folder) }
    try Self.run(
      "/usr/bin/setpriv",
      ["--reuid=postgres", "--regid=postgres", "--clear-groups", path] + arguments, in: folder)
  }

  /// The server would inherit the file by which Foundation notices the end of what it has started.
  private static let closingFiles = """
    for file in /proc/self/fd/*; do
      number=${file##*/}
      [ "$number" -le 2 ] || eval "exec $number>&-"
    done
    exec "$@"
    """

  private static func run(_ path: String, _ arguments: [String], in folder: String = "/") throws {
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
