/// The state of the layout that a connection knows.
struct LayoutState {
  /// Whether the table of the layout version exists.
  var hasTable = false
  /// The layout version that was seen last.
  private(set) var version: Int64 = 0
  /// The transaction that has queried it.
  private(set) var askedTransaction = -1
  /// The transaction in which nobody else can change the layout.
  private var lockingTransaction = -1
  /// The engine's check of statements that meet another layout; nil if there is none.
  var check: ((_ sql: String) throws -> Bool)?
  /// Whether the check is running.
  var isChecking = false

  /// Whether statements have to be checked when the version changes.
  var isWatched: Bool { check != nil && !isChecking }

  /// The query for the version, or for its table as long as there is none.
  var query: String { hasTable ? LayoutTable.version : LayoutTable.existence }

  /// Takes the version, or the existence of the table, from a result of ``query``.
  mutating func note(_ answer: ServerResult, in transaction: Int) {
    if hasTable {
      version = answer.integer(0) ?? 0
      askedTransaction = transaction
    } else {
      hasTable = answer.text(0) != nil
    }
  }

  /// Notes that nobody else can change the layout before a transaction ends.
  mutating func lock(in transaction: Int) { lockingTransaction = transaction }

  func isLocked(in transaction: Int) -> Bool { lockingTransaction == transaction }

  /// Makes the version be queried again in the same transaction.
  mutating func forgetTransaction() { askedTransaction = -1 }

  /// Makes each statement be checked again before it is sent with another `COMMIT`.
  mutating func forgetVersion() { version = 0 }
}
