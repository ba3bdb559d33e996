/// A transaction or a savepoint that is open, with what takes objects back when it fails.
struct TransactionLevel {
  /// Never given out twice in a session.
  let id: UInt32
  /// Whether it was begun for a single call of the program's, so that any failure in it undoes it.
  let isOfOneCall: Bool
  /// Whether the database has a savepoint for this level. Without one, nothing was written in the
  /// transaction before, or it is run again from its beginning if the level fails.
  let hasSavepoint: Bool
  /// The number of statements that had written when the level began.
  var writes: Int
  /// The number of statements that had failed when the level began.
  let failures: Int
  /// The beginning of this level in the session's journal.
  let journalStart: Int
  /// The number of rows that were read after writing when the level began.
  let readStart: Int
  /// Plans whose tables were made in this level.
  var madePlans: [Int32] = []
  var effects: Effects = []
  /// The keys of deleted rows by table, but for those that the journal has.
  var deleted: [String: Set<Int64>] = [:]
  /// The functions to be called once the outermost level has been committed.
  var afterCommit: [() -> Void] = []

  /// The next keys of tables before.
  let nextKeys: [String: Int64]

  /// Kinds of work that was done in a level.
  struct Effects: OptionSet {
    let rawValue: UInt8

    static let written = Effects(rawValue: 1)
    static let deleted = Effects(rawValue: 2)
    /// A column was rewritten, so that plans hold for nobody else yet.
    static let recoded = Effects(rawValue: 4)
    /// Columns were recorded in another form.
    static let recorded = Effects(rawValue: 8)
    /// Columns or tables were dropped.
    static let pruned = Effects(rawValue: 16)
  }

  /// Whether what is known of the tables in the file no longer holds.
  var changesTables: Bool { !effects.isDisjoint(with: [.recoded, .pruned]) }

  var hasWritten: Bool { effects.contains(.written) }

  /// A level inside this one has ended well.
  mutating func takeOver(_ inner: TransactionLevel) {
    madePlans += inner.madePlans
    effects.formUnion(inner.effects)
    deleted.merge(inner.deleted) { $0.union($1) }
    afterCommit += inner.afterCommit
  }
}
