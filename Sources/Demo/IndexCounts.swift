import PersistentObjects

/// The contents of an index, counted directly from its stanzas, for comparison with text tools and
/// the database.
struct IndexCounts: Equatable, Sendable {
  private(set) var packages = 0
  /// The number of relations in all `Depends` fields; a relation with alternatives counts once.
  private(set) var dependencies = 0
  private(set) var tags = 0

  init() {}

  /// Counts the contents of a stanza as a text tool would, without understanding the relations.
  mutating func add(_ stanza: Stanza) {
    packages += 1
    tags += Self.tags(of: stanza).count
    if let relations = stanza["Depends"]?.utf8, !relations.isEmpty {
      dependencies += relations.count { $0 == UInt8(ascii: ",") } + 1
    }
  }

  /// Returns the debtags of a package, in the order of the index. They are separated by commas and
  /// newlines.
  static func tags(of stanza: Stanza) -> [String] {
    let field = stanza["Tag"] ?? ""
    return field.utf8.split { $0 == UInt8(ascii: ",") || $0.isBlank || $0 == UInt8(ascii: "\n") }
      .map { String(Substring($0)) }
  }

  /// Returns the rows of a table: the name of a count, the count, and the shell command that counts
  /// the same.
  func rows(of file: String) -> [[String]] {
    let tagLines = "awk '/^[^ ]/ {t = /^Tag:/} t' \(file)"
    return [
      ["packages", packages.grouped, "grep -c '^Package:' \(file)"],
      ["dependencies", dependencies.grouped, "grep '^Depends:' \(file) | tr , '\\n' | wc -l"],
      ["tags", tags.grouped, "\(tagLines) | grep -oE '[^ ,]+::[^ ,]+' | wc -l"],
    ]
  }
}

extension IndexCounts {
  /// Makes the counts of a database's contents.
  init(in session: Session) throws {
    func count(_ table: String) throws -> Int {
      let rows = try session.rows(Criteria(stringLiteral: "SELECT count(*) FROM \(table)"))
      return rows.first?.first?.integer ?? 0
    }
    packages = try Package.count(in: session)
    dependencies = try count("package_depends")
    tags = try count("package_tags")
  }
}
