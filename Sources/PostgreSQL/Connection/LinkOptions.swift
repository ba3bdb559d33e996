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

  /// Whether libpq cannot read the connection string. Its message then quotes parts of it, which may
  /// be a password.
  var isMalformed: Bool {
    // Otherwise it is the name of a database.
    guard connection.contains("=") || connection.contains("://") else { return false }
    let parts = PQconninfoParse(connection, nil)
    defer { PQconninfoFree(parts) }
    return parts == nil
  }
}
