import PersistentObjectsConnections
import PersistentObjectsDriver

/// The objects whose rows one statement reads, in the order of their keys.
struct ChildParents {
  let count: Int
  /// The greatest key.
  private let last: Int64
  /// The form in which the statement receives the keys.
  private let keys: Keys

  private enum Keys {
    /// All rows from a key on, and up to ``last`` if the statement needs an end.
    case range(first: Int64)
    case list(RowBatch)
  }

  /// Makes the parents with these keys, which must ascend.
  init(_ pks: [Int64]) {
    count = pks.count
    last = pks.last ?? 0
    // A range is read sequentially, while each key of a list is looked up. Keys are distinct, so
    // keys without gaps are all the keys of their range.
    if let first = pks.first, last &- first == count - 1 {
      keys = .range(first: first)
    } else {
      keys = .list(RowBatch(column: pks))
    }
  }

  /// Returns the statement that reads the parents' rows, ready to run. After those it may return
  /// rows of other parents, which are not read.
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

  /// Whether a row that begins with this cell may belong to one of the parents. If not, no later
  /// row does.
  func mayHave(_ parent: Cell) -> Bool {
    if case .integer(let pk) = parent { pk <= last } else { false }
  }
}
