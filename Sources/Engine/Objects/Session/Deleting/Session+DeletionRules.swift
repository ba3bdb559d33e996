import PersistentObjectsConnections
import PersistentObjectsSchema

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
