import CSQLite
import PersistentObjectsEngine

// The functions on texts that SQLite does not have as Swift has them.

extension TextFunction {
  /// The name of the function, which no program's own is likely to have.
  var sqliteName: String { "_persistent_\(rawValue)" }

  /// The number of arguments and the function; nil for what SQLite has.
  fileprivate var implementation: (count: Int32, function: Implementation)? {
    switch self {
    case .lowercased: (1, { compute($0, $2) { .text($0.lowercased()) } })
    case .uppercased: (1, { compute($0, $2) { .text($0.uppercased()) } })
    case .count: (1, { compute($0, $2) { .integer(Int64($0.unicodeScalars.count)) } })
    case .prefix: (2, { part($0, $2) { $0.prefix($1) } })
    case .suffix: (2, { part($0, $2) { $0.suffix($1) } })
    case .trimmed, .replacing: nil
    }
  }
}

private typealias Implementation =
  @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

extension DatabaseHandle {
  /// Registers the functions. No table, index or view can use them.
  func addTextFunctions() throws {
    for function in TextFunction.allCases {
      guard let (count, implementation) = function.implementation else { continue }
      try check(
        sqlite3_create_function_v2(
          pointer, function.sqliteName, count,
          SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil, implementation, nil, nil,
          nil))
    }
  }
}

/// Sets the result to what a closure makes of the first argument; NULL for what is no text.
private func compute(
  _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?,
  _ body: (String) -> StoredValue
) {
  guard let value = values?[0], sqlite3_value_type(value) == SQLITE_TEXT,
    let bytes = sqlite3_value_text(value)
  else { return sqlite3_result_null(context) }
  let count = Int(sqlite3_value_bytes(value))
  let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  switch body(text) {
  case .integer(let number): sqlite3_result_int64(context, number)
  case .text(var text):
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        po_sqlite3_result_text(context, $0.baseAddress, UInt64($0.count))
      }
    }
  default: sqlite3_result_null(context)
  }
}

/// Sets the result to a part of a text; NULL where the length is NULL.
private func part(
  _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?,
  _ body: (String.UnicodeScalarView, Int) -> Substring.UnicodeScalarView
) {
  guard let length = values?[1], sqlite3_value_type(length) != SQLITE_NULL else {
    return sqlite3_result_null(context)
  }
  let count = Int(max(0, sqlite3_value_int64(length)))
  compute(context, values) { .text(String(body($0.unicodeScalars, count))) }
}
