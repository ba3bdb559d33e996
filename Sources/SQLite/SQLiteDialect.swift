import CSQLite
import PersistentObjectsEngine

/// SQLite's SQL. All tables are STRICT: a column holds what its type says.
public struct SQLiteDialect: Dialect {
  /// The dialect has no options.
  public init() {}

  /// The name as it is when it is plain, lower-case and no keyword; else in double quotes.
  public func quoted(_ name: String) -> String {
    if isPlain(name) && !isKeyword(name) { return name }
    return "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  /// `?1`, `?2` and so on.
  public func placeholder(_ number: Int) -> String { number < 100 ? "?\(number)" : "?" }

  /// A condition that `expression` equals the parameter, where NULL equals NULL: `x IS ?1`.
  public func isSame(_ expression: String, _ placeholder: String) -> String {
    "\(expression) IS \(placeholder)"
  }

  /// A condition that `expression` is in a bound list:
  /// `x IN (SELECT value FROM json_each(?1))`.
  public func isMember(_ expression: String, _ placeholder: String) -> String {
    "\(expression) IN (SELECT value FROM json_each(\(placeholder)))"
  }

  /// The list as a JSON array, such as `[1,2,3]`.
  public func listParameter(_ integers: [Int64]) -> StoredValue {
    // 20 digits and sign, and a comma, for each.
    let text = String(unsafeUninitializedCapacity: integers.count * 21 + 2) { buffer in
      var end = 0
      for integer in integers {
        buffer[end] = end == 0 ? UInt8(ascii: "[") : UInt8(ascii: ",")
        end = writeDecimal(integer, to: buffer, at: end + 1)
      }
      if end == 0 {
        buffer[0] = UInt8(ascii: "[")
        end = 1
      }
      buffer[end] = UInt8(ascii: "]")
      return end + 1
    }
    return .text(text)
  }

  /// Starts a transaction that sees one state of the database from its first read on.
  public var beginRead: String { "BEGIN DEFERRED" }

  /// Starts a transaction that holds the write lock.
  public var beginWrite: String { "BEGIN IMMEDIATE" }

  private func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
    }
  }

  private func isKeyword(_ name: String) -> Bool {
    sqlite3_keyword_check(name, Int32(name.utf8.count)) != 0
  }

  /// Writes the digits of `integer` at `start`; answers where they end.
  private func writeDecimal(
    _ integer: Int64, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    var first = start
    if integer < 0 {
      buffer[first] = UInt8(ascii: "-")
      first += 1
    }
    var rest = integer.magnitude
    var end = first
    repeat {
      buffer[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      end += 1
    } while rest > 0
    buffer[first..<end].reverse()
    return end
  }
}
