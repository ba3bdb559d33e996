/// Where an SQLite database lies and how its connections behave.
///
/// The defaults suit a service: write-ahead log, foreign keys checked, one writer and up to four
/// readers at once.
public struct SQLiteConfiguration: Sendable, Hashable {
  /// Where the database lies.
  public var location: Location
  /// Whether missing folders on the way to the file are created.
  public var createsFolder = true
  /// How long a connection waits for another process before it throws
  /// `PersistenceError.Code.busy`. The waiting thread sleeps.
  public var busyTimeout: Duration = .seconds(5)
  /// How far each commit goes towards the disk.
  public var synchronous: Synchronous = .normal
  /// Whether foreign keys are checked.
  public var foreignKeys = true
  /// How many connections may read at once, beside the writer. In memory there are none: the
  /// writer reads, too.
  public var maximumReaders = 4
  /// The page cache of each connection in KiB; nil leaves SQLite's own choice, 2,000.
  public var cacheSize: Int?
  /// How many bytes of the file are read through a memory map. 0, the default, means none: with a
  /// map an I/O error ends the process with a signal instead of throwing.
  public var mmapSize = 0
  /// The length of the write-ahead log, in pages, at which a commit copies it into the file. 0
  /// means never.
  public var walAutocheckpoint = 1000
  /// The page size in bytes of a file that is created, a power of two from 512 to 65536; nil
  /// leaves SQLite's own choice, 4096. An existing file keeps its own.
  public var pageSize: Int?
  /// How many statements made at run time each connection keeps prepared.
  public var statementCacheCapacity = 100

  /// A database in a file, which is created when missing.
  ///
  /// The path is taken literally: `?`, `#`, `%` and `file:` mean nothing special. Only
  /// `:memory:` does, as everywhere with SQLite.
  public init(path: String) { location = path == ":memory:" ? .memory : .file(path) }

  /// A database in memory, gone when it is closed.
  public static var inMemory: SQLiteConfiguration { SQLiteConfiguration(path: ":memory:") }
}

extension SQLiteConfiguration {
  /// Where a database lies.
  public enum Location: Sendable, Hashable {
    /// In the file with this path.
    case file(String)
    /// In memory.
    case memory
  }

  /// How far each commit goes towards the disk. Whatever is chosen, a crash of the *process*
  /// loses nothing that was committed.
  public enum Synchronous: String, Sendable, Hashable {
    /// A power failure may take back the last commits, never damage the file.
    case normal
    /// A power failure takes nothing back; each commit waits for the disk.
    case full
    /// A power failure may damage the file. For data that can be made again.
    case off
  }
}
