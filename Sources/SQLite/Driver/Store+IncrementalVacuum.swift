public import PersistentObjectsEngine

extension Store {
  /// Cuts empty pages off the end of an SQLite file that was made with
  /// `autoVacuum = .incremental`; with another file it does nothing. Shorter than `vacuum()`, and
  /// without room for a second file.
  ///
  /// - Parameter pages: how many at the most; nil for all.
  /// - Throws: `unsupported` if the store is on another database than SQLite.
  public func incrementalVacuum(pages: Int? = nil) async throws {
    try await maintain("store.incrementalVacuum") { try $0.cutPagesOff(atMost: pages) }
  }
}

extension BlockingStore {
  /// Cuts empty pages off the end of an SQLite file.
  public func incrementalVacuum(pages: Int? = nil) throws {
    try maintain("store.blocking.incrementalVacuum") { try $0.cutPagesOff(atMost: pages) }
  }
}

extension Connection {
  fileprivate func cutPagesOff(atMost pages: Int?) throws {
    guard base is SQLiteConnection else {
      throw PersistenceError(.unsupported, "only SQLite cuts empty pages off one by one")
    }
    // 0 stands for all.
    try execute("PRAGMA incremental_vacuum(\(max(0, pages ?? 0)))")
    try execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
