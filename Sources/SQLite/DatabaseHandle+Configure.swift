import CSQLite
import Foundation
import PersistentObjectsEngine

extension DatabaseHandle {
  /// Makes an open database behave as configured.
  func configure(_ configuration: SQLiteConfiguration) throws {
    try check(po_sqlite3_harden(pointer))
    try check(po_sqlite3_enforce_foreign_keys(pointer, configuration.foreignKeys ? 1 : 0))
    try check(sqlite3_busy_timeout(pointer, configuration.busyTimeout.milliseconds))
    switch role {
    case .writer where configuration.access == .readWrite: try configureWriter(configuration)
    default: try configureReader()
    }
    // What stays open would be in the way of what writes.
    if role == .reader { try enableSeeking() } else { try enableRowSource() }
    try setCaches(configuration)
    storesUTF8 = try firstText("PRAGMA encoding") == "UTF-8"
    try enableCopying()
    // Last, since nothing above may be written any more after it.
    if role == .reader || configuration.access != .readWrite {
      try execute("PRAGMA query_only = ON")
    }
  }

  private func configureWriter(_ configuration: SQLiteConfiguration) throws {
    try refuseReadOnlyFile()
    try enableStaging()
    if let size = configuration.pageSize { try execute("PRAGMA page_size = \(size)") }
    // Both before the log is used for the first time.
    if let mode = configuration.autoVacuum { try execute("PRAGMA auto_vacuum = \(mode.rawValue)") }
    if configuration.lockingMode == .exclusive { try execute("PRAGMA locking_mode = EXCLUSIVE") }
    if configuration.location != .memory {
      try useWriteAheadLog(retryingFor: configuration.busyTimeout)
    }
    try check(sqlite3_wal_autocheckpoint(pointer, Int32(clamping: configuration.walAutocheckpoint)))
    try execute("PRAGMA journal_size_limit = \(configuration.walSizeLimit ?? -1)")
    try execute("PRAGMA synchronous = \(configuration.synchronous.rawValue)")
  }

  /// Readers never copy the log into the file: before 3.51.3 SQLite can damage a log that two
  /// connections reset at once.
  private func configureReader() throws {
    try check(sqlite3_wal_autocheckpoint(pointer, 0))
    try check(po_sqlite3_disable_checkpoint_on_close(pointer))
  }

  private func setCaches(_ configuration: SQLiteConfiguration) throws {
    // SQLite counts pages where the number is positive, KiB where it is negative.
    if let size = configuration.cacheSize { try execute("PRAGMA cache_size = -\(abs(size))") }
    if configuration.mmapSize > 0 { try execute("PRAGMA mmap_size = \(configuration.mmapSize)") }
  }

  /// SQLite silently opens a file read-only that it may not write; this says so at once.
  private func refuseReadOnlyFile() throws {
    guard sqlite3_db_readonly(pointer, "main") == 1 else { return }
    throw PersistenceError(
      .readOnly, "\(name) may not be written; check owner and permissions of the file.")
  }

  /// The first switch to the log needs the file alone, and SQLite does not always wait for that
  /// by itself, so this does.
  private func useWriteAheadLog(retryingFor timeout: Duration) throws {
    let deadline = ContinuousClock.now + timeout
    while true {
      do {
        let mode = try firstText("PRAGMA journal_mode = WAL")
        if mode == "wal" { return }
        throw PersistenceError(
          .cannotOpen,
          "\(name) cannot have a write-ahead log (journal mode \(mode ?? "unknown"));"
            + " keep it on a local disk.")
      } catch let error as PersistenceError where error.code == .busy && .now < deadline {
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
  }
}

extension Duration {
  /// Whole milliseconds, as SQLite counts them.
  fileprivate var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    let total = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    return Int32(min(max(total, 0), Double(Int32.max)))
  }
}
