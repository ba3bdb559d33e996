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

  /// Adds a statement to those that wait for the next one.
  mutating func queue(_ statement: QueuedStatements.Control) {
    switch statement {
    case .begin(let sql):
      holdsSnapshot = !sql.hasSuffix("READ COMMITTED")
      onlyReads = sql.hasSuffix("READ ONLY")
      beginNext()
    // Cursors end, and tables may be as they were before.
    case .rollBackToSavepoint: beginNext()
    default: break
    }
    queued.append(statement)
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
