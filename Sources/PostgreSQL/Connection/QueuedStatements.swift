/// Statements that wait for the next one, since their results carry no information.
struct QueuedStatements {
  /// The statements that begin a transaction, and that begin and end savepoints, in order.
  private var control: [String] = []
  /// The statements that close cursors of the open transaction.
  private var closing: [String] = []
  /// The statements that free what outlives transactions.
  private var freeing: [String] = []
  /// Whether the open transaction begins here, so that the server does not know of it yet.
  private(set) var beginTransaction = false
  /// Whether the open transaction is rolled back to a savepoint here, so that a failure before does
  /// not matter any more.
  private(set) var rollsBack = false

  var isEmpty: Bool { control.isEmpty && closing.isEmpty && freeing.isEmpty }

  mutating func append(_ statement: ControlStatement.Kind) {
    switch statement {
    case .begin: beginTransaction = true
    case .releaseSavepoint(let name) where control.last == "SAVEPOINT \(name)":
      // Nothing was done in between.
      control.removeLast()
      return
    // Cursors that were declared after the savepoint end with it.
    case .rollBackToSavepoint: (closing, rollsBack) = ([], true)
    default: break
    }
    control.append(statement.sql)
  }

  mutating func close(_ cursor: String) { closing.append("CLOSE \(cursor)") }

  mutating func free(_ statement: String) { freeing.append(statement) }

  /// Removes the statements of the open transaction, which ends.
  mutating func endTransaction() {
    (control, closing) = ([], [])
    (beginTransaction, rollsBack) = (false, false)
  }

  /// Removes all statements, and returns those that are also valid on another connection.
  mutating func takeForNewConnection() -> QueuedStatements {
    defer { self = QueuedStatements() }
    var waiting = self
    (waiting.closing, waiting.freeing) = ([], [])
    return waiting
  }

  /// Removes and returns the statements, in the order in which they have to run.
  /// - Parameter isSpoiled: whether the open transaction refuses everything except its end.
  mutating func take(isSpoiled: Bool) -> [String] {
    let texts = control + (isSpoiled ? [] : closing + freeing)
    endTransaction()
    if !isSpoiled { freeing = [] }
    return texts
  }
}
