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

  /// True.
  public var readsRowByRow: Bool { true }

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

  /// Whole numbers, or texts, as a JSON array. Other numbers would be read inexactly, bytes have no
  /// form in JSON, and a NUL would end the text.
  public func listParameter(_ values: [StoredValue]) -> StoredValue? {
    let integers = values.compactMap { value in
      if case .integer(let integer) = value { integer } else { nil }
    }
    if integers.count == values.count { return listParameter(integers) }
    let texts = values.compactMap { value in
      if case .text(let text) = value, !text.utf8.contains(0) { jsonString(text) } else { nil }
    }
    guard texts.count == values.count else { return nil }
    return .text("[\(texts.joined(separator: ","))]")
  }

  private func jsonString(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{1}"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// `instr(x, ?1) > 0`, which tells capitals from small letters.
  public func contains(_ expression: String, _ placeholder: String) -> String {
    "instr(\(expression), \(placeholder)) > 0"
  }

  /// Compared as bytes: SQLite counts the characters of a text only up to a NUL.
  public func hasSuffix(_ expression: String, _ suffix: String, _ placeholder: String) -> String {
    "substr(CAST(\(expression) AS BLOB), -\(suffix.utf8.count)) = CAST(\(placeholder) AS BLOB)"
  }

  /// SQLite's own limit, unless it was built with another.
  public var maximumParameters: Int { 32_766 }

  /// `EXPLAIN QUERY PLAN`, without the column that means nothing.
  public func explain(_ sql: String) -> String { "EXPLAIN QUERY PLAN \(sql)" }

  /// Joins the table to the key that the connection seeks, so that the statement may go on to the
  /// next one: `SELECT r.pk, r.name FROM … AS k LEFT JOIN person AS r ON r.pk = k.key`.
  public func seek(_ columns: [String], in table: String, by key: String) -> String? {
    let list = columns.map { "r.\($0)" }.joined(separator: ", ")
    // With parentheses no ordinary table is taken for it.
    return """
      SELECT \(list) FROM \(quoted(PO_SOUGHT_KEY_TABLE))() AS k \
      LEFT JOIN \(table) AS r ON r.\(key) = k.key
      """
  }

  /// Hands each column that may hold texts or blobs to a function that copies it.
  public func copy(
    _ columns: [(name: String, storage: StorageClass)], in table: String, where condition: String
  ) -> CopyingText? {
    let copied = columns.indices.filter { ![.integer, .real].contains(columns[$0].storage) }
    let list = CopyPlace.columns(columns.map(\.name), copied: Set(copied))
    return CopyingText("SELECT \(list) FROM \(table) WHERE \(condition)", copied: copied)
  }

  /// Takes the rows from the connection's row source. What fails in the middle is rolled back with the
  /// savepoint, so SQLite need not keep a copy of each page for the statement: `OR FAIL`.
  public func insertRows(_ columns: [String], into table: String) -> String? {
    guard columns.count <= PO_ROW_SOURCE_COLUMNS else { return nil }
    let values = columns.indices.map { "c\($0)" }.joined(separator: ", ")
    // With parentheses no ordinary table is taken for it.
    return """
      INSERT OR FAIL INTO \(table) (\(columns.joined(separator: ", "))) \
      SELECT \(values) FROM \(quoted(PO_ROW_SOURCE_TABLE))()
      """
  }

  /// Goes through the rows between the least and the greatest key, and asks the connection which of
  /// them are staged, and for their values:
  /// `UPDATE person SET age = staged_value(pk, 0) WHERE pk BETWEEN ?1 AND ?2 AND is_staged(pk)`.
  public func updateStaged(
    _ columns: [String], matching expression: String?, in table: String, by key: String
  ) -> String? {
    let values = (0...columns.count).map { "\(StagedPlace.value)(\(key), \($0))" }
    let assignments = zip(columns, values).map { "\($0) = \($1)" }
    let isStaged = "\(StagedPlace.isStaged)(\(key))"
    // Only a CASE says what is asked first, and other rows have no value.
    let isWanted = expression.map {
      "CASE WHEN \(isStaged) THEN \($0) = \(values[columns.count]) END"
    }
    return """
      UPDATE \(table) SET \(assignments.joined(separator: ", ")) \
      WHERE \(key) BETWEEN ?1 AND ?2 AND \(isWanted ?? isStaged)
      """
  }

  /// Starts a transaction that sees one state of the database from its first read on.
  public var beginRead: String { "BEGIN DEFERRED" }

  /// A view that comes and goes, which takes no page: either changes the schema cookie.
  public var announceLayout: [String] {
    ["CREATE VIEW _persistent_layout AS SELECT 1", "DROP VIEW _persistent_layout"]
  }

  /// Starts a transaction that holds the write lock.
  public var beginWrite: String { "BEGIN IMMEDIATE" }

  /// `SQLITE_ERROR`, in preparing or running; other codes are of the disk and of memory.
  public func refusesDrop(_ error: PersistenceError) -> Bool {
    error.databaseCode.map { $0 & 0xff == SQLITE_ERROR } ?? false
  }

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
