import CSQLite
import PersistentObjectsDriver

extension Cell {
  /// Makes a cell from an `sqlite3_value`; the bytes of a text or blob remain SQLite's. In a UTF-8
  /// database, reading a text as a blob returns its bytes as they are, which saves work.
  @inline(__always)
  init(_ value: OpaquePointer?, storesUTF8: Bool) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start =
        storesUTF8 ? sqlite3_value_blob(value) : UnsafeRawPointer(sqlite3_value_text(value))
      self = .text(Self.bytes(start, of: value))
    case SQLITE_BLOB: self = .bytes(Self.bytes(sqlite3_value_blob(value), of: value))
    default: self = .null
    }
  }

  private static func bytes(
    _ start: UnsafeRawPointer?, of value: OpaquePointer?
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}
