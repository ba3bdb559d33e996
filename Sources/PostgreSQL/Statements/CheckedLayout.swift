import PersistentObjectsEngine

/// The layout for which a statement was found right.
struct CheckedLayout {
  private(set) var version: Int64?
  /// Whether the statement has failed as it was prepared: the server does not prepare it anew by itself if its
  /// columns are of other types now.
  var isOutdated = false

  /// Runs a statement; if it fails, which can be because of the layout, the engine looks at it.
  mutating func running<R>(
    _ sql: String, on server: ServerConnection, _ run: () throws -> R
  ) throws -> R {
    do {
      return try run()
    } catch let error as PersistenceError where error.mayBeOfLayout {
      isOutdated = true
      _ = try server.checkLayout(of: sql)
      throw error
    }
  }

  /// Has the engine look at a statement that was run if it has met another layout than before. Nobody has used its
  /// rows yet, and what it has written is rolled back.
  mutating func require(for sql: String, on server: ServerConnection) throws {
    guard server.hasLayoutTable, server.layoutCheck != nil, !server.isCheckingLayout else { return }
    if sql == ServerConnection.newLayout { server.askedTransaction = -1 }
    // The version was counted up just now, or its table found.
    if server.askedTransaction != server.transactionNumber { try server.readLayoutVersion() }
    let current = server.layoutVersion
    if version == current { return }
    if try server.checkLayout(of: sql) { version = current }
  }
}

extension PersistenceError {
  /// Whether a table that is another one now can be the cause.
  var mayBeOfLayout: Bool { code == .invalidQuery || databaseCode == "0A000" }
}
