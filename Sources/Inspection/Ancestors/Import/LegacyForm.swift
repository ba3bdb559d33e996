import PersistentObjects
import PersistentObjectsInspection

/// The form in which the new store keeps the values of a property, or the elements of its
/// collections.
indirect enum LegacyForm: Hashable, Sendable {
  /// A value in a column.
  case value(LegacyValueForm)
  /// A reference to objects of one class, given by its table in the old file, or to objects of any
  /// class if the table is nil.
  case reference(String?)
  /// A collection, whose elements may be nil.
  case collection(LegacyCollection.Shape, of: LegacyForm, hasNil: Bool)
  /// Some elements of an array, keyed by their positions.
  case placed(LegacyForm)
}

/// The codec of a value, by its recorded name.
enum LegacyValueForm: String {
  case integer, unsigned, real, number, text, url
  case boolean = "bool"
  case realBits = "double-bits"
  case decimal = "decimal-text"
  case date = "date-text"
  case dateSeconds = "date-real"
  case data = "bytes"
  /// A URL without its base, for a property of a program that cannot hold one.
  case absoluteURL = "absolute-url"
  /// A keyed archive of the value, for programs that have its class.
  case archive = "keyed-archive"
}

extension LegacyForm {
  /// Creates the form of a property.
  ///
  /// - Parameters:
  ///   - kind: the kind that the values show, or that of the map.
  ///   - declaredType: the type of the column, used if there are no values.
  init(_ census: LegacyCensus, kind: LegacyKind, declaredType: String) {
    if census.valueForms.isEmpty {
      self = .value(LegacyValueForm(empty: kind, declaredType: declaredType))
    } else if kind == .url {
      self = .value(.absoluteURL)
    } else if census.valueForms == [.reference] {
      self = .reference(census.onlyTable)
    } else if census.valueForms.contains(.reference) {
      // Some of the values are texts that only look like references.
      self = .value(.text)
    } else {
      self = .value(LegacyValueForm(census.valueForms, isNumber: kind == .number))
    }
  }

  /// Creates the form of a collection's elements. If there are objects and other elements, this is
  /// the form of the others, and the objects get a separate collection.
  init(elements census: LegacyCensus, depth: Int = 1) {
    let forms = census.valueForms.subtracting([.reference])
    if forms.isEmpty, census.inner.count == 1, let (shape, inner) = census.inner.first,
      depth < Self.deepest, !inner.hasOddKeys, !inner.hasReferences
    {
      self = .collection(of: inner, shape, depth: depth + 1)
    } else if !census.inner.isEmpty {
      self = .value(.archive)
    } else if forms.isEmpty, census.hasReferences {
      self = .reference(census.onlyTable)
    } else {
      self = .value(forms.isEmpty ? .text : LegacyValueForm(forms, isNumber: false))
    }
  }

  /// Returns the form of a collection. A set becomes an array if it contains nil, or if Swift would
  /// consider some of its elements equal or cannot compare them.
  static func collection(
    of census: LegacyCensus, _ shape: LegacyCollection.Shape, depth: Int = 1
  ) -> LegacyForm {
    let elements = LegacyForm(elements: census, depth: depth)
    // No collection of objects contains nil: the original never wrote a row without an object.
    let hasNil = census.forms.contains(.null) && !elements.isReference
    let isBag = shape == .set && (census.hasTwins || hasNil || !elements.isComparable)
    return .collection(isBag ? .array : shape, of: elements, hasNil: hasNil)
  }

  /// Returns the form of the objects in a collection of mixed elements. The objects of an array are
  /// keyed by their positions.
  static func objects(of census: LegacyCensus, _ shape: LegacyCollection.Shape) -> LegacyForm {
    let reference = LegacyForm.reference(census.onlyTable)
    if shape == .array { return .placed(reference) }
    let isBag = shape == .set && !reference.isComparable
    return .collection(isBag ? .array : shape, of: reference, hasNil: false)
  }

  /// The greatest depth of collections; deeper ones stay archives.
  private static let deepest = 5

  private var isReference: Bool {
    if case .reference = self { true } else { false }
  }

  /// Whether equal elements have equal stored forms, as a set requires.
  private var isComparable: Bool {
    switch self {
    case .value(.archive), .reference(nil), .placed: false
    default: true
    }
  }
}

