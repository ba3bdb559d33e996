/// An open transaction or savepoint, with what is needed to undo it.
struct TransactionLevel {
  /// The level's number, which no object has from before.
  let id: UInt32
  /// Whether the level was begun for a single call of the program, so that any failure in it undoes
  /// it.
  let isOfOneCall: Bool
  /// Whether the database has a savepoint for this level. Without one, nothing was written in the
  /// transaction before, or the transaction is run again from its beginning if the level fails.
  let hasSavepoint: Bool
  /// The number of statements that had written when the level began.
  var writes: Int
  /// The number of statements that had failed when the level began.
  let failures: Int
  /// The beginning of this level in the transaction's journal.
  let journalStart: Int
  /// The number of rows that were read after writing when the level began.
  let readStart: Int
  /// The plans whose tables were created in this level.
  var madePlans: [Int32] = []
  var effects: Effects = []
  /// The keys of deleted rows by table, except for those that the journal has.
  var deleted: [String: Set<Int64>] = [:]
  /// The functions to be called once the outermost level has been committed.
  var afterCommit: [() -> Void] = []

  /// The next keys of tables before the level began.
  let nextKeys: [String: Int64]

  /// The kinds of work that were done in a level.
  struct Effects: OptionSet {
    let rawValue: UInt8

    static let written = Effects(rawValue: 1)
    static let deleted = Effects(rawValue: 2)
    /// A column was rewritten, so that plans are not valid for other sessions yet.
    static let recoded = Effects(rawValue: 4)
    /// Columns were recorded in another form.
    static let recorded = Effects(rawValue: 8)
    /// Columns or tables were dropped.
    static let pruned = Effects(rawValue: 16)
    /// Rows were written without their objects, so that a save can find another version than its
    /// object has.
    static let writtenBySQL = Effects(rawValue: 32)
  }

  /// Whether what is known of the tables in the file is no longer valid.
  var changesTables: Bool { !effects.isDisjoint(with: [.recoded, .pruned]) }

  var hasWritten: Bool { effects.contains(.written) }

  /// Takes over from a level inside this one that has ended successfully.
  mutating func takeOver(_ inner: TransactionLevel) {
    madePlans += inner.madePlans
    effects.formUnion(inner.effects)
    // In place: a transaction may have many levels, and a copy for each would contain all rows so
    // far.
    for (table, keys) in inner.deleted { deleted[table, default: []].formUnion(keys) }
    afterCommit += inner.afterCommit
  }
}
