import CPostgreSQL
import Foundation

/// A connection string or a URI, parsed by libpq.
struct ConnectionString {
  private var options: [String: String] = [:]

  /// Parses a text. An invalid text has no parts; opening it reports what is wrong.
  init(_ text: String) {
    guard let first = PQconninfoParse(text, nil) else { return }
    defer { PQconninfoFree(first) }
    var option = first
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        options[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
  }

  /// The maximum time for making a connection, in seconds; nil if the text, the environment or a
  /// service decides. Without one, libpq waits for ever for a server that accepts a connection and
  /// says nothing.
  var connectTimeout: String? {
    let isDecided =
      options["connect_timeout"] != nil || options["service"] != nil
      || getenv("PGCONNECT_TIMEOUT") != nil || getenv("PGSERVICE") != nil
    return isDecided ? nil : "15"
  }

  /// The location of the database, for messages.
  var withoutSecrets: String {
    let host = options["host"] ?? options["hostaddr"] ?? "the local server"
    let port = options["port"].map { ":\($0)" } ?? ""
    return "PostgreSQL database \(options["dbname"] ?? "by default") at \(host)\(port)"
  }
}
