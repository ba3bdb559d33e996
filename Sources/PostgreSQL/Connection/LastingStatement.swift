/// A statement of the driver that is sent with many transactions. The first one prepares it, if the
/// server keeps prepared statements.
struct LastingStatement {
  let name: String
  let sql: String
  /// The generation of the connection in which it was prepared.
  private var generation = -1

  init(_ sql: String, name: String) { (self.sql, self.name) = (sql, name) }

  private func isPrepared(on server: ServerConnection) -> Bool {
    server.isStateless || generation == server.generation
  }

  func send(
    _ parameters: BoundParameters = BoundParameters(), types: [ServerType?] = [],
    over link: ServerLink, of server: ServerConnection
  ) -> Bool {
    if server.isStateless { return link.send(.text(sql, types), parameters) }
    return (isPrepared(on: server) || link.sendPreparation(sql, as: name, types: types))
      && link.send(.prepared(name), parameters)
  }

  /// Takes the result of ``send(_:types:over:of:)``, in binary form.
  mutating func takeResult(
    over link: ServerLink, of server: ServerConnection
  ) throws -> ServerResult {
    if !isPrepared(on: server) {
      _ = try link.takeResult(of: sql)
      generation = server.generation
    }
    return try link.takeResult(of: sql)
  }
}
