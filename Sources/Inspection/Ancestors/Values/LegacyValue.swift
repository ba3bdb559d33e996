/// A value of an old file, in a form that belongs to no program's classes.
public indirect enum LegacyValue: Hashable, Sendable {
  /// NULL: nil, or another value that the original did not distinguish from it.
  case null
  /// A truth value: of a column of texts `1` and `0`, or within an archive.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number above `Int64.max`. From a column it is the nearest to the file's, which kept 16
  /// digits; within an archive it is exact.
  case unsigned(UInt64)
  /// A floating-point number, with all digits that the file has.
  case real(Double)
  /// Infinity, or not a number.
  case notFinite(LegacyNotFinite)
  /// A string.
  case text(String)
  /// The bytes of a string that is not valid UTF-8.
  case damagedText([UInt8])
  /// A number in a collection: its decimal text, exact.
  case number(String)
  /// A date.
  case date(LegacyDate)
  /// Bytes.
  case data([UInt8])
  /// An image as a PNG file.
  case image([UInt8])
  /// An object of an unknown class, or one whose archive cannot be read.
  case archive(LegacyArchive)
  /// A persistent object.
  case reference(LegacyReference)
  /// A URL, within an archive.
  case url(LegacyURL)
  /// An array, within an archive.
  case array([LegacyValue])
  /// A set, within an archive, in the order of the archive.
  case set([LegacyValue])
  /// A dictionary, within an archive, in the order of the archive.
  case dictionary([LegacyEntry])
}

extension LegacyValue {
  /// A number, whether finite or not.
  static func real(of value: Double) -> LegacyValue {
    if value.isNaN { return .notFinite(.notANumber) }
    if value.isInfinite { return .notFinite(value < 0 ? .negativeInfinity : .infinity) }
    return .real(value)
  }

  /// The name of this form in a summary, such as `text`.
  public var form: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .integer: "integer"
    case .unsigned: "unsigned"
    case .real: "real"
    case .notFinite: "notFinite"
    case .text: "text"
    case .damagedText: "damagedText"
    case .number: "number"
    case .date: "date"
    case .data: "data"
    case .image: "image"
    case .archive: "archive"
    case .reference: "reference"
    case .url: "url"
    case .array: "array"
    case .set: "set"
    case .dictionary: "dictionary"
    }
  }
}

/// A floating-point number that is not finite.
public enum LegacyNotFinite: String, Hashable, Sendable {
  /// Infinity.
  case infinity = "inf"
  /// Negative infinity.
  case negativeInfinity = "-inf"
  /// A NaN, which is not a number.
  case notANumber = "nan"

  /// Reads the texts that C libraries and Foundation write; nil for others.
  init?(text: String) {
    switch text.lowercased() {
    case "inf", "+inf", "infinity", "+infinity", "∞", "+∞": self = .infinity
    case "-inf", "-infinity", "-∞": self = .negativeInfinity
    case "nan", "-nan", "+nan": self = .notANumber
    default: return nil
    }
  }

  /// The number.
  public var value: Double {
    switch self {
    case .infinity: .infinity
    case .negativeInfinity: -.infinity
    case .notANumber: .nan
    }
  }
}

/// A persistent object by its table and key.
public struct LegacyReference: Hashable, Sendable, CustomStringConvertible {
  /// The table of the object's own class.
  public let table: String
  /// The object's key, its `pk`.
  public let key: Int64
  /// Whether the object does not exist: the original left references to deleted objects.
  public let isDangling: Bool

  /// Makes a reference.
  public init(table: String, key: Int64, isDangling: Bool = false) {
    self.table = table
    self.key = key
    self.isDangling = isDangling
  }

  /// The reference with `isDangling` set.
  var dangling: LegacyReference { LegacyReference(table: table, key: key, isDangling: true) }

  /// A text such as `person#23`.
  public var description: String { "\(table)#\(key)" }
}

/// A URL, relative to others or not.
public struct LegacyURL: Hashable, Sendable {
  /// The URL's own text.
  public let relative: String
  /// The text of its base, of the base's base, and so on; mostly empty.
  public let bases: [String]

  /// Makes a URL of its texts.
  public init(relative: String, bases: [String] = []) {
    self.relative = relative
    self.bases = bases
  }
}

/// A key and a value of a dictionary.
public struct LegacyEntry: Hashable, Sendable {
  /// The key: a text in a child table, any value in an archive.
  public let key: LegacyValue
  /// The value.
  public let value: LegacyValue

  /// Makes an entry.
  public init(key: LegacyValue, value: LegacyValue) {
    self.key = key
    self.value = value
  }
}
