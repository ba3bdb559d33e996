import PersistentObjectsConnections
import PersistentObjectsSchema

/// The references that the file records, by the tables that they point at and belong to.
struct DeletionRules: Sendable {
  /// The version of the file for which rules are valid.
  struct Version: Equatable {
    let number: Int64
    /// The connection to whose numbers this one belongs; nil if all connections have the same.
    let connection: Int?
  }

  private let references: [RecordedReference]
  private let directory: EntityDirectory

  init(_ catalog: SchemaCatalog, _ directory: EntityDirectory) {
    references = catalog.references
    self.directory = directory
  }

  /// Whether there are references whose rule is unknown until their class is used.
  var areIncomplete: Bool { references.contains { $0.rule == nil } }

  /// Whether deleting rows of a table affects nothing else, except what foreign keys handle.
  func isPlain(_ table: String) -> Bool {
    cascading(to: table).isEmpty && released(from: table).isEmpty
      && followed(from: table, isCascade: false).isEmpty
  }

  /// Returns the references whose owners are deleted together with a row of a table.
  func cascading(to table: String) -> [RecordedReference] {
    references.filter { $0.rule == .cascade && mayPoint($0, at: table) }
  }

  /// Returns the references that become nil when a row of a table is deleted, and that no foreign
  /// key handles.
  func released(from table: String) -> [RecordedReference] {
    references.filter { $0.rule == .nullify && !$0.isWatched && mayPoint($0, at: table) }
  }

  /// Returns the references that keep a row of a table from being deleted.
  func restricting(_ table: String) -> [RecordedReference] {
    references.filter { $0.rule == .restrict && mayPoint($0, at: table) }
  }

  /// Returns the references in the objects of a table that are followed when these are deleted.
  func followed(from table: String, isCascade: Bool) -> [RecordedReference] {
    references.filter { ($0.deletesTargets || isCascade) && $0.ownerTable == table }
  }

  /// Whether a reference may point at a table. A class that the program does not know is assumed to
  /// inherit from the target: its references have the class in the row, where it is compared.
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
  /// Returns the rules as the open transaction sees them. Reads them from the file if another
  /// process has written to it, or this one has created tables, since they were last read.
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
    // Tables that this transaction has created do not exist for others yet.
    let version = transaction.plans.isEmpty ? try rulesVersion(writer) : nil
    if let version, let known = store.known.withLock({ $0.rules }), known.version == version {
      return known.0
    }
    let rules = DeletionRules(try SchemaCatalog(writer), store.directory)
    // Nor does the version of a layout that it has changed.
    let isShared = writer.noticesChanges || !transaction.hasWritten
    if isShared, let version { store.known.withLock { $0.rules = (rules, version) } }
    return rules
  }

  /// Returns the version of the data that the rules are read from: that of all data or, if there is
  /// none, that of the layout, which changes with the records, too.
  private func rulesVersion(_ writer: Connection) throws -> DeletionRules.Version? {
    if let version = try writer.dataVersion() {
      return DeletionRules.Version(number: version, connection: writer.number)
    }
    return try writer.layoutVersion().map { DeletionRules.Version(number: $0, connection: nil) }
  }
}
