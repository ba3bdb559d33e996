import CSQLite
import Foundation

/// A prepared statement; parameters count from 1, columns from 0, as in the C API.
struct RawStatement {
  let pointer: OpaquePointer
  /// The value of `SQLITE_TRANSIENT`, a macro that Swift cannot see: SQLite copies what is bound.
  private static let isCopied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  // MARK: Parameters

  func bind(_ value: Int64, _ index: Int32) { sqlite3_bind_int64(pointer, index, value) }

  func bind(_ value: Double, _ index: Int32) { sqlite3_bind_double(pointer, index, value) }

  func bind(_ text: String, _ index: Int32) {
    var text = text
    _ = text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text64(
          pointer, index, $0.baseAddress, UInt64($0.count), Self.isCopied, UInt8(SQLITE_UTF8))
      }
    }
  }

  func bind(_ bytes: UnsafeRawBufferPointer, _ index: Int32) {
    sqlite3_bind_blob64(
      pointer, index, bytes.baseAddress, UInt64(bytes.count), Self.isCopied)
  }

  func bindNull(_ index: Int32) { sqlite3_bind_null(pointer, index) }

  // MARK: Columns

  func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(pointer, index) }

  func real(_ index: Int32) -> Double { sqlite3_column_double(pointer, index) }

  func text(_ index: Int32) -> String { String(cString: sqlite3_column_text(pointer, index)) }

  func isNull(_ index: Int32) -> Bool { sqlite3_column_type(pointer, index) == SQLITE_NULL }

  func data(_ index: Int32) -> Data {
    guard let bytes = sqlite3_column_blob(pointer, index) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(pointer, index)))
  }

  // MARK: Running

  /// Steps to the next row. Returns false if there is none.
  func step() throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw RawError(code: code)
    }
  }

  func reset() { sqlite3_reset(pointer) }

  /// Runs a statement that returns no rows.
  func run() throws {
    defer { reset() }
    while try step() {}
  }
}
