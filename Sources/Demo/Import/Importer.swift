import PersistentObjects

/// Reads an index into a database, a batch of packages at a time. Each batch has its own session
/// and transaction, so memory does not grow with the file.
struct Importer {
  static let batchSize = 1000

  /// The code for a batch, as the demo shows it.
  static let batchCode = """
    try store.blocking.transaction { session in
      let catalog = try Catalog(stanzas, in: session)
      for stanza in stanzas { try session.insert(Package(stanza, in: catalog)) }
    }
    """

  let store: Store
  private(set) var counts = IndexCounts()

  init(_ store: Store) {
    self.store = store
  }

  /// Imports the next batch; returns false at the end of the index.
  mutating func importBatch(from reader: inout ControlFileReader) throws -> Bool {
    let stanzas = try nextStanzas(from: &reader)
    if stanzas.isEmpty { return false }
    try store.blocking.transaction { session in
      let catalog = try Catalog(stanzas, in: session)
      for stanza in stanzas { try session.insert(Package(stanza, in: catalog)) }
    }
    return true
  }

  private mutating func nextStanzas(from reader: inout ControlFileReader) throws -> [Stanza] {
    var stanzas: [Stanza] = []
    while stanzas.count < Self.batchSize, let stanza = try reader.next() {
      counts.add(stanza)
      stanzas.append(stanza)
    }
    return stanzas
  }
}
