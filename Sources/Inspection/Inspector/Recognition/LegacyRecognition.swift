/// Whether *SQLite Persistent Objects* wrote a database, and the evidence.
///
/// ```swift
/// let recognition = try LegacyStore("old.sqlite3").recognition
/// print(recognition.isLegacy, recognition.reasons)
/// ```
public struct LegacyRecognition: Sendable {
  /// Whether *SQLite Persistent Objects* wrote the database.
  public let isLegacy: Bool
  /// The reasons for and against, in words.
  public let reasons: [String]

  package init(_ layout: LegacyLayout) {
    let (objects, elements) = (layout.objectTables.count, layout.elementTables.count)
    isLegacy = !layout.isStore && (layout.hasCounters || layout.looksEarly)
    var reasons = [
      layout.hasCounters
        ? "it has the table SQLITESEQUENCE" : "it has no table SQLITESEQUENCE",
      "\(objects) of its tables have `pk INTEGER PRIMARY KEY`",
      "\(elements) have the columns of collections",
    ]
    if layout.isStore { reasons = ["it is a store of this package already"] }
    self.reasons = reasons
  }
}

extension LegacyLayout {
  /// Whether the layout looks like that of the first versions, which had no key counters: only
  /// tables of classes, with the column types of the original, and perhaps tables of collections.
  fileprivate var looksEarly: Bool {
    guard !objectTables.isEmpty else { return false }
    if !elementTables.isEmpty { return true }
    return foreignTables.isEmpty && others.isEmpty
      && objectTables.allSatisfy { $0.columns.first?.name == "pk" && $0.hasTypesOfOriginal }
  }
}

extension LegacyTable {
  fileprivate var hasTypesOfOriginal: Bool {
    properties.allSatisfy {
      ["INTEGER", "TEXT", "REAL", "BLOB"].contains($0.type)
        && LegacyName.inMemory($0.name) != nil
    }
  }
}
