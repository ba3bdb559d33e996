import PersistentObjectsEngine

/// Rows that the server keeps, and gives out by and by.
final class ServerCursor {
  private let name: String
  private let sql: String
  private let server: ServerConnection
  /// The transaction that the cursor ends with; nil for one that outlives transactions.
  private let transaction: Int?
  private let generation: Int
  private static let rowsAtOnce = 256

  /// Outside of a transaction the server keeps all rows until the cursor is closed.
  init(
    _ text: String, _ parameters: BoundParameters, types: [ServerType?], of sql: String,
    on server: ServerConnection
  ) throws {
    name = server.makeName()
    self.sql = sql
    self.server = server
    generation = server.generation
    let isInTransaction = server.isInTransaction
    transaction = isInTransaction ? server.transactionNumber : nil
    let hold = isInTransaction ? "" : " WITH HOLD"
    let declaration = "DECLARE \(name) NO SCROLL CURSOR\(hold) FOR \(text)"
    _ = try server.run(.text(declaration, types), parameters, of: sql)
  }

  /// The rows that follow; none at the end.
  func fetch() throws -> ServerResult {
    try server.run(
      .text("FETCH \(Self.rowsAtOnce) FROM \(name)", []), BoundParameters(), of: sql)
  }

  /// Has the server forget the rows, together with the next statement.
  func close() {
    guard generation == server.generation else { return }
    if transaction == nil {
      server.queued.free("CLOSE \(name)")
    } else if server.isInTransaction && transaction == server.transactionNumber {
      server.queued.close(name)
    }
  }
}
