import PersistentObjectsDriver

/// The statements that the server keeps prepared for a connection.
///
/// The driver's own statements are sent with many transactions, and the server would parse them for
/// each. So the first run of each prepares it.
struct KeptStatements {
  /// Whether the server keeps nothing of the connection between transactions: neither settings nor
  /// prepared statements.
  let isStateless: Bool
  /// The schema for which shared links keep statements instead; nil if they do not.
  private let sharedSchema: String?
  /// The number of times that the connection was made again. Statements prepared before are gone.
  private(set) var generation = 0
  private var lastNumber = 0
  /// The driver's own statements, by their texts.
  private var own = [
    "COMMIT": Own(name: "commit"), LayoutTable.version: Own(name: "layout"),
    LayoutTable.demand: Own(name: "layout_demand"),
  ]

  private struct Own {
    let name: String
    /// The generation of the connection in which it was prepared.
    var generation = -1
  }

  init(isStateless: Bool, sharedSchema: String?) {
    self.isStateless = isStateless
    self.sharedSchema = sharedSchema
  }

  /// Notes that the connection was made again.
  mutating func beginAnew() { generation += 1 }

  /// Returns the call for a statement that is run again and again.
  mutating func call(for sql: String, types: [ServerType?]) -> StatementCall? {
    if let sharedSchema {
      return .shared(SharedStatement(sql: sql, types: types, schema: sharedSchema))
    }
    return isStateless ? nil : .prepared(makeName())
  }

  /// Makes a name for a statement or a cursor.
  mutating func makeName() -> String {
    lastNumber += 1
    return "s\(lastNumber)"
  }

  /// Has the server keep a text from its next run on.
  mutating func keep(_ sql: String) {
    if own[sql] == nil { own[sql] = Own(name: makeName()) }
  }

  /// Sends a text, by its name if it has one. Texts without a name have no parameters.
  func send(
    _ sql: String, with parameters: BoundParameters = BoundParameters(), types: [ServerType?] = [],
    over link: ServerLink
  ) -> Bool {
    guard let statement = own[sql] else { return link.send(sql) }
    if let sharedSchema {
      let shared = SharedStatement(sql: sql, types: types, schema: sharedSchema)
      return link.send(.shared(shared), with: parameters)
    }
    if isStateless { return link.send(.text(sql, types), with: parameters) }
    return link.send(
      .prepared(statement.name), with: parameters,
      preparing: statement.generation == generation ? nil : (sql, types))
  }

  /// Takes the result of ``send(_:with:types:over:)``, in binary form if the text has a name.
  mutating func takeResult(of sql: String, over link: ServerLink) throws -> ServerResult {
    try link.takeResult(of: sql) { own[sql]?.generation = generation }
  }
}
