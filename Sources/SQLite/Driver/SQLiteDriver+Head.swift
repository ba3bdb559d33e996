import CSQLite
import PersistentObjectsEngine

extension SQLiteDriver {
  /// A file before its tables are read.
  package struct Head {
    /// The number of bytes before the first table.
    package static let count = 100

    /// The first 100 bytes; fewer of a shorter file.
    package let bytes: [UInt8]
    /// Whether a program keeps the file to itself at this moment.
    package let isLocked: Bool
  }

  /// Looks at the beginning of the file, whatever it is.
  ///
  /// Through SQLite's own handle: a file opened and closed beside it would drop the locks that this process
  /// has on the database, and another process could take the log away under them.
  ///
  /// Throws `cannotOpen`.
  package func readHead() throws -> Head {
    let handle = try DatabaseHandle.open(databaseName, role: .reader, access: .readOnly)
    defer { handle.close() }
    return Head(bytes: try handle.firstBytes(Head.count), isLocked: try handle.isLockedByOthers)
  }
}

extension DatabaseHandle {
  fileprivate func firstBytes(_ count: Int) throws -> [UInt8] {
    var size: sqlite3_int64 = 0
    try check(po_sqlite3_file_size(pointer, &size))
    let length = min(count, Int(clamping: size))
    var bytes = [UInt8](repeating: 0, count: length)
    try check(
      bytes.withUnsafeMutableBytes { po_sqlite3_read(pointer, $0.baseAddress, Int32(length)) })
    return bytes
  }

  fileprivate var isLockedByOthers: Bool {
    get throws {
      let code = po_sqlite3_try_lock(pointer)
      if code & 0xff == SQLITE_BUSY { return true }
      try check(code)
      return false
    }
  }
}
