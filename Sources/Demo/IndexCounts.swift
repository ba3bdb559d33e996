import PersistentObjects

/// The contents of an index, counted directly from its stanzas, for comparison with text tools and
/// the database.
struct IndexCounts: Equatable, Sendable {
  private(set) var packages = 0
  /// The number of relations in all `Depends` fields; a relation with alternatives counts once.
  private(set) var dependencies = 0
  /// The number of tags; one that a package names twice counts once.
  private(set) var tags = 0

  init() {}

  /// Makes the counts of a database's contents.
  init(in session: Session) throws {
    packages = try Package.count(in: session)
    dependencies = try session.integer("SELECT count(*) FROM package_depends")
    tags = try session.integer("SELECT count(*) FROM package_tags")
  }

  /// Counts the contents of a stanza as a text tool would, without understanding the relations.
  mutating func add(_ stanza: Stanza) {
    packages += 1
    tags += stanza.tags.count
    if let relations = stanza["Depends"]?.utf8, !relations.isEmpty {
      dependencies += relations.count { $0 == UInt8(ascii: ",") } + 1
    }
  }
}
