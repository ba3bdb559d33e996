import PersistentObjectsDriver

// The functions on texts that SQLite does not have, or that differ from Swift's there.

extension TextFunction {
  /// The name of the function, which a program's own function is unlikely to have.
  var sqliteName: String { "_persistent_\(rawValue)" }

  /// The function; nil if SQLite has it.
  var function: SQLFunction? {
    switch self {
    case .lowercased: whole { .text($0.lowercased()) }
    case .uppercased: whole { .text($0.uppercased()) }
    case .count: whole { .integer(Int64($0.unicodeScalars.count)) }
    case .prefix: part { $0.prefix($1) }
    case .suffix: part { $0.suffix($1) }
    case .dropFirst: part { $0.dropFirst($1) }
    case .dropLast: part { $0.dropLast($1) }
    case .lowercasedASCII, .trimmed, .replacing: nil
    }
  }

  private func whole(_ body: @escaping @Sendable (String) -> StoredValue) -> SQLFunction {
    .strict(sqliteName, 1) { body($0.text(at: 0)) }
  }

  private func part(
    _ body: @escaping @Sendable (String.UnicodeScalarView, Int) -> Substring.UnicodeScalarView
  ) -> SQLFunction {
    .strict(sqliteName, 2) { arguments in
      let count = Int(clamping: max(0, arguments.integer(at: 1)))
      return .text(String(body(arguments.text(at: 0).unicodeScalars, count)))
    }
  }
}