extension LegacyCensus {
  /// Returns the census, with nil among the values if `hasNil` is true.
  func withNil(_ hasNil: Bool) -> LegacyCensus {
    var copy = self
    if hasNil { copy.forms.insert(.null) }
    return copy
  }

  /// The census of the values that are not objects.
  var withoutObjects: LegacyCensus {
    var copy = self
    copy.forms.remove(.reference)
    return copy
  }

  /// Whether there are objects among the values.
  var hasReferences: Bool { forms.contains(.reference) }

  fileprivate var onlyTable: String? { tables.count == 1 ? tables.first : nil }
}

extension LegacyValueForm {
  /// Creates the form of a column that has no value.
  fileprivate init(empty kind: LegacyKind, declaredType: String) {
    self =
      switch kind {
      case .integer, .character: .integer
      case .boolean: .boolean
      case .real: .real
      case .number: .number
      case .text, .reference: .text
      case .date: .date
      case .data, .image, .bytes: .data
      case .archive: .archive
      case .url: .url
      case .empty, .mixed:
        switch LegacyColumnAffinity(declaredType: declaredType) {
        case .integer: .integer
        case .real: .real
        case .text, .other: .text
        case .blob: .archive
        }
      }
  }

  /// Creates the narrowest form that keeps all values unchanged.
  fileprivate init(_ forms: Set<LegacyCensus.Form>, isNumber: Bool) {
    self =
      switch forms {
      case [.boolean]: .boolean
      case [.text]: .text
      case [.data]: .data
      case [.url]: .url
      case [.date]: .date
      case _ where forms.isSubset(of: [.date, .farDate]): .dateSeconds
      default: LegacyValueForm(numbers: forms, isNumber: isNumber) ?? .archive
      }
  }

  private init?(numbers forms: Set<LegacyCensus.Form>, isNumber: Bool) {
    let reals: Set<LegacyCensus.Form> = [.real, .farReal, .infinity]
    let numbers = reals.union([.integer, .negative, .unsigned])
    if isNumber, forms.isSubset(of: numbers) {
      self = .number
    } else if forms.isSubset(of: [.integer, .negative]) {
      self = .integer
    } else if forms.isSubset(of: [.integer, .unsigned]) {
      self = .unsigned
    } else if forms.isSubset(of: reals) {
      self = .real
    } else if forms.isSubset(of: reals.union([.notANumber])) {
      self = .realBits
    } else if forms.isSubset(of: numbers.union([.boolean])) {
      self = .number
    } else if forms.isSubset(of: [.integer, .negative, .unsigned, .real, .decimal]) {
      self = .decimal
    } else {
      return nil
    }
  }
}

// MARK: - In the model

extension LegacyForm {
  /// Returns the type in Swift.
  ///
  /// - Parameter className: the class of a table of the old file.
  func type(_ className: (String) -> String?) -> SwiftType {
    switch self {
    case .value(let form): .named(form.typeName)
    case .reference(let table): table.flatMap(className).map { .named($0) } ?? .anyObject
    case .placed(let element):
      .dictionary(key: .named("Int"), value: element.type(className))
    case .collection(let shape, let element, let hasNil):
      Self.type(shape, hasNil ? .optional(element.type(className)) : element.type(className))
    }
  }

  private static func type(_ shape: LegacyCollection.Shape, _ element: SwiftType) -> SwiftType {
    switch shape {
    case .array: .array(element)
    case .set: .set(element)
    case .dictionary: .dictionary(key: .named("String"), value: element)
    }
  }

  /// Whether the property can be nil. A C number cannot.
  var isNullable: Bool {
    switch self {
    case .value(let form): ![.integer, .unsigned, .boolean, .real, .realBits].contains(form)
    case .reference: true
    case .collection, .placed: false
    }
  }

  /// The codec of the innermost values, if the type does not determine it.
  var codec: CodecModel? {
    switch self {
    case .value(let form): form.codec
    case .reference: nil
    case .collection(_, let element, _), .placed(let element): element.codec
    }
  }
}

extension LegacyValueForm {
  private var standard: StandardCodec? {
    StandardCodec.named(self == .absoluteURL ? Self.url.rawValue : rawValue)
  }

  fileprivate var typeName: String { standard?.type ?? StandardCodec.stored }

  /// The codec, if the type does not determine it.
  fileprivate var codec: CodecModel? {
    guard let standard, standard.expression != nil || !standard.namesType else { return nil }
    return CodecModel(name: rawValue, storage: standard.storage.rawValue)
  }
}
