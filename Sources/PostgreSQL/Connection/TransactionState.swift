import PersistentObjectsDriver

/// The transaction of a connection, as the driver has begun it.
struct TransactionState {
  /// A number that is different for each transaction, and for each statement outside of them.
  private(set) var number = 0
  /// Whether the last transaction that was begun sees one state of the database from its first
  /// statement on.
  private(set) var holdsSnapshot = false
  /// Whether that transaction may not write.
  private(set) var onlyReads = false
  /// The reason why the link of the open transaction was lost. It refuses everything except the end
  /// of the transaction.
  var loss: PersistenceError?
  /// The statements that wait for the next one.
  var queued = QueuedStatements()
  /// The statement that has begun the transaction, as long as it can be begun again: nothing but
  /// preparations was run in it, and it has no savepoint.
  private(set) var beginning: String?

  /// Adds a statement to those that wait for the next one.
  mutating func queue(_ statement: QueuedStatements.Control) {
    switch statement {
    case .begin(let sql):
      holdsSnapshot = !sql.hasSuffix("READ COMMITTED")
      onlyReads = sql.hasSuffix("READ ONLY")
      beginning = sql
      beginNext()
    // Cursors end, and tables may be as they were before.
    case .rollBackToSavepoint: beginNext()
    default: break
    }
    if case .savepoint = statement { beginning = nil }
    queued.append(statement)
  }

  /// Notes that something was run in the transaction.
  mutating func noteRun() { beginning = nil }

  /// Begins the transaction, which was rolled back, with the statements that had been waiting.
  mutating func beginAgain(_ beginning: String, waiting: QueuedStatements) {
    queued = waiting
    if waiting.beginTransaction { beginNext() } else { queue(.begin(beginning)) }
    self.beginning = beginning
  }

  /// Notes that another transaction begins, or a statement outside of one.
  mutating func beginNext() { number += 1 }

  /// Ends a lost transaction, which the server has rolled back by itself. Returns false for any
  /// other.
  mutating func endIfLost() -> Bool {
    defer { loss = nil }
    return loss != nil
  }
}
