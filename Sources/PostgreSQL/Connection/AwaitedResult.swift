import PersistentObjectsEngine

/// The result of a statement that was sent, and that the server works at meanwhile.
///
/// The link serves nobody else before the result is there, so whoever wants to use it takes it in first.
final class AwaitedResult {
  private let server: ServerConnection
  private let link: ServerLink
  private let sql: String
  private var result: Result<ServerResult, any Error>?

  init(of sql: String, over link: ServerLink, of server: ServerConnection) {
    (self.server, self.link, self.sql) = (server, link, sql)
    link.awaited = self
  }

  func take() throws -> ServerResult {
    try takeIn()
    guard let result else { throw server.closedError }
    return try result.get()
  }

  /// Makes the link free for other statements. A failure is told to them, and to the one who takes the result.
  func takeIn() throws {
    guard link.awaited === self else { return }
    let result = Result { try link.takeResult(of: sql) }
    self.result = result
    link.awaited = nil
    link.leavePipeline()
    if case .failure(let error) = result { throw server.noting(error) }
  }
}
