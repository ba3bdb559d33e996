import PersistentObjectsSQLite

extension Store {
  /// Removes empty pages from the end of an SQLite file that was created or vacuumed with
  /// `autoVacuum = .incremental`; does nothing with other files. Faster than `vacuum()`, and needs
  /// no room for a second file.
  ///
  /// - Parameter pages: the maximum number of pages; nil for all.
  /// - Throws: `unsupported` if the store is not on SQLite.
  public func incrementalVacuum(pages: Int? = nil) async throws {
    try await maintain("store.incrementalVacuum") {
      try SQLiteDriver.removeEmptyPages(of: $0.base, atMost: pages)
    }
  }
}

extension BlockingStore {
  /// Removes empty pages from the end of an SQLite file.
  public func incrementalVacuum(pages: Int? = nil) throws {
    try maintain("store.blocking.incrementalVacuum") {
      try SQLiteDriver.removeEmptyPages(of: $0.base, atMost: pages)
    }
  }
}
