import PersistentObjects

/// The sections and sources that a batch of stanzas names. Those in the database are found, the
/// others are made. This takes two statements, however large the batch is.
struct Catalog {
  let sections: [String: Section]
  let sources: [String: SourcePackage]

  init(_ stanzas: [Stanza], in session: Session) throws {
    sections = try Self.objects(
      named: Set(stanzas.compactMap { $0["Section"] }), \.name, in: session
    ) { Section(name: $0) }
    sources = try Self.objects(named: Set(stanzas.map(\.sourceName)), \.name, in: session) {
      SourcePackage(name: $0)
    }
  }

  private static func objects<Object: PersistentObject>(
    named names: Set<String>, _ name: KeyPath<Object, String>, in session: Session,
    make: (String) -> Object
  ) throws -> [String: Object] {
    let known = try Object.find(in: session) { $0[dynamicMember: name].isIn(names) }
    var objects = Dictionary(known.map { ($0[keyPath: name], $0) }) { first, _ in first }
    for name in names.sorted() where objects[name] == nil { objects[name] = make(name) }
    return objects
  }
}
