import CSQLite

/// Registers the function `strict_ilike(text, pattern, escape)` for all connections of the process.
/// It is SQLite's LIKE, for connections whose LIKE is case-sensitive.
let registerIlike: Void = {
  _ = sqlite3_auto_extension(unsafeBitCast(addIlike, to: (@convention(c) () -> Void).self))
}()

private let addIlike:
  @convention(c) (
    OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
  ) -> Int32 = { database, _, _ in
    sqlite3_create_function(
      database, "strict_ilike", 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, ilike, nil, nil)
  }

private func ilike(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let values, let text = sqlite3_value_text(values[0]),
    let pattern = sqlite3_value_text(values[1]), let escape = sqlite3_value_text(values[2])
  else { return sqlite3_result_null(context) }
  let scalar = String(cString: escape).unicodeScalars.first?.value ?? 0
  let isMatch = sqlite3_strlike(pattern.cString, text.cString, scalar) == 0
  sqlite3_result_int(context, isMatch ? 1 : 0)
}

extension UnsafePointer<UInt8> {
  fileprivate var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self)
  }
}
