import CPostgreSQL
import Foundation
import PersistentObjectsDriver

/// A connection string or a URI, parsed by libpq.
struct ConnectionString {
  private let options: [String: String]

  /// Parses a text. An invalid text has no parts; opening it reports what is wrong.
  init(_ text: String) { options = Self.take(PQconninfoParse(text, nil)) }

  /// Reads the options of a connection, which also come from the environment and from a service.
  init(of connection: OpaquePointer) { options = Self.take(PQconninfo(connection)) }

  /// Reads libpq's list of options, and frees it.
  private static func take(_ first: UnsafeMutablePointer<PQconninfoOption>?) -> [String: String] {
    guard let first else { return [:] }
    defer { PQconninfoFree(first) }
    var (options, option) = ([String: String](), first)
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        options[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    return options
  }

  /// The value of an option; nil if nothing decides it.
  subscript(_ keyword: String) -> String? { options[keyword] }

  /// The maximum time for making a connection, in seconds; nil if the text, the environment or a
  /// service decides. Without one, libpq waits for ever for a server that accepts a connection and
  /// says nothing.
  var connectTimeout: String? {
    let isDecided =
      options["connect_timeout"] != nil || options["service"] != nil
      || getenv("PGCONNECT_TIMEOUT") != nil || getenv("PGSERVICE") != nil
    return isDecided ? nil : "15"
  }

  /// The time in which each address of a server has to answer, at least two seconds as in libpq;
  /// nil for no limit. Throws `cannotOpen` if it is not a number.
  var patience: Duration? {
    get throws {
      guard let text = options["connect_timeout"]?.trimmingSpace, !text.isEmpty else { return nil }
      guard let seconds = Int32(text) else {
        throw PersistenceError(
          .cannotOpen,
          "The connect_timeout '\(text)' is not a number of seconds; correct it, or leave it out.")
      }
      return seconds > 0 ? Duration.seconds(max(2, seconds)) : nil
    }
  }

  /// The location of the database, for messages.
  var withoutSecrets: String {
    let host = options["host"] ?? options["hostaddr"] ?? "the local server"
    let port = options["port"].map { ":\($0)" } ?? ""
    return "PostgreSQL database \(options["dbname"] ?? "by default") at \(host)\(port)"
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmingSpace: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
