/// The place of an SQLite database and the behaviour of its connections.
///
/// The defaults suit a service: write-ahead log, foreign keys checked, one writer and as many readers
/// as are needed.
public struct SQLiteConfiguration: Sendable, Hashable {
  /// The place of the database.
  public var location: Location
  /// The access of the connections.
  public var access: Access = .readWrite
  /// Whether missing folders on the way to the file are created.
  public var createsFolder = true
  /// The permissions of files that are made: the database, its log, and copies of it. Folders that are
  /// made can also be entered by whoever may read. The default, 0600, is for the user alone, whatever
  /// the umask; 0640 is for a group, too; nil leaves them to the umask. A file that is there keeps its
  /// own, also when a copy replaces it.
  public var filePermissions: Int? = 0o600
  /// The time that a connection waits for another process before it throws
  /// `PersistenceError.Code.busy`. The waiting thread sleeps.
  public var busyTimeout: Duration = .seconds(5)
  /// The access that the connections of a store have.
  public enum Access: Sendable, Hashable {
    /// Reading and writing; a file that is missing is created.
    case readWrite
    /// Reading alone; a file that is missing is `cannotOpen`. Others may write meanwhile. A log beside the
    /// file is read, too, for which its folder may have to be writable.
    case readOnly
    /// Reading a file that nobody changes while the store is open, such as one on a read-only
    /// medium. Nothing is locked, and a log beside the file is not read.
    case immutable
  }

  /// The fate of pages that deletions leave empty.
  public enum AutoVacuum: Int, Sendable, Hashable {
    /// Empty pages stay in the file and are used again.
    case none = 0
    /// Each commit cuts them off, which makes it slower.
    case full = 1
    /// `store.incrementalVacuum()` cuts them off.
    case incremental = 2
  }

  /// The processes that may use the file.
  public enum LockingMode: String, Sendable, Hashable {
    /// Other processes, too, one writing at a time.
    case normal
    /// The writing connection alone, from its first use to its end; others get `busy`. It reads, too,
    /// so there is one session at a time.
    case exclusive
  }

  /// The distance that each commit goes towards the disk.
  public var synchronous: Synchronous = .normal
  /// Whether foreign keys are checked.
  public var foreignKeys = true
  /// The number of connections that may read at once, beside the writer. The first four are opened without
  /// hesitation, others when somebody has waited for 10 ms, and these are closed after ten seconds without
  /// use. In memory there are none: the writer reads, too.
  public var maximumReaders = 64
  /// The page cache of each connection in KiB; nil leaves SQLite's own choice, 2,000.
  public var cacheSize: Int?
  /// The number of bytes of the file that are read through a memory map. 0, the default, means none: with a
  /// map an I/O error ends the process with a signal instead of throwing.
  public var mmapSize = 0
  /// The length of the write-ahead log, in pages, at which a commit copies it into the file. 0
  /// means never.
  public var walAutocheckpoint = 1000
  /// The bytes that the write-ahead log keeps on the disk once it has been copied into the file; nil
  /// means that it keeps its greatest length until the store is closed. While somebody reads from an old
  /// snapshot the log grows beyond that.
  public var walSizeLimit: Int? = 16 << 20
  /// The page size in bytes of a file that is created, a power of two from 512 to 65536; nil
  /// leaves SQLite's own choice, 4096. An existing file keeps its own.
  public var pageSize: Int?
  /// The fate of pages that deletions leave empty; nil leaves a file as it is, and SQLite's own
  /// choice, none, to a file that is created. For a file that is there a change takes effect with
  /// the next `store.vacuum()`.
  public var autoVacuum: AutoVacuum?
  /// Whether other processes may use the file meanwhile.
  public var lockingMode: LockingMode = .normal
  /// The number of statements made at run time that each connection keeps prepared.
  public var statementCacheCapacity = 100
  /// Whether a log is read that its programs left behind when they stopped, without making anew what the
  /// users of a log share. With `readOnly`; nothing is locked.
  package var readsAbandonedLog = false

  /// A database in a file, which is created when missing.
  ///
  /// The path is taken literally: `?`, `#`, `%` and `file:` mean nothing special. Only
  /// `:memory:` does, as everywhere with SQLite.
  public init(path: String) { location = path == ":memory:" ? .memory : .file(path) }

  /// A database in memory, gone when it is closed.
  public static var inMemory: SQLiteConfiguration { SQLiteConfiguration(path: ":memory:") }
}

extension SQLiteConfiguration {
  var newFile: NewFile { NewFile(permissions: filePermissions.map { $0 & 0o777 }) }

  /// The place of a database.
  public enum Location: Sendable, Hashable {
    /// The file with this path.
    case file(String)
    /// The memory of the process.
    case memory
  }

  /// The distance that each commit goes towards the disk. Whatever is chosen, a crash of the *process*
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
