import PersistentObjects

/// The forms of a property's values, or of the elements of its collections, which decide how the
/// new store keeps them.
struct LegacyCensus {
  /// The forms of single values.
  var forms: Set<Form> = []
  /// The tables of the objects that are referred to.
  private(set) var tables: Set<String> = []
  /// The elements of nested collections, by their shape.
  private(set) var inner: [LegacyCollection.Shape: LegacyCensus] = [:]
  /// Whether there is a dictionary with a key that is not text.
  private(set) var hasOddKeys = false
  /// Whether there is a set with elements that Swift considers equal, or cannot compare.
  private(set) var hasTwins = false

  /// The number of URLs that have a base.
  private(set) var basedURLs = 0

  /// The form of a value, as finely as codecs distinguish it.
  enum Form {
    case null, boolean, integer, negative, unsigned, real, infinity, notANumber
    /// A `Double` that may be too large or too small for a `Decimal`.
    case farReal
    /// A number with more decimal digits than a `Double` keeps, and one with more than a `Decimal`
    /// keeps.
    case decimal, digits
    case text, damagedText, date
    /// A date in a year that does not have four digits.
    case farDate
    case data, url, archive, reference
  }

  /// Whether all values are nil.
  var isEmpty: Bool { valueForms.isEmpty && inner.isEmpty }

  /// The forms without nil.
  var valueForms: Set<Form> { forms.subtracting([.null]) }

  /// Adds the value of a property.
  mutating func add(_ value: LegacyValue) {
    switch value {
    // Whatever the archive contains, the property was declared as an object of some class.
    case .archive(let archive):
      forms.insert(archive.plainURL == nil ? .archive : .url)
      if case .url = value.resolved, value.hasBase { basedURLs += 1 }
    case .array, .set, .dictionary: forms.insert(.archive)
    default: add(single: value)
    }
  }

  /// Adds the elements of a collection.
  mutating func add(elementsOf collection: LegacyValue) {
    let elements = collection.elements
    for element in elements { add(element: element.resolved) }
    switch collection {
    case .dictionary(let entries):
      if !entries.allSatisfy(\.key.isText) { hasOddKeys = true }
    case .set: if Set(elements.map(\.resolved.twin)).count < elements.count { hasTwins = true }
    default: break
    }
  }

  private mutating func add(element: LegacyValue) {
    guard let shape = element.shape else { return add(single: element) }
    inner[shape, default: LegacyCensus()].add(elementsOf: element)
  }

  private mutating func add(single value: LegacyValue) {
    if case .reference(let reference) = value {
      if !reference.isDangling { tables.insert(reference.table) }
    }
    forms.insert(Form(value))
  }
}

extension LegacyCensus.Form {
  fileprivate init(_ value: LegacyValue) {
    self =
      switch value {
      case .null: .null
      case .boolean: .boolean
      case .integer(let number): number < 0 ? .negative : .integer
      case .unsigned(let number): number > UInt64(Int64.max) ? .unsigned : .integer
      case .real(let number): LegacyNumber.real(number).form
      case .notFinite(.notANumber): .notANumber
      case .notFinite: .infinity
      case .number(let digits): LegacyNumber(digits).form
      case .text: .text
      case .damagedText: .damagedText
      case .date(let date): date.hasUsualYear ? .date : .farDate
      case .data, .image: .data
      case .url(let url): url.plain == nil ? .archive : .url
      case .reference: .reference
      case .archive, .array, .set, .dictionary: .archive
      }
  }
}

extension LegacyDate {
  /// Whether the year has four digits, like those of stored texts.
  fileprivate var hasUsualYear: Bool {
    // The range is from the beginning of the year 0 to that of the year 10000.
    (-63_145_699_200..<252_423_993_600).contains(secondsSince2001)
  }
}

extension LegacyValue {
  /// The contents of an archive, if they can be read; otherwise the value itself.
  var resolved: LegacyValue {
    if case .archive(let archive) = self, let value = try? archive.value() { return value }
    return self
  }

  /// The shape of a collection; nil for other values.
  var shape: LegacyCollection.Shape? {
    switch self {
    case .array: .array
    case .set: .set
    case .dictionary: .dictionary
    default: nil
    }
  }

  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }

  /// A value that is equal for values that Swift considers equal, even if their texts differ.
  /// Archives cannot be compared, so all of them count as equal.
  fileprivate var twin: LegacyValue {
    switch self {
    case .number(let digits): Double(digits).map { .real($0) } ?? self
    case .integer(let number): .real(Double(number))
    case .date(let date): .real(date.secondsSince2001)
    case .archive, .null: .null
    default: self
    }
  }
}
