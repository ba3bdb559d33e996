/// The references that the file records, seen from the tables that they point at and lie in.
struct DeletionRules: Sendable {
  private let references: [RecordedReference]
  private let directory: EntityDirectory

  init(_ catalog: SchemaCatalog, _ directory: EntityDirectory) {
    references = catalog.references
    self.directory = directory
  }

  /// Whether there are references whose rule nobody knows before their class is used.
  var areIncomplete: Bool { references.contains { $0.rule == nil } }

  /// Whether nothing goes with the rows of a table but what foreign keys look after.
  func isPlain(_ table: String) -> Bool {
    cascading(to: table).isEmpty && released(from: table).isEmpty
      && followed(from: table, isCascade: false).isEmpty
  }

  /// The references whose objects are deleted together with a row of a table.
  func cascading(to table: String) -> [RecordedReference] {
    references.filter { $0.rule == .cascade && mayPoint($0, at: table) }
  }

  /// The references that become nil when a row of a table is deleted, and that no foreign key looks
  /// after.
  func released(from table: String) -> [RecordedReference] {
    references.filter { $0.rule == .nullify && !$0.isWatched && mayPoint($0, at: table) }
  }

  /// The references that keep a row of a table from being deleted.
  func restricting(_ table: String) -> [RecordedReference] {
    references.filter { $0.rule == .restrict && mayPoint($0, at: table) }
  }

  /// The references in the objects of a table that are followed when these are deleted.
  func followed(from table: String, isCascade: Bool) -> [RecordedReference] {
    references.filter { ($0.deletesTargets || isCascade) && $0.ownerTable == table }
  }

  /// The file does not record which class inherits from which, so it is assumed of those that the
  /// program does not know: they have the class in the row, where it is compared.
  private func mayPoint(_ reference: RecordedReference, at table: String) -> Bool {
    guard let target = reference.target else { return true }
    if target == table { return true }
    guard reference.classColumn != nil else { return false }
    guard let superclass = directory.entity(table: target),
      let entity = directory.entity(table: table)
    else { return true }
    return entity.inherits(from: superclass)
  }
}

extension Session {
  /// The rules as the open transaction sees them. Read from the file when another process has written
  /// to it, or this one has made tables, since they were read last.
  ///
  /// SQL: on SQLite `PRAGMA data_version`, once in each transaction that deletes.
  func deletionRules(in transaction: OpenTransaction) throws -> DeletionRules {
    if let rules = transaction.rules { return rules }
    var rules = try readRules(transaction)
    if rules.areIncomplete {
      // Using a class completes the record of its references.
      for type in store.configuration.classes where !type._entity.isAbstract {
        _ = try plan(of: type._entity)
      }
      rules = try readRules(transaction)
    }
    transaction.rules = rules
    return rules
  }

  private func readRules(_ transaction: OpenTransaction) throws -> DeletionRules {
    let writer = transaction.connection
    // What this transaction has made is not there for others.
    let version = transaction.plans.isEmpty ? try rulesVersion(writer) : nil
    if let version, let known = store.known.withLock({ $0.rules }), known.version == version {
      return known.0
    }
    let rules = DeletionRules(try SchemaCatalog(writer), store.directory)
    // Nor is the version of a layout that it has changed.
    let isShared = writer.noticesChanges || !transaction.hasWritten
    if isShared, let version { store.known.withLock { $0.rules = (rules, version) } }
    return rules
  }

  /// The version of what the rules are read from: of all data, or else of the layout, which counts changes of
  /// the records, too.
  private func rulesVersion(_ writer: Connection) throws -> Int64? {
    try writer.dataVersion() ?? writer.layoutVersion()
  }
}
