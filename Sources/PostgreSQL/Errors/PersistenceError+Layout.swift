import PersistentObjectsDriver

extension PersistenceError {
  /// Whether a table that has changed can be the cause.
  var mayBeOfLayout: Bool { code == .invalidQuery || databaseCode == "0A000" }

  /// Returns the error of a transaction that has met tables as they were before another one changed
  /// them.
  static func tablesChanged(sql: String?, databaseCode: String? = nil) -> PersistenceError {
    PersistenceError(
      .busy, "Tables were changed in the meantime; run the transaction again.", sql: sql,
      databaseCode: databaseCode)
  }
}
