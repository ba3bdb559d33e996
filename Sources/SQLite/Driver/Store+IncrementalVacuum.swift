public import PersistentObjectsEngine

extension Store {
  /// Removes empty pages from the end of an SQLite file that was created or vacuumed with
  /// `autoVacuum = .incremental`; does nothing with other files. Faster than `vacuum()`, and needs
  /// no room for a second file.
  ///
  /// - Parameter pages: the maximum number of pages; nil for all.
  /// - Throws: `unsupported` if the store is not on SQLite.
  public func incrementalVacuum(pages: Int? = nil) async throws {
    try await maintain("store.incrementalVacuum") { try $0.cutPagesOff(atMost: pages) }
  }
}

extension BlockingStore {
  /// Removes empty pages from the end of an SQLite file.
  public func incrementalVacuum(pages: Int? = nil) throws {
    try maintain("store.blocking.incrementalVacuum") { try $0.cutPagesOff(atMost: pages) }
  }
}

extension Connection {
  fileprivate func cutPagesOff(atMost pages: Int?) throws {
    guard let sqlite = base as? SQLiteConnection else {
      throw PersistenceError(.unsupported, "only SQLite can remove empty pages incrementally")
    }
    // For SQLite 0 means all.
    if let pages, pages <= 0 { return }
    try execute("PRAGMA incremental_vacuum(\(pages ?? 0))")
    try sqlite.database.copyLog()
  }
}
