import PersistentObjectsInspection

/// Builds one collection from its elements, and records irregularities of their positions and keys.
struct LegacyCollectionBuilder {
  let shape: LegacyCollection.Shape
  private(set) var doubts: [(kind: LegacyDoubt.Kind, words: String)] = []
  private var elements: [LegacyValue] = []
  private var entries: [LegacyEntry] = []
  private var seen: Set<LegacyValue> = []
  private var hasGap = false

  init(shape: LegacyCollection.Shape) { self.shape = shape }

  var value: LegacyValue {
    switch shape {
    case .array: .array(elements)
    case .set: .set(elements)
    case .dictionary: .dictionary(entries)
    }
  }

  mutating func add(_ element: LegacyConvertedValue, at place: LegacyCell) {
    doubts += element.doubts
    switch shape {
    case .array: add(element.value, position: place)
    case .set: add(member: element.value)
    case .dictionary: add(element.value, key: place)
    }
  }

  private mutating func add(_ value: LegacyValue, position: LegacyCell) {
    if position != .integer(Int64(elements.count)), !hasGap {
      hasGap = true
      doubts.append(
        (.arrayGap, "positions are missing: elements that could not be stored were left out"))
    }
    elements.append(value)
  }

  private mutating func add(member value: LegacyValue) {
    // Objects of unknown classes may differ even if their archives are equal.
    if case .archive = value {
      elements.append(value)
    } else if seen.insert(value.exact).inserted {
      elements.append(value)
    } else {
      doubts.append((.duplicateElement, "a set has an element twice; it is imported once"))
    }
  }

  private mutating func add(_ value: LegacyValue, key: LegacyCell) {
    switch key {
    case .text(let text): entries.append(LegacyEntry(key: .text(text), value: value))
    case .integer(let number): entries.append(LegacyEntry(key: .text(String(number)), value: value))
    default:
      doubts.append((.unknownElement, "a dictionary has a key that is not a text"))
      entries.append(LegacyEntry(key: key.odd, value: value))
    }
  }
}

extension LegacyValue {
  /// A value that equals another one only if their texts are the same, scalar by scalar. Swift
  /// considers composed and decomposed accents equal; the original did not.
  fileprivate var exact: LegacyValue {
    if case .text(let text) = self { .array([.null, .data(Array(text.utf8))]) } else { self }
  }
}

extension LegacyCell {
  /// The value of a key that the original never wrote.
  fileprivate var odd: LegacyValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(of: value)
    case .text(let text): .text(text)
    case .damagedText(let bytes): .damagedText(bytes)
    case .blob(let bytes): .data(bytes)
    }
  }
}
