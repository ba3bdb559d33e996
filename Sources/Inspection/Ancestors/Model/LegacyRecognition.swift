/// Whether *SQLite Persistent Objects* wrote a database, and the signs of it.
public struct LegacyRecognition: Sendable {
  /// Whether it did.
  public let isLegacy: Bool
  /// Reasons for and against it, in words.
  public let reasons: [String]

  init(_ layout: LegacyLayout) {
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
  /// Whether it looks like those of the first versions, which had no key counters: only classes,
  /// with the column types of the original, and perhaps collections.
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
