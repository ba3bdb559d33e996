import Foundation
import PersistentObjectsDriver
import PersistentObjectsEngine
import Testing

@testable import PersistentObjectsPostgreSQL

/// A private server, which keeps what it commits, to be killed and restarted.
///
/// It runs as in `Tools/with-postgres`: without a network, in a folder that is removed with this
/// object, and never as root, which the server's programs refuse.
final class PrivateServer {
  private let folder: String
  private let programs: String
  private var data: String { folder + "/data" }

  /// - Parameters:
  ///   - primary: the server that this one follows.
  ///   - password: the password of its user; nil if it needs none.
  init(following primary: PrivateServer? = nil, password: String? = nil) throws {
    programs = try #require(Self.newestPrograms)
    // Not in TMPDIR: the path of a socket may have 107 bytes.
    folder = "/tmp/postgres-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try (password ?? "").write(toFile: folder + "/password", atomically: true, encoding: .utf8)
    if getuid() == 0 { try ServerProgram.run("/bin/chown", ["-R", "postgres", folder]) }
    if let primary {
      try runProgram(
        "pg_basebackup",
        ["-D", data, "-h", primary.folder, "-U", "postgres", "-R", "--checkpoint=fast"])
    } else {
      let access =
        password == nil
        ? ["--auth=trust"] : ["--auth=scram-sha-256", "--pwfile=\(folder)/password"]
      try runProgram(
        "initdb", ["-D", data, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"] + access)
    }
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

  /// A user without privileges of its own, who must be created, in the schema `shop`.
  var clerk: PostgresConfiguration {
    configuration {
      $0.connection = $0.connection.replacing("user=postgres", with: "user=clerk")
      $0.schema = "shop"
    }
  }

  /// Creates the ``clerk``, with a number of connections at most, and the schema.
  func makeClerk(connectionLimit: Int) throws {
    let owner = try openOwner()
    defer { owner.close() }
    try owner.rows("CREATE ROLE clerk LOGIN CONNECTION LIMIT \(connectionLimit)")
    try owner.rows("CREATE SCHEMA shop AUTHORIZATION clerk")
  }

  /// Opens a connection of the server's owner.
  func openOwner() throws -> PostgresConnection {
    try #require(
      try PostgresDriver(configuration()).openConnection(.writer) as? PostgresConnection)
  }

  /// Pauses or resumes the replay of a server that follows another one.
  func setReplay(isPaused: Bool) throws {
    let connection = try #require(
      try PostgresDriver(configuration()).openFirstReader() as? PostgresConnection)
    defer { connection.close() }
    try connection.rows("SELECT pg_wal_replay_\(isPaused ? "pause" : "resume")()::text")
  }

  /// Starts the server, and waits until it answers: it may have to recover first.
  func start() throws {
    let options = "-k \(folder) -c listen_addresses=''"
    let arguments = ["-D", data, "-l", folder + "/data/log", "-w", "-o", options, "start"]
    // A killed process may take a moment to disappear.
    for _ in 0..<50 {
      if (try? runProgram("pg_ctl", arguments)) != nil { return }
      usleep(100_000)
    }
    try runProgram("pg_ctl", arguments)
  }

  /// Stops or continues the process that accepts connections. While it is stopped, clients that
  /// connect wait.
  func setAcceptance(isPaused: Bool) throws {
    let process = try #require(process)
    #expect(Foundation.kill(process, isPaused ? SIGSTOP : SIGCONT) == 0)
  }

  /// The process that accepts connections.
  private var process: pid_t? {
    let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)
    return text?.split(separator: "\n").first.flatMap { pid_t($0) }
  }

  /// Kills the server and all of its processes, as a power failure would.
  func kill() {
    guard let process else { return }
    let list = "/proc/\(process)/task/\(process)/children"
    let children = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
    let processes = [process] + children.split(separator: " ").compactMap({ pid_t($0) })
    for number in processes { Foundation.kill(number, SIGKILL) }
    for number in processes { while Self.isRunning(number) { usleep(1000) } }
    try? FileManager.default.removeItem(atPath: data + "/postmaster.pid")
  }

  /// Whether a process exists and is not a zombie.
  private static func isRunning(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return status.map { !$0.contains("State:\tZ") } ?? false
  }

  private func runProgram(_ name: String, _ arguments: [String]) throws {
    try ServerProgram.runAsOwner("\(programs)/\(name)", arguments, in: folder)
  }
}
