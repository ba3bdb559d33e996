import PersistentObjects

/// The remedy for damage that SQLite finds: the one that loses the least.
struct DamageRemedy {
  /// The index that is damaged, if nothing else is.
  let index: String?
  let words: String

  /// Finds the remedy for a line of `PRAGMA integrity_check`.
  ///
  /// - Parameter indices: the names of indices by the number of their first page, by which SQLite
  ///   calls them in some lines.
  init(_ message: String, indices: [Int: String]) {
    if let name = Self.incompleteIndex(message) ?? Self.tree(message).flatMap({ indices[$0] }) {
      self.init(index: name, "rebuild it with REINDEX \(name), and check again; no row is lost")
    } else if let name = message.firstMatch(of: /non-unique entry in index (.+)$/)?.1 {
      self.init(
        index: String(name), "change one of the equal rows, then rebuild it with REINDEX \(name)")
    } else if message.contains("never used") || message.contains(/[Ff]reelist/) {
      self.init("rewrite the file with VACUUM, and check again; no row is lost")
    } else if message.contains(#/ value in | constraint failed in /#) {
      self.init("correct the values with the program that has written them")
    } else if let words = message.firstMatch(of: /; ((?:drop|run) .+)$/)?.1 {
      // PostgreSQL's driver knows the remedy.
      self.init(String(words))
    } else {
      self.init("save what can be read by export, then restore the file from a backup")
    }
  }

  private init(index: String? = nil, _ words: String) {
    self.index = index
    self.words = words
  }

  private static func incompleteIndex(_ message: String) -> String? {
    message.firstMatch(of: /(?:missing from|wrong # of entries in) index (.+)$/)
      .map { String($0.1) }
  }

  private static func tree(_ message: String) -> Int? {
    message.firstMatch(of: #/Tree (\d+) /#).flatMap { Int($0.1) }
  }
}

extension InspectedFile {
  /// The names of indices by the number of their first page; none if the database is not a file, or
  /// its list of them cannot be read.
  func indicesByPage() -> [Int: String] {
    guard file is DatabaseFile else { return [:] }
    let found = try? rows("SELECT rootpage, name FROM sqlite_schema WHERE type = 'index'")
    let names = (found ?? []).compactMap { row in
      row[0].integer.flatMap { page in row[1].text.map { (Int(page), $0) } }
    }
    return Dictionary(names) { first, _ in first }
  }
}
