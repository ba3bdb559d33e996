import CSQLite
import Foundation
import PersistentObjectsDriver

extension DatabaseHandle {
  /// Applies a configuration to an open database.
  func configure(_ configuration: SQLiteConfiguration) throws {
    try check(po_sqlite3_harden(pointer))
    try check(po_sqlite3_enforce_foreign_keys(pointer, configuration.foreignKeys ? 1 : 0))
    try waitForLocks(upTo: configuration.busyTimeout)
    // With an exclusive lock, SQLite keeps in its own memory what the users of a log share.
    if configuration.readsAbandonedLog { try execute("PRAGMA locking_mode = EXCLUSIVE") }
    switch role {
    case .writer where configuration.access == .readWrite: try configureWriter(configuration)
    default: try configureReader(configuration)
    }
    try check(BoundRows.enable(in: self))
    for function in SQLFunction.standard { try add(function) }
    try addDecimalSums()
    try check(po_sqlite3_add_functions(pointer))
    try setCaches(configuration)
    // Last, since nothing can be written after it.
    if role == .reader || configuration.access != .readWrite {
      try execute("PRAGMA query_only = ON")
    }
  }

  private func configureWriter(_ configuration: SQLiteConfiguration) throws {
    try refuseReadOnlyFile()
    if configuration.lockingMode == .exclusive { try execute("PRAGMA locking_mode = EXCLUSIVE") }
    try readEncoding(configuration)
    autoVacuum = configuration.autoVacuum
    try layOutNewFile(configuration)
    awaitsLog = try configuration.location != .memory && isSomebodyElses()
    if !awaitsLog && configuration.location != .memory {
      try useWriteAheadLog(retryingFor: configuration.busyTimeout)
    }
    try limitLog(configuration)
    try execute("PRAGMA journal_size_limit = \(configuration.walSizeLimit ?? -1)")
    try execute("PRAGMA synchronous = \(configuration.synchronous.rawValue)")
  }

  private func limitLog(_ configuration: SQLiteConfiguration) throws {
    if configuration.location == .memory { return }
    let pageSize = try rows(of: "PRAGMA page_size") { Int(clamping: $0.integer(at: 0)) }.first
    logLimit = LogLimit(configuration, pageSize: pageSize ?? 4096)
    logLimit?.install(in: self)
  }

  /// Reads how the file stores text. As UTF-16, SQLite sorts and searches it by bytes that are not
  /// Swift's, so that queries would find, and deletions delete, wrong rows.
  private func readEncoding(_ configuration: SQLiteConfiguration) throws {
    storesUTF8 = try firstText("PRAGMA encoding") == "UTF-8"
    // Somebody else's tables may still be read as they are.
    if try storesUTF8 || (configuration.access != .readWrite && !hasRecords) { return }
    throw PersistenceError(
      .schemaMismatch,
      """
      \(name) stores text as UTF-16, which is neither sorted nor searched as UTF-8 is; copy it into \
      a new file, which uses UTF-8 (sqlite3 OLD .dump | sqlite3 NEW), and open that.
      """)
  }

  /// Sets the page size and the treatment of empty pages of a new file, before the log is used for
  /// the first time. In an existing file, the mode is left to `vacuum()`: the pragma writes to the
  /// file at each opening.
  private func layOutNewFile(_ configuration: SQLiteConfiguration) throws {
    guard try rows(of: "PRAGMA page_count", { $0.integer(at: 0) }) == [0] else { return }
    if let size = configuration.pageSize { try execute("PRAGMA page_size = \(size)") }
    if let mode = autoVacuum { try execute("PRAGMA auto_vacuum = \(mode.rawValue)") }
  }

  /// Returns whether the file has tables, but none of this package, and no log yet. If the file
  /// turns out to be unusable, it must be as it was.
  private func isSomebodyElses() throws -> Bool {
    if try usesLog { return false }
    return try firstText(
      """
      SELECT 1 WHERE EXISTS (SELECT 1 FROM sqlite_schema)
      AND NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_persistent_table')
      """) != nil
  }

  private var usesLog: Bool { get throws { try firstText("PRAGMA journal_mode") == "wal" } }

  /// Whether the connection writes to a log that others read.
  var usesSharedLog: Bool { logLimit != nil && !awaitsLog }

  /// Begins to use the log once this package has made tables in somebody else's file. If others
  /// prevent that, the next lease tries again.
  func useLogIfRecognised() {
    withoutWaiting {
      guard let isStillSomebodyElses = try? isSomebodyElses(), !isStillSomebodyElses else { return }
      guard (try? useWriteAheadLog(retryingFor: .zero)) != nil else { return }
      awaitsLog = false
      watch?.beginWithLog()
    }
  }

  /// Configures a reader. Readers never copy the log into the file while others have it open:
  /// before 3.51.3, SQLite can damage a log that two connections reset at once. The last connection
  /// to be closed has the file to itself.
  private func configureReader(_ configuration: SQLiteConfiguration) throws {
    try readEncoding(configuration)
    try check(sqlite3_wal_autocheckpoint(pointer, 0))
    if configuration.access != .readWrite {
      try check(po_sqlite3_disable_checkpoint_on_close(pointer))
    }
  }

  /// Whether the file may be written, and is as the writer would leave it when opening it.
  var isReadyForReaders: Bool {
    get throws {
      try sqlite3_db_readonly(pointer, "main") == 0 && usesLog && hasRecords
    }
  }

  /// Whether this package has made tables in the file.
  private var hasRecords: Bool {
    get throws {
      try firstText("SELECT 1 FROM sqlite_schema WHERE name = '_persistent_table'") != nil
    }
  }

  private func setCaches(_ configuration: SQLiteConfiguration) throws {
    // SQLite counts pages if the number is positive, and KiB if it is negative.
    if let size = configuration.cacheSize {
      try execute("PRAGMA cache_size = -\(min(size.magnitude, UInt(Int32.max)))")
    }
    if configuration.mmapSize > 0 { try execute("PRAGMA mmap_size = \(configuration.mmapSize)") }
  }

  /// Throws `readOnly` for a file that may not be written, which SQLite would silently open for
  /// reading.
  func refuseReadOnlyFile() throws {
    wasOpenedToWrite = sqlite3_db_readonly(pointer, "main") == 0
    if wasOpenedToWrite { return }
    throw PersistenceError(
      .readOnly, "\(name) is not writable; check the owner and permissions of the file.")
  }

  /// Switches to the log. The first switch needs exclusive access to the file. SQLite does not
  /// always wait for that by itself, so this does.
  private func useWriteAheadLog(retryingFor timeout: Duration) throws {
    let deadline = ContinuousClock.now + timeout
    while true {
      do {
        let mode = try firstText("PRAGMA journal_mode = WAL")
        // The first read makes the log and its index, which are watched from then on.
        if mode == "wal" { return try execute("SELECT 1 FROM sqlite_schema LIMIT 0") }
        throw PersistenceError(
          .cannotOpen,
          "\(name) cannot use a write-ahead log (journal mode \(mode ?? "unknown"));"
            + " keep it on a local disk.")
      } catch let error as PersistenceError where error.code == .busy && .now < deadline {
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
  }
}
