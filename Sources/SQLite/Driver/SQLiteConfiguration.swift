/// The location of an SQLite database and the behavior of its connections.
///
/// ```swift
/// var configuration = SQLiteConfiguration(path: "people.sqlite3")
/// configuration.synchronous = .full
/// configuration.autoVacuum = .incremental
/// let store = try Store(configuration)
/// ```
///
/// The defaults suit a service: write-ahead log, foreign keys checked, one writer and as many
/// readers as are needed.
public struct SQLiteConfiguration: Sendable, Hashable {
  /// The location of the database.
  public var location: Location
  /// The access of the connections.
  public var access: Access = .readWrite
  /// Whether missing folders in the path of the file are created.
  public var createsFolder = true
  /// The permissions of created files: the database, its log, and its copies. Created folders can
  /// also be entered by anyone who may read. The default, 0600, is for the user only, regardless of
  /// the umask; 0640 is also for a group; nil leaves the permissions to the umask. An existing file
  /// keeps its own, even when a copy replaces it.
  public var filePermissions: Int? = 0o600
  /// The time that a connection waits for another process before it throws
  /// `PersistenceError.Code.busy`. The waiting thread sleeps.
  public var busyTimeout: Duration = .seconds(5)
  /// The access of a store's connections.
  ///
  /// See ``SQLiteConfiguration``.
  public enum Access: Sendable, Hashable {
    /// Reading and writing; a missing file is created.
    case readWrite
    /// Reading only; a missing file is `cannotOpen`. Others may write meanwhile. A log beside the
    /// file is also read, for which its folder may have to be writable. Without a log, a file in a
    /// folder that may not be written is read without a lock; after another program has changed it,
    /// the next read throws `busy` once.
    case readOnly
    /// Reading a file that does not change while the store is open, such as one on a read-only
    /// medium. Nothing is locked, and a log beside the file is not read.
    case immutable
  }

  /// The treatment of pages that deletions leave empty.
  ///
  /// See ``SQLiteConfiguration``.
  public enum AutoVacuum: Int, Sendable, Hashable {
    /// Empty pages stay in the file and are used again.
    case none = 0
    /// Each commit removes empty pages, which makes it slower.
    case full = 1
    /// `store.incrementalVacuum()` removes empty pages.
    case incremental = 2
  }

  /// The processes that may use the file.
  ///
  /// See ``SQLiteConfiguration``.
  public enum LockingMode: String, Sendable, Hashable {
    /// Other processes as well, one writing at a time.
    case normal
    /// The writing connection only, from its first use to its end; others get `busy`. This
    /// connection also reads, so there is one session at a time.
    case exclusive
  }

  /// The durability of each commit.
  public var synchronous: Synchronous = .normal
  /// Whether foreign keys are checked.
  public var foreignKeys = true
  /// The maximum number of connections that read at once, beside the writer, at least one. The
  /// first four are opened without a wait. More are opened when a caller has waited 10 ms, and are
  /// closed after ten idle seconds. A database in memory has none: its writer also reads.
  public var maximumReaders = 64
  /// The page cache of each connection, in KiB; nil leaves SQLite's own choice, 2,000.
  public var cacheSize: Int?
  /// The number of bytes of the file that are read through a memory map. 0, the default, means
  /// none: with a map, an I/O error ends the process with a signal instead of throwing.
  public var mmapSize = 0
  /// The length of the write-ahead log, in pages, at which a commit copies it into the file; 0
  /// means never.
  public var walAutocheckpoint = 1000
  /// The number of bytes of the write-ahead log beyond which it begins anew, for which the writer
  /// waits for a moment after a commit, and to which it is cut; nil means that it keeps its
  /// greatest length until the store is closed. While a reader uses a snapshot for longer than that
  /// moment, the log grows on.
  public var walSizeLimit: Int? = 16 << 20
  /// The page size, in bytes, of a file that is created, a power of two from 512 to 65536; nil
  /// leaves SQLite's own choice, 4096. An existing file keeps its own.
  public var pageSize: Int?
  /// The treatment of pages that deletions leave empty; nil leaves an existing file as it is, and a
  /// new file with SQLite's own choice, none. For an existing file, a change takes effect with the
  /// next `store.vacuum()`.
  public var autoVacuum: AutoVacuum?
  /// Whether other processes may use the file at the same time.
  public var lockingMode: LockingMode = .normal
  /// The number of statements made at run time that each connection keeps prepared.
  public var statementCacheCapacity = 100
  /// Whether to read a log that programs left behind when they stopped, without creating again what
  /// the users of a log share. Used with `readOnly`; nothing is locked.
  package var readsAbandonedLog = false

  /// Makes the configuration of a database in a file, which is created if it is missing.
  ///
  /// The path is taken literally: `?`, `#`, `%` and `file:` have no special meaning. Only
  /// `:memory:` has one, as everywhere with SQLite.
  public init(path: String) { location = path == ":memory:" ? .memory : .file(path) }

  /// The configuration of a database in memory, which is lost when it is closed.
  public static var inMemory: SQLiteConfiguration { SQLiteConfiguration(path: ":memory:") }
}

extension SQLiteConfiguration {
  var newFile: NewFile { NewFile(permissions: filePermissions.map { $0 & 0o777 }) }

  /// The location of a database.
  ///
  /// See ``SQLiteConfiguration``.
  public enum Location: Sendable, Hashable {
    /// The file with this path.
    case file(String)
    /// The memory of the process.
    case memory
  }

  /// The durability of each commit. With any choice, a crash of the *process* loses nothing that
  /// was committed.
  ///
  /// See ``SQLiteConfiguration``.
  public enum Synchronous: String, Sendable, Hashable {
    /// A power failure may undo the last commits, but never damages the file.
    case normal
    /// A power failure undoes nothing; each commit waits for the disk.
    case full
    /// A power failure may damage the file. For data that can be created again.
    case off
  }
}
