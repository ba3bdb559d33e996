/// Statements that wait for the next one, since their results say nothing.
struct QueuedStatements {
  /// Beginnings of a transaction, and beginnings and ends of savepoints, in order.
  private var control: [String] = []
  /// Ends of cursors that belong to the open transaction.
  private var closing: [String] = []
  /// Ends of what outlives transactions.
  private var freeing: [String] = []
  /// Whether the open transaction begins here, so that the server does not know of it yet.
  private(set) var beginTransaction = false

  var isEmpty: Bool { control.isEmpty && closing.isEmpty && freeing.isEmpty }

  mutating func append(_ statement: ControlStatement.Kind) {
    switch statement {
    case .begin: beginTransaction = true
    case .releaseSavepoint(let name) where control.last == "SAVEPOINT \(name)":
      // Nothing was done in between.
      control.removeLast()
      return
    // The cursors that were made behind the savepoint end with it.
    case .rollBackToSavepoint: closing = []
    default: break
    }
    control.append(statement.sql)
  }

  mutating func close(_ cursor: String) { closing.append("CLOSE \(cursor)") }

  mutating func free(_ statement: String) { freeing.append(statement) }

  /// Forgets what belongs to the open transaction, which ends.
  mutating func endTransaction() {
    (control, closing) = ([], [])
    beginTransaction = false
  }

  /// Takes out what holds for another connection, too.
  mutating func takeForNewConnection() -> QueuedStatements {
    defer { self = QueuedStatements() }
    var waiting = self
    (waiting.closing, waiting.freeing) = ([], [])
    return waiting
  }

  /// Takes the statements out, in the order in which they are to be run.
  /// - Parameter isSpoiled: whether the open transaction refuses everything but its end.
  mutating func take(isSpoiled: Bool) -> [String] {
    let texts = control + (isSpoiled ? [] : closing + freeing)
    endTransaction()
    if !isSpoiled { freeing = [] }
    return texts
  }
}
