import PersistentObjectsDriver

/// The layout for which a statement was found to be valid.
struct CheckedLayout {
  private(set) var version: Int64?
  /// Whether the prepared statement has failed: the server does not prepare it again by itself if
  /// its columns now have other types.
  var isOutdated = false

  /// Runs a statement. If it fails, and the layout may be the cause, the engine checks it.
  mutating func running<R>(
    _ sql: String, on server: ServerConnection, body: () throws -> R
  ) throws -> R {
    do {
      return try body()
    } catch let error as PersistenceError where error.mayBeOfLayout {
      isOutdated = true
      _ = try server.checkLayout(of: sql)
      throw error
    }
  }

  /// Has the engine check a statement that was run, if it has met another layout than before. Its
  /// rows have not been used yet, and what it has written is rolled back.
  mutating func require(for sql: String, on server: ServerConnection) throws {
    guard server.layout.hasTable, server.layout.isWatched else { return }
    if sql == LayoutTable.increment { server.layout.forgetTransaction() }
    // The version was incremented just now, or its table was found.
    if !server.hasAskedForLayout { try server.readLayoutVersion() }
    let current = server.layout.version
    if version == current { return }
    if try server.checkLayout(of: sql) { version = current }
  }
}
