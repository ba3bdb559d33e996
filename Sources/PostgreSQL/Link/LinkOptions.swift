import CPostgreSQL
import Foundation

/// The options with which a link is opened. The last one of a keyword counts.
struct LinkOptions {
  typealias Option = (keyword: String, value: String)

  private let connection: String
  private var options: [Option]

  init(_ configuration: PostgresConfiguration) {
    connection = configuration.connection
    let isDefault = configuration.applicationName == PostgresConfiguration.defaultApplicationName
    options = [
      ("dbname", connection), ("client_encoding", "UTF8"),
      (isDefault ? "fallback_application_name" : "application_name", configuration.applicationName),
    ]
    if let limit = ConnectionString(connection).connectTimeout {
      options.append(("connect_timeout", limit))
    }
  }

  func replacing(_ others: [Option]) -> LinkOptions {
    var changed = self
    changed.options += others
    return changed
  }

  /// Begins to connect; returns nil if there is not enough memory.
  func start() -> OpaquePointer? {
    let keywords = options.map { strdup($0.keyword) } + [nil]
    let values = options.map { strdup($0.value) } + [nil]
    defer { for text in keywords + values { free(text) } }
    return keywords.map { UnsafePointer($0) }.withUnsafeBufferPointer { keywords in
      values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        PQconnectStartParams(keywords.baseAddress, values.baseAddress, 1)
      }
    }
  }

  /// The reason why libpq cannot read the connection string; nil if it can. Libpq's own reason
  /// quotes parts of the text, which are left out if they may be of a password.
  var malformation: String? {
    // Otherwise it is the name of a database.
    guard connection.contains("=") || connection.contains("://") else { return nil }
    var message: UnsafeMutablePointer<CChar>?
    let parts = PQconninfoParse(connection, &message)
    defer {
      PQconninfoFree(parts)
      PQfreemem(message)
    }
    if parts != nil { return nil }
    let says = message.map { String(cString: $0).trimmingSpace } ?? ""
    return isSafe(says) ? "libpq says: \(says)." : Self.malformed
  }

  /// Whether the text quoted in a message is the keyword of an option, which no password precedes
  /// or contains.
  private func isSafe(_ message: String) -> Bool {
    let quoted = message.split(separator: "\"", omittingEmptySubsequences: false)
    guard quoted.count == 3 else { return false }
    let isURI = SchemaAddress.isURI(connection)
    let options = isURI ? connection.drop { $0 != "?" } : connection[...]
    guard !(isURI ? options.contains("@") : options.contains("password")) else { return false }
    return options.split { "?& ".contains($0) }.contains {
      $0.split(separator: "=", maxSplits: 1).first == quoted[1]
    }
  }

  private static let malformed =
    "The connection string cannot be read: look at its quotes and percent signs, and for options that libpq lacks."
}
