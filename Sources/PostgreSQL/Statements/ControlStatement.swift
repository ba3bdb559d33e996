import PersistentObjectsEngine

/// A statement that begins or ends a transaction or a savepoint, as the engine writes it.
final class ControlStatement: DriverStatement {
  enum Kind {
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

  private let kind: Kind
  private let server: ServerConnection

  init(_ kind: Kind, on server: ServerConnection) {
    self.kind = kind
    self.server = server
  }

  var parameterCount: Int { 0 }
  var columnCount: Int { 0 }
  var isReadOnly: Bool { true }
  var changes: Int { 0 }
  func columnName(at index: Int) -> String { "" }
  func origin(at index: Int) -> (table: String, column: String)? { nil }
  func bind(_ parameters: Row) throws {}
  func bind(_ rows: RowBatch, at index: Int) throws {}
  func reset() {}

  func next() throws -> Row? {
    if server.isClosed { throw server.closedError }
    switch kind {
    case .commit: try server.commit()
    case .rollBack: try server.rollBack()
    case .begin(let sql):
      if server.isInTransaction {
        throw PersistenceError(
          .invalidQuery, "A transaction is open already; end it first, or use a savepoint.",
          sql: sql)
      }
      try server.requireNearness()
      server.begin(sql)
      fallthrough
    case .rollBackToSavepoint:
      // Cursors end, and tables may be as they were before.
      server.transactionNumber += 1
      server.queued.append(kind)
    case .savepoint, .releaseSavepoint: server.queued.append(kind)
    }
    return nil
  }
}
