import PersistentObjectsDriver

/// Rows that the server keeps and returns gradually.
final class ServerCursor {
  /// The pace at which rows are fetched.
  enum Pace {
    /// A few at a time, when they are requested.
    case asAsked
    /// Many at a time; the server produces the next ones while these are used.
    case ahead

    fileprivate var rowsAtOnce: Int { self == .ahead ? 512 : 256 }
  }

  private let name: String
  private let sql: String
  private let server: ServerConnection
  private let pace: Pace
  /// The transaction with which the cursor ends; nil for a cursor that outlives transactions.
  private let transaction: Int?
  private let generation: Int
  /// The rows that were fetched but not returned.
  private var rows: ServerResult?
  private var awaited: AwaitedResult?
  private var isAtEnd = false

  /// Declares the cursor and fetches the first rows. Outside of a transaction, the server keeps all
  /// rows until the cursor is closed. Throws `busy` if the columns have other types than those of
  /// the description: the server compares them only for prepared statements.
  init(
    _ text: String, with parameters: BoundParameters, types: [ServerType?],
    description: ServerResult, of sql: String, on server: ServerConnection, pace: Pace
  ) throws {
    name = server.statements.makeName()
    self.sql = sql
    self.server = server
    self.pace = pace
    generation = server.statements.generation
    let isInTransaction = server.isInTransaction
    transaction = isInTransaction ? server.transaction.number : nil
    let hold = isInTransaction ? "" : " WITH HOLD"
    let declaration = "DECLARE \(name) NO SCROLL CURSOR\(hold) FOR \(text)"
    try server.run(each: [
      (sql, .text(declaration, types), parameters), (sql, fetching, BoundParameters()),
    ]) { rows = $0 }
    do {
      try rows?.requireColumns(of: description, sql: sql)
    } catch {
      close()
      throw error
    }
  }

  private var fetching: StatementCall { .text("FETCH \(pace.rowsAtOnce) FROM \(name)", []) }

  /// Returns the following rows; none at the end.
  func fetch() throws -> ServerResult? {
    if isAtEnd { return nil }
    let fetched =
      try rows ?? awaited.map { try server.take($0) }
      ?? server.run(fetching, with: BoundParameters(), of: sql)
    (rows, awaited) = (nil, nil)
    isAtEnd = fetched.rowCount < pace.rowsAtOnce
    if pace == .ahead && !isAtEnd { awaited = try server.send(fetching, of: sql) }
    return fetched
  }

  /// Has the server discard the rows, together with the next statement.
  func close() {
    guard generation == server.statements.generation else { return }
    if transaction == nil {
      server.transaction.queued.free("CLOSE \(name)")
    } else if server.isInTransaction && transaction == server.transaction.number {
      server.transaction.queued.close(name)
    }
  }
}
