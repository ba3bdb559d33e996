/// Counts the texts of each form in a column.
struct LegacyTextProfile {
  /// The number of all texts.
  private(set) var count: Int64 = 0
  /// The number of dates, and of texts for infinity or NaN, in a `REAL` column.
  private(set) var dates: Int64 = 0
  private(set) var notFinite: Int64 = 0
  /// The number of integers in a `TEXT` column, which is how the original wrote one-byte integers.
  private(set) var smallNumbers: Int64 = 0
  private var least: Int16 = 0
  private var greatest: Int16 = 0
  /// The number of texts of the form `Name-1`.
  private(set) var likeReferences: Int64 = 0
  /// The number of those texts that name a class with a table and a key that was used, and the
  /// number of those whose object exists.
  private(set) var references: Int64 = 0
  private(set) var existing: Int64 = 0
  private(set) var referredTables: Set<String> = []
  /// The names of classes as they occur in references, by table.
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

  /// Whether the column holds references. Some of their objects may have been deleted, but if most
  /// do not exist, the texts only look like references.
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
    // One text that is not a reference settles the question; the rest need no lookup.
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
