import PersistentObjectsInspection

/// Counts the values of a column until its kind can be decided.
struct LegacyColumnProfile {
  let affinity: LegacyColumnAffinity
  private(set) var facts = LegacyFacts()
  private(set) var texts = LegacyTextProfile()
  private(set) var integers: Int64 = 0
  private(set) var reals: Int64 = 0
  private(set) var blobs: Int64 = 0
  private(set) var archives: Int64 = 0
  private(set) var images: Int64 = 0
  private var archivedClasses: [String: Int] = [:]
  private var recentSeconds: Int64 = 0
  /// Whether the newest object has NULL in the column.
  private var endsInNull = false

  init(declaredType: String) { affinity = LegacyColumnAffinity(declaredType: declaredType) }

  /// Adds a value of the column. Values must come in the order of keys.
  mutating func add(_ cell: LegacyCell, checking references: LegacyReferenceCheck)
    throws
  {
    facts.valueCount += 1
    endsInNull = cell.isNull
    switch cell {
    case .null:
      facts.valueCount -= 1
      facts.nullCount += 1
    case .integer(let value): add(value)
    case .real(let value): add(value)
    case .text(let text):
      try texts.add(text, affinity, references)
      facts.areZeroOrOne = facts.areZeroOrOne && (text == "0" || text == "1")
    case .damagedText:
      texts.addDamaged()
      facts.areZeroOrOne = false
    case .blob(let bytes): add(bytes)
    }
  }

  private mutating func add(_ value: Int64) {
    integers += 1
    facts.leastInteger = min(facts.leastInteger ?? value, value)
    facts.greatestInteger = max(facts.greatestInteger ?? value, value)
    facts.areZeroOrOne = facts.areZeroOrOne && (value == 0 || value == 1)
  }

  private mutating func add(_ value: Double) {
    reals += 1
    if (2e8...4e9).contains(value) { recentSeconds += 1 }
    if affinity == .integer, UInt64(nearestTo: value) != nil { facts.unsignedCount += 1 }
    facts.areZeroOrOne = facts.areZeroOrOne && (value == 0 || value == 1)
    facts.areWhole = facts.areWhole && value.rounded() == value
    facts.digits = max(facts.digits, LegacyDigits.count(of: value))
  }

  private mutating func add(_ bytes: [UInt8]) {
    blobs += 1
    facts.areZeroOrOne = false
    // Bytes in a TEXT column are data, whatever they contain.
    if affinity == .text { return }
    if bytes.isImage { images += 1 }
    guard LegacyArchive.begins(bytes) else { return }
    archives += 1
    add(LegacyArchive(bytes))
  }

  private mutating func add(_ archive: LegacyArchive) {
    guard let name = archive.className else { return }
    if archivedClasses.count < 64 || archivedClasses[name] != nil {
      archivedClasses[name, default: 0] += 1
    }
  }
}

extension LegacyColumnProfile {
  /// Returns the facts that hold for all values.
  func finishedFacts(_ kind: LegacyKind) -> LegacyFacts {
    var facts = facts
    facts.areZeroOrOne = facts.areZeroOrOne && facts.valueCount > 0
    facts.areWhole = facts.areWhole && facts.valueCount > 0 && integers + reals == facts.valueCount
    facts.referredTables = kind == .reference ? texts.referredTables.sorted() : []
    facts.archivedClasses = archivedClasses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(16).map(\.key)
    return facts
  }

  /// Whether all numbers could be recent dates in seconds since 1970, the form in which the first
  /// versions wrote dates.
  var mayBeSeconds: Bool { reals > 0 && recentSeconds == facts.valueCount }

  /// The kind of the column, derived from its declared type and all its values.
  var kind: LegacyKind {
    if facts.valueCount == 0 { return .empty }
    switch affinity {
    case .integer: return integers + facts.unsignedCount == facts.valueCount ? .integer : .mixed
    case .real: return kindOfReal
    case .text: return kindOfText
    case .blob: return kindOfBlob
    case .other: return .mixed
    }
  }

  private var kindOfReal: LegacyKind {
    if reals + texts.notFinite == facts.valueCount {
      // A `double` is never nil and has at most 16 digits. Anything else is a number object.
      return facts.nullCount > 0 || facts.digits > 16 ? .number : .real
    }
    return texts.count == facts.valueCount && texts.dates > 0 && texts.notFinite == 0
      ? .date : .mixed
  }

  private var kindOfText: LegacyKind {
    if blobs == facts.valueCount { return .data }
    guard texts.count == facts.valueCount else { return .mixed }
    if texts.areReferences { return .reference }
    // A `char` is never nil, but objects older than the property have NULL.
    if facts.areZeroOrOne, !endsInNull { return .boolean }
    return texts.areSmallNumbers && facts.nullCount == 0 ? .character : .text
  }

  private var kindOfBlob: LegacyKind {
    guard blobs == facts.valueCount else { return .mixed }
    if archives == blobs { return .archive }
    if images == blobs { return .image }
    return archives + images == 0 ? .bytes : .mixed
  }
}
