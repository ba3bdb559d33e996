import PersistentObjectsEngine

/// The result of a statement that was sent, and that the server is still running.
///
/// The link cannot be used before the result has arrived, so whatever needs the link receives the
/// result first.
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

  /// Receives the result, so that the link is free for other statements. A failure is reported to
  /// them, and to the caller of ``take()``.
  func takeIn() throws {
    guard link.awaited === self else { return }
    link.cancellation?.beginWait()
    var result = Result { try link.takeResult(of: sql) }
    link.awaited = nil
    link.leavePipeline()
    link.cancellation?.endWait()
    if link.isLost, case .success = result { result = .failure(link.failure(nil, of: sql)) }
    self.result = result
    if case .failure(let error) = result { throw server.noting(error) }
  }
}
