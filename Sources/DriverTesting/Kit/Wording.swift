import PersistentObjectsDriver

/// The wording of failures.
enum Wording {
  /// Returns a sentence with a promise and the way in which it was broken.
  static func sentence(_ promise: String, broken error: any Error) -> String {
    guard let breach = error as? Breach else { return "\(promise), but it threw \(reason(error))." }
    return "\(promise), but \(breach.fact)." + (breach.sql.map { " SQL: \(excerpt($0))" } ?? "")
  }

  /// Returns the message of an error, without a full stop at its end.
  static func reason(_ error: any Error) -> String {
    let text = excerpt("\(error)")
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  static func show(_ rows: [[StoredValue]]) -> String {
    if rows.isEmpty { return "no rows" }
    let shown = rows.prefix(shownRows).map { "(" + $0.map(show).joined(separator: ", ") + ")" }
    let rest = rows.count > shown.count ? " … of \(rows.count) rows" : ""
    return excerpt(shown.joined(separator: " ") + rest)
  }

  /// Returns what a query returned, what it should have, and where they differ first if the
  /// beginnings are the same.
  static func difference(_ found: [[StoredValue]], _ expected: [[StoredValue]]) -> String {
    let whole = "it returned \(show(found)) rather than \(show(expected))"
    let common = zip(found, expected).prefix { $0 == $1 }.count
    guard common > 0, found.count > shownRows || expected.count > shownRows else { return whole }
    func row(_ rows: [[StoredValue]]) -> String {
      rows.indices.contains(common) ? show([rows[common]]) : "nothing"
    }
    return """
      of \(found.count) rows, row \(common + 1) was \(row(found)) rather than \(row(expected)) of \(expected.count)
      """
  }

  /// The number of rows that are shown.
  private static let shownRows = 8

  static func show(_ value: StoredValue) -> String {
    if case .text(let text) = value { excerpt(text.debugDescription, 60) } else { "\(value)" }
  }

  /// Returns a value with its kind.
  static func describe(_ value: StoredValue) -> String { "\(value.kind) \(show(value))" }

  /// Returns the value with its kind if there is only one, and otherwise the rows.
  static func describe(_ rows: [[StoredValue]]) -> String {
    guard rows.count == 1, rows[0].count == 1 else { return show(rows) }
    return describe(rows[0][0])
  }

  /// Returns the columns of an index as SQL writes them.
  static func show(_ columns: [IndexedColumn?]) -> String {
    let shown = columns.map { $0.map { $0.name + ($0.isDescending ? " DESC" : "") } ?? "nil" }
    return "(" + shown.joined(separator: ", ") + ")"
  }

  /// Returns foreign keys by their columns.
  static func show(_ keys: [String: ForeignKey]) -> String {
    let shown = keys.sorted { $0.key < $1.key }
      .map { "\($0.key) of \($0.value.table) with \($0.value.onDelete)" }
    return shown.isEmpty ? "none" : shown.joined(separator: ", ")
  }

  /// Returns a table as the driver reads it.
  static func show(_ table: ExistingTable) -> String {
    "\(table.name) with the columns \(table.columns), the indices \(table.indices.sorted()) and"
      + " the foreign keys \(show(table.foreignKeys))"
  }

  /// Returns the beginning of a text.
  static func excerpt(_ text: String, _ limit: Int = 400) -> String {
    text.count > limit ? "\(text.prefix(limit))… (\(text.count) characters)" : text
  }
}
