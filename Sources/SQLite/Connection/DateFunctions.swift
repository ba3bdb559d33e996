import CSQLite
import PersistentObjectsEngine

// The fields of dates: SQLite has no time zones but the process's own.

extension DateField {
  /// The name of the function, which no program's own is likely to have.
  var sqliteName: String { "_persistent_\(rawValue)" }

  fileprivate var implementation: Implementation {
    switch self {
    case .year: { read(.year, $0, $2) }
    case .quarter: { read(.quarter, $0, $2) }
    case .month: { read(.month, $0, $2) }
    case .day: { read(.day, $0, $2) }
    case .dayOfYear: { read(.dayOfYear, $0, $2) }
    case .weekday: { read(.weekday, $0, $2) }
    case .hour: { read(.hour, $0, $2) }
    case .minute: { read(.minute, $0, $2) }
    case .second: { read(.second, $0, $2) }
    }
  }
}

private typealias Implementation =
  @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

extension DatabaseHandle {
  /// Registers the functions. No table, index or view can use them.
  func addDateFunctions() throws {
    for field in DateField.allCases {
      try check(
        sqlite3_create_function_v2(
          pointer, field.sqliteName, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
          nil, field.implementation, nil, nil, nil))
    }
  }
}

private func read(
  _ field: DateField, _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let moment = values?[0], let zone = values?[1], sqlite3_value_type(moment) != SQLITE_NULL,
    let moment = sqlite3_value_text(moment), let zone = sqlite3_value_text(zone)
  else { return sqlite3_result_null(context) }
  guard let value = field.value(of: String(cString: moment), in: String(cString: zone)) else {
    return sqlite3_result_error(context, "a date is not in its stored form", -1)
  }
  sqlite3_result_int64(context, value)
}
