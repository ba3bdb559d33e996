/// A transaction or a savepoint that is open, with what takes objects back when it fails.
struct TransactionLevel {
  /// Never given out twice in a session.
  let id: UInt32
  /// Whether it was begun for a single call of the program's, so that any failure in it undoes it.
  let isOfOneCall: Bool
  /// Whether the database has a savepoint for this level. Without one, nothing was written in the
  /// transaction before.
  let hasSavepoint: Bool
  /// The number of statements that had written when the level began.
  var writes: Int
  /// The beginning of this level in the session's journal.
  let journalStart: Int
  /// Plans whose tables were made in this level.
  var madePlans: [Int32] = []
  /// Whether a column was rewritten in this level, so that plans hold for nobody else yet.
  var hasRecoded = false
  /// Whether something else was recorded of columns in this level.
  var hasRecorded = false
  /// Whether columns or tables were dropped in this level.
  var hasPruned = false
  /// Whether rows were deleted; their keys by table, but for those that the journal has.
  var hasDeleted = false
  var deleted: [String: Set<Int64>] = [:]
  /// Whether rows were written, and whether rows were read after that: such reads must be repeated
  /// after a rollback.
  var hasWritten = false
  var hasReadWritten = false

  /// The functions to be called once the outermost level has been committed.
  var afterCommit: [() -> Void] = []

  /// The next keys of tables before.
  let nextKeys: [String: Int64]

  /// A level inside this one has ended well.
  mutating func takeOver(_ inner: TransactionLevel) {
    madePlans += inner.madePlans
    hasRecoded = hasRecoded || inner.hasRecoded
    hasRecorded = hasRecorded || inner.hasRecorded
    hasPruned = hasPruned || inner.hasPruned
    hasDeleted = hasDeleted || inner.hasDeleted
    deleted.merge(inner.deleted) { $0.union($1) }
    afterCommit += inner.afterCommit
    hasWritten = hasWritten || inner.hasWritten
    hasReadWritten = hasReadWritten || inner.hasReadWritten
  }
}
