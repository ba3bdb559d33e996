import Foundation
import PersistentObjectsEngine
import PersistentObjectsPostgreSQL
import Testing

/// A private PgBouncer in front of the server that the environment names. It gives each transaction
/// a different one of its connections to that server.
final class PrivatePooler {
  private let folder = "/tmp/pgbouncer-\(UUID().uuidString.prefix(8))"

  /// - Parameter size: the number of connections to the server.
  init(size: Int) throws {
    let environment = ProcessInfo.processInfo.environment
    let host = try #require(environment["PGHOST"])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let settings = """
      [databases]
      * = host=\(host) port=\(environment["PGPORT"] ?? "5432") user=\(environment["PGUSER"] ?? "postgres")
      [pgbouncer]
      unix_socket_dir = \(folder)
      listen_port = 6432
      auth_type = any
      pool_mode = transaction
      default_pool_size = \(size)
      server_round_robin = 1
      max_client_conn = 500
      logfile = \(folder)/log
      pidfile = \(folder)/pid
      """
    try settings.write(toFile: folder + "/settings", atomically: true, encoding: .utf8)
    if getuid() == 0 { try ServerProgram.run("/bin/chown", ["-R", "postgres", folder]) }
    try ServerProgram.runAsOwner("/usr/sbin/pgbouncer", ["-d", folder + "/settings"], in: folder)
    // The socket exists before PgBouncer listens on it.
    while (try? schema().open()) == nil { usleep(1000) }
  }

  deinit {
    let text = try? String(contentsOfFile: folder + "/pid", encoding: .utf8)
    if let text, let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
      kill(process, SIGKILL)
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A schema of the database behind the pooler.
  func schema(_ change: (inout PostgresConfiguration) -> Void = { _ in }) -> TestSchema {
    TestSchema {
      ($0.connection, $0.isPooled) = (connection, true)
      change(&$0)
    }
  }

  /// The connection string of the database behind the pooler.
  private var connection: String {
    let environment = ProcessInfo.processInfo.environment
    return """
      host=\(folder) port=6432 user=\(environment["PGUSER"] ?? "postgres") \
      dbname=\(environment["PGDATABASE"] ?? "postgres")
      """
  }
}
