/// A doubt about a value, a name or a table: something that is unknown, or that had to be decided.
///
/// ```swift
/// for doubt in try old.model().doubts { print(doubt.kind, doubt.table ?? "", doubt.words) }
/// ```
public struct LegacyDoubt: Hashable, Sendable {
  /// The table; nil for a doubt about the whole file.
  public let table: String?
  /// The column, or the child table of a collection.
  public let column: String?
  /// The object's key, its `pk`.
  public let key: Int64?
  /// The kind.
  public let kind: Kind
  /// The doubt, and the decision that was made, in words.
  public let words: String

  init(
    _ kind: Kind, table: String? = nil, column: String? = nil, key: Int64? = nil, _ words: String
  ) {
    self.kind = kind
    self.table = table
    self.column = column
    self.key = key
    self.words = words
  }

  /// The weight of a doubt.
  ///
  /// See ``LegacyDoubt``.
  public enum Weight: String, Sendable, Comparable {
    /// A note on something that such files cannot express, or on a decision that leaves values
    /// unchanged.
    case note
    /// A value, name or kind that may have been a different one.
    case doubt
    /// A loss: a value that has changed, or rows that are not imported.
    case loss

    /// Returns whether one weight is less than another.
    public static func < (left: Weight, right: Weight) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .doubt: 1
      case .loss: 2
      }
    }
  }

  /// The kind of a doubt: a comparable name from an extensible list.
  ///
  /// See ``LegacyDoubt``.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The name, such as `ambiguousHour`.
    public let name: String
    /// The weight of such doubts.
    public let weight: Weight
    /// The name.
    public var description: String { name }

    init(_ name: String, _ weight: Weight) {
      self.name = name
      self.weight = weight
    }
  }
}

// MARK: - Kinds

extension LegacyDoubt.Kind {
  // MARK: The file

  /// Strings may have been truncated at a NUL character.
  public static let cutStrings = Self("cutStrings", .note)
  /// Dates were truncated to milliseconds.
  public static let cutDates = Self("cutDates", .note)
  /// Superclasses are not in the file.
  public static let superclasses = Self("superclasses", .note)
  /// Elements of dictionaries were never written if their key had an apostrophe, and keys that were
  /// not strings became strings.
  public static let dictionaryKeys = Self("dictionaryKeys", .note)
  /// A table, view or column that the original did not write.
  public static let foreignTable = Self("foreignTable", .loss)
  /// A child table belongs to no class.
  public static let orphanTable = Self("orphanTable", .loss)
  /// A child table could belong to several classes.
  public static let ambiguousOwner = Self("ambiguousOwner", .doubt)

  // MARK: Names and kinds

  /// The name of a property may have been a different one.
  public static let propertyName = Self("propertyName", .doubt)
  /// The name of a class may have been a different one.
  public static let className = Self("className", .note)
  /// Two properties of a class would have the same name.
  public static let sameName = Self("sameName", .doubt)
  /// The kind of a column was decided by its values, which would also fit another kind.
  public static let undecidedKind = Self("undecidedKind", .doubt)
  /// The kind of a column was taken from the same column of a class that may be related.
  public static let borrowedKind = Self("borrowedKind", .note)
  /// Texts look like references, but some or all of them are not.
  public static let looksLikeReference = Self("looksLikeReference", .doubt)
  /// Numbers may be dates in a file of the first versions.
  public static let looksLikeDate = Self("looksLikeDate", .note)
  /// A column has values of several kinds.
  public static let mixedKinds = Self("mixedKinds", .doubt)
  /// A key counter is missing, or is less than the greatest key.
  public static let keyCounter = Self("keyCounter", .doubt)

  // MARK: What a program's classes lack

  /// The program lacks a class of the file, so its objects are not imported.
  public static let noClass = Self("noClass", .loss)
  /// The class lacks a property of the file, so its values are not imported.
  public static let noProperty = Self("noProperty", .loss)

  /// The base of a URL is not imported.
  public static let noBase = Self("noBase", .loss)

  // MARK: Decisions for the new store

  /// A class or a property is renamed.
  public static let renamed = Self("renamed", .note)
  /// A collection of objects and values is split into two.
  public static let splitCollection = Self("splitCollection", .note)
  /// A URL has a base, so all values of its property become archives.
  public static let urlWithBase = Self("urlWithBase", .note)
  /// A set becomes an array.
  public static let becameArray = Self("becameArray", .note)

  // MARK: Values

  /// NULL stands for nil and for empty data; among elements, for empty data and for data that the
  /// first versions failed to write.
  public static let nilOrEmptyData = Self("nilOrEmptyData", .note)
  /// The absence of rows stands for nil and for an empty collection.
  public static let nilOrEmptyCollection = Self("nilOrEmptyCollection", .note)
  /// A large unsigned number that was stored as a floating-point one.
  public static let unsignedAsReal = Self("unsignedAsReal", .doubt)
  /// A whole number beyond 2^53 in a column of floating-point numbers.
  public static let inexactNumber = Self("inexactNumber", .doubt)
  /// Infinity, which the greatest numbers also became.
  public static let infinity = Self("infinity", .doubt)
  /// A local time that occurred twice.
  public static let ambiguousHour = Self("ambiguousHour", .doubt)
  /// A local time that did not occur.
  public static let missingHour = Self("missingHour", .doubt)
  /// A day that calendars skipped in October 1582.
  public static let missingDay = Self("missingDay", .doubt)
  /// A date with digits of another script, or in a year that suggests another calendar.
  public static let foreignCalendar = Self("foreignCalendar", .doubt)
  /// A text that is not a date, in a column of dates.
  public static let unreadableDate = Self("unreadableDate", .doubt)
  /// A text that is not valid UTF-8.
  public static let damagedText = Self("damagedText", .doubt)
  /// Bytes in place of an archive.
  public static let unknownBytes = Self("unknownBytes", .doubt)
  /// An archive that cannot be read.
  public static let damagedArchive = Self("damagedArchive", .doubt)
  /// An archive of an unknown class, which remains an archive.
  public static let unknownClass = Self("unknownClass", .note)

  // MARK: References and elements

  /// A reference to an object that does not exist.
  public static let danglingReference = Self("danglingReference", .doubt)
  /// Rows of a child table whose parent does not exist: the original left them when it deleted
  /// objects.
  public static let orphanRow = Self("orphanRow", .note)
  /// Positions of an array that are missing or invalid.
  public static let arrayGap = Self("arrayGap", .doubt)
  /// An element that occurs twice in a set.
  public static let duplicateElement = Self("duplicateElement", .doubt)
  /// The row of an element has both an object and data, which is not imported.
  public static let droppedData = Self("droppedData", .loss)
  /// An element without a value, or of an unknown class.
  public static let unknownElement = Self("unknownElement", .doubt)
}
