import CPostgreSQL

/// A connection string or a URI, taken apart by libpq.
struct ConnectionString {
  private var options: [String: String] = [:]

  /// An invalid text has no parts; opening it says what is wrong.
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

  /// The place of the database, for messages.
  var withoutSecrets: String {
    let host = options["host"] ?? options["hostaddr"] ?? "the local server"
    let port = options["port"].map { ":\($0)" } ?? ""
    return "PostgreSQL database \(options["dbname"] ?? "by default") at \(host)\(port)"
  }
}
