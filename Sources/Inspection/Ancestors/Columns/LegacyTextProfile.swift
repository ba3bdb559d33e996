/// Counts the forms of texts in a column.
struct LegacyTextProfile {
  /// All texts.
  private(set) var count: Int64 = 0
  /// Dates, and texts for infinity and the like, in a `REAL` column.
  private(set) var dates: Int64 = 0
  private(set) var notFinite: Int64 = 0
  /// Whole numbers in a `TEXT` column, as the original wrote those of one byte.
  private(set) var smallNumbers: Int64 = 0
  private var least: Int16 = 0
  private var greatest: Int16 = 0
  /// Texts of the form `Name-1`.
  private(set) var likeReferences: Int64 = 0
  /// The texts among them that name a class with a table and a key that was used; and those whose
  /// object exists.
  private(set) var references: Int64 = 0
  private(set) var existing: Int64 = 0
  private(set) var referredTables: Set<String> = []
  /// The names of classes as references have them, by table.
  private(set) var classNames: [String: Set<String>] = [:]

  mutating func add(
    _ text: String, _ affinity: LegacyColumnAffinity, _ check: LegacyReferenceCheck
  ) throws {
    count += 1
    switch affinity {
    case .real:
      if LocalTime(text) != nil { dates += 1 }
      if LegacyNotFinite(text: text) != nil { notFinite += 1 }
    case .text:
      if let number = Self.smallNumber(text) { add(number) }
      try addReference(text, checking: check)
    default: break
    }
  }

  mutating func addDamaged() { count += 1 }

  /// Whether the column has references. Some objects may have been deleted; but if most never
  /// existed, the texts only look alike.
  var areReferences: Bool { count > 0 && references == count && existing * 2 >= count }

  /// Whether all texts are numbers of one type, `char` or `unsigned char`.
  var areSmallNumbers: Bool {
    smallNumbers == count && (least >= 0 ? greatest <= 255 : least >= -128 && greatest <= 127)
  }

  private mutating func add(_ number: Int16) {
    smallNumbers += 1
    (least, greatest) = (min(least, number), max(greatest, number))
  }

  private static func smallNumber(_ text: String) -> Int16? {
    guard text.utf8.count <= 4, let number = Int16(text), String(number) == text else { return nil }
    return number
  }

  private mutating func addReference(_ text: String, checking check: LegacyReferenceCheck)
    throws
  {
    guard let parsed = LegacyReferenceText(text) else { return }
    likeReferences += 1
    // One text that is not a reference decides it; the rest need not be looked up.
    guard references == count - 1, let table = check.table(ofClass: parsed.className) else {
      return
    }
    let reference = LegacyReference(table: table, key: parsed.key)
    guard check.wasGiven(reference) else { return }
    references += 1
    referredTables.insert(table)
    if classNames[table, default: []].count < 8 {
      classNames[table, default: []].insert(parsed.className)
    }
    if try check.exists(reference) { existing += 1 }
  }
}
