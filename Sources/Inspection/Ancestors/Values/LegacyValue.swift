/// A value of an old file, in a form that is independent of any program's classes.
///
/// ```swift
/// switch object.values[0] {
/// case .text(let text): print(text)
/// case .date(let date): print(date.date, date.text ?? "")
/// case .reference(let reference): print(reference.table, reference.key)
/// case let value: print(value.form)
/// }
/// ```
public indirect enum LegacyValue: Hashable, Sendable {
  /// NULL: nil, or another value that the original did not distinguish from nil.
  case null
  /// A truth value, from a column of the texts `1` and `0`, or from an archive.
  case boolean(Bool)
  /// An integer.
  case integer(Int64)
  /// An integer above `Int64.max`. From a column, it is the nearest to the file's number, which has
  /// only 16 digits; from an archive, it is exact.
  case unsigned(UInt64)
  /// A floating-point number, with all the digits in the file.
  case real(Double)
  /// Infinity or NaN.
  case notFinite(LegacyNotFinite)
  /// A string.
  case text(String)
  /// The bytes of a string that is not valid UTF-8.
  case damagedText([UInt8])
  /// A number in a collection, as its exact decimal text.
  case number(String)
  /// A date.
  case date(LegacyDate)
  /// Bytes.
  case data([UInt8])
  /// An image, as a PNG file.
  case image([UInt8])
  /// An object of an unknown class, or one whose archive cannot be read.
  case archive(LegacyArchive)
  /// A persistent object.
  case reference(LegacyReference)
  /// A URL in an archive.
  case url(LegacyURL)
  /// An array in an archive.
  case array([LegacyValue])
  /// A set in an archive, in the order of the archive.
  case set([LegacyValue])
  /// A dictionary in an archive, in the order of the archive.
  case dictionary([LegacyEntry])
}

extension LegacyValue {
  /// Returns a number, finite or not.
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
///
/// See ``LegacyValue``.
public enum LegacyNotFinite: String, Hashable, Sendable {
  /// Infinity.
  case infinity = "inf"
  /// Negative infinity.
  case negativeInfinity = "-inf"
  /// A NaN, which is not a number.
  case notANumber = "nan"

  /// Parses the texts that C libraries and Foundation write; nil for others.
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

/// A persistent object, identified by its table and key.
///
/// See ``LegacyValue``.
public struct LegacyReference: Hashable, Sendable, CustomStringConvertible {
  /// The table of the object's own class.
  public let table: String
  /// The object's key, its `pk`.
  public let key: Int64
  /// Whether the object does not exist. The original left behind references to deleted objects.
  public let isDangling: Bool

  /// Makes a reference.
  public init(table: String, key: Int64, isDangling: Bool = false) {
    self.table = table
    self.key = key
    self.isDangling = isDangling
  }

  /// The reference with `isDangling` set.
  var dangling: LegacyReference { LegacyReference(table: table, key: key, isDangling: true) }

  /// The reference as a text such as `person#23`.
  public var description: String { "\(table)#\(key)" }
}

/// A URL, which may be relative to others.
///
/// See ``LegacyValue``.
public struct LegacyURL: Hashable, Sendable {
  /// The URL's own text.
  public let relative: String
  /// The texts of its base, of the base's base, and so on; empty for most URLs.
  public let bases: [String]

  /// Makes a URL from its texts.
  public init(relative: String, bases: [String] = []) {
    self.relative = relative
    self.bases = bases
  }
}

/// A key and a value of a dictionary.
///
/// See ``LegacyValue``.
public struct LegacyEntry: Hashable, Sendable {
  /// The key: a text in a child table, or any value in an archive.
  public let key: LegacyValue
  /// The value.
  public let value: LegacyValue

  /// Makes an entry.
  public init(key: LegacyValue, value: LegacyValue) {
    self.key = key
    self.value = value
  }
}
