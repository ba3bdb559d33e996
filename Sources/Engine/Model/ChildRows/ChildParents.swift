/// The objects whose rows are read by one statement, in the order of their keys.
struct ChildParents {
  let count: Int
  /// The greatest key.
  private let last: Int64
  /// The form in which the statement gets the keys.
  private let keys: Keys

  private enum Keys {
    /// All rows from a key on, and up to ``last`` if the statement needs an end.
    case range(first: Int64)
    case list(RowBatch)
  }

  /// Objects with these keys, which ascend.
  init(_ pks: [Int64]) {
    count = pks.count
    last = pks.last ?? 0
    // A range is read straight through, while each key of a list is looked up. Keys are distinct,
    // so keys without a gap are all that the range has.
    if let first = pks.first, last &- first == count - 1 {
      keys = .range(first: first)
    } else {
      keys = .list(RowBatch(column: pks))
    }
  }

  /// The statement that reads their rows, ready to run. It may return rows of others after them,
  /// which are not read.
  func statement(_ statements: ChildStatements, on connection: Connection) throws -> Statement {
    switch keys {
    case .range(let first):
      let statement = try connection.statement(statements.selectRange)
      statement.set(first, at: 0)
      if !statements.isOpenEnded { statement.set(last, at: 1) }
      return statement
    case .list(let list):
      let statement = try connection.statement(statements.selectList)
      statement.set(list, at: 0)
      return statement
    }
  }

  /// Whether a row that begins with this cell may be one of theirs; if not, no later row is.
  func mayHave(_ parent: Cell) -> Bool {
    if case .integer(let pk) = parent { pk <= last } else { false }
  }
}
