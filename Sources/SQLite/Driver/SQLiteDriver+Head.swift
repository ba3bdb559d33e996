import CSQLite
import PersistentObjectsDriver

extension SQLiteDriver {
  /// The head of a file, read before its tables.
  package struct Head {
    /// The number of bytes before the first table.
    package static let count = 100

    /// The first 100 bytes; fewer if the file is shorter.
    package let bytes: [UInt8]
    /// Whether another program has locked the file exclusively at this moment.
    package let isLocked: Bool
  }

  /// Reads the beginning of the file, whatever it is.
  ///
  /// This uses SQLite's own handle: opening and closing the file beside it would release the locks
  /// that this process has on the database, and another process could take away the log.
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
