package import PersistentObjectsDriver

extension SQLiteDriver {
  /// Removes empty pages from the end of the file; nil for all.
  package static func removeEmptyPages(
    of connection: any DriverConnection, atMost pages: Int?
  ) throws {
    guard let connection = connection as? SQLiteConnection else {
      throw PersistenceError(.unsupported, "only SQLite can remove empty pages incrementally")
    }
    // For SQLite 0 means all.
    if let pages, pages <= 0 { return }
    let statement = try connection.prepare("PRAGMA incremental_vacuum(\(pages ?? 0))")
    while try statement.next() != nil {}
    try connection.database.copyLog()
  }
}
