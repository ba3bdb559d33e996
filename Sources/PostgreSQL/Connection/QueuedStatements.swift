/// Statements that wait for the next one, since their results carry no information.
struct QueuedStatements {
  /// A statement that begins or ends a transaction or a savepoint, as the engine writes it.
  enum Control {
    case begin(String)
    case savepoint(String)
    case releaseSavepoint(String)
    case rollBackToSavepoint(String)
    case commit
    case rollBack

    /// Recognizes a text; nil for any other, even one that does the same.
    init?(_ sql: String) {
      let words = sql.split(separator: " ").map(String.init)
      let isPlain = sql.utf8.allSatisfy {
        (97...122).contains($0 | 0x20) || (48...57).contains($0) || $0 == 0x20 || $0 == 0x5f
      }
      guard isPlain, let first = words.first else { return nil }
      switch (first, words.count) {
      case ("BEGIN", _): self = .begin(sql)
      case ("SAVEPOINT", 2): self = .savepoint(words[1])
      case ("RELEASE", 2): self = .releaseSavepoint(words[1])
      case ("ROLLBACK", 3) where words[1] == "TO": self = .rollBackToSavepoint(words[2])
      case ("COMMIT", 1): self = .commit
      case ("ROLLBACK", 1): self = .rollBack
      default: return nil
      }
    }

    var sql: String {
      switch self {
      case .begin(let text): text
      case .savepoint(let name): "SAVEPOINT \(name)"
      case .releaseSavepoint(let name): "RELEASE \(name)"
      case .rollBackToSavepoint(let name): "ROLLBACK TO \(name)"
      case .commit: "COMMIT"
      case .rollBack: "ROLLBACK"
      }
    }
  }

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

  mutating func append(_ statement: Control) {
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
