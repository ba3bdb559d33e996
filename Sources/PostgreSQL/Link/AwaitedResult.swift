import PersistentObjectsDriver

/// The result of a statement that was sent, and that the server is still running.
///
/// The link cannot be used before the result has arrived, so whatever needs the link receives the
/// result first.
final class AwaitedResult {
  let sql: String
  /// The result; nil as long as it has not been received.
  var result: Result<ServerResult, any Error>?

  init(of sql: String) { self.sql = sql }
}
