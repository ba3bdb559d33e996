/// The objects whose rows are read by one statement, in the order of their keys.
struct ChildParents {
  let count: Int
  /// The greatest key.
  private let last: Int64
  /// How the statement is told the keys.
  private let keys: Keys

  private enum Keys {
    /// All rows from a key on, and up to ``last`` where the statement has to be told.
    case range(first: Int64, isClosed: Bool)
    case list(StoredValue)
  }

  /// Objects with these keys, which ascend.
  init(_ pks: [Int64], _ dialect: any Dialect) {
    count = pks.count
    last = pks.last ?? 0
    // A range is read straight through, where each key of a list is looked up. Keys differ, so that
    // those without a gap are all that the range has.
    if let first = pks.first, last &- first == count - 1 {
      keys = .range(first: first, isClosed: !dialect.readsRowByRow)
    } else {
      keys = .list(dialect.listParameter(pks))
    }
  }

  /// The statement that reads their rows, ready to run. Behind them it may have others, which are not
  /// asked for.
  func statement(_ statements: ChildStatements, _ connection: Connection) throws -> Statement {
    switch keys {
    case .range(let first, let isClosed):
      let statement = try connection.statement(statements.selectRange)
      statement.set(first, at: 0)
      if isClosed { statement.set(last, at: 1) }
      return statement
    case .list(let list):
      let statement = try connection.statement(statements.selectList)
      statement.set(list, at: 0)
      return statement
    }
  }

  /// Whether a row that begins with this cell may be one of theirs; if not, no later one is.
  func mayHave(_ parent: Cell) -> Bool {
    if case .integer(let pk) = parent { pk <= last } else { false }
  }
}
