/// The classes of an old file, as far as they can be derived from it.
///
/// See ``LegacyStore``.
public struct LegacyModel: Sendable {
  /// The classes that have a table, in the order in which the tables were created.
  public let classes: [LegacyClass]
  /// The decisions that were made, and the facts that such a file does not record. Doubts about
  /// single values come with the objects.
  public let doubts: [LegacyDoubt]

  /// Returns the class of a table, or nil.
  public func `class`(table: String) -> LegacyClass? { classes.first { $0.table == table } }
}

/// A class of an old file: one table with its own properties and all inherited ones.
///
/// See ``LegacyStore``.
public struct LegacyClass: Sendable {
  /// The table.
  public let table: String
  /// The name of the class.
  public let name: String
  /// Whether the name is the original one, from a reference in the file or from the map. Otherwise
  /// it is derived from the table's name.
  public let isNameKnown: Bool
  /// The number of objects.
  public let rowCount: Int64
  /// The last key that was used, even if its object was deleted; nil if the file has no counter for
  /// the class.
  public let lastKey: Int64?
  /// The greatest existing key; nil if there are no objects.
  public let greatestKey: Int64?
  /// The properties with a column, in the order of columns, which has no meaning.
  public let properties: [LegacyProperty]
  /// The properties that have a child table.
  public let collections: [LegacyCollection]
  /// The tables of classes all of whose properties this class has, too, with the same types. Each
  /// may be a superclass or not; the file does not say.
  public let possibleSuperclasses: [String]
  /// The tables of the classes that the map names.
  let mappedTables: [String: String]
}

/// A property with a column.
///
/// See ``LegacyStore``.
public struct LegacyProperty: Sendable {
  /// The column.
  public let column: String
  /// The name of the property, from the column's name or the map.
  public let name: String
  /// The declared type of the column.
  public let declaredType: String
  /// The kind of its values.
  public let kind: LegacyKind
  /// The facts that hold for all values.
  public let facts: LegacyFacts
}

/// A property with a child table.
///
/// See ``LegacyStore``.
public struct LegacyCollection: Sendable {
  /// The child table.
  public let table: String
  /// The suffix of the child table's name, which corresponds to a column's name.
  public let column: String
  /// The name of the property, from the suffix or the map.
  public let name: String
  /// The shape: array, dictionary or set.
  public let shape: Shape
  /// The total number of elements of all objects.
  public let rowCount: Int64
  /// The number of elements of each form, as named by ``LegacyValue/form``; an archive that can be
  /// read as a value still counts as `archive` here.
  public let forms: [String: Int64]
  /// The tables of the persistent objects among the elements.
  public let referredTables: [String]

  /// The shape of a collection.
  ///
  /// See ``LegacyStore``.
  public enum Shape: String, Sendable, Codable {
    /// `NSArray`.
    case array
    /// `NSDictionary`, whose keys are strings.
    case dictionary
    /// `NSSet`.
    case set
  }
}

/// Facts that hold for all values of a column.
///
/// See ``LegacyStore``.
public struct LegacyFacts: Sendable, Equatable {
  /// The number of values that are not NULL.
  public internal(set) var valueCount: Int64 = 0
  /// The number of NULLs.
  public internal(set) var nullCount: Int64 = 0
  /// Whether all values are 0 or 1, as in an `INTEGER` column of `BOOL`. Other columns may happen
  /// to have only such values, too.
  public internal(set) var areZeroOrOne = true
  /// The least of the values that SQLite stores as integers.
  public internal(set) var leastInteger: Int64?
  /// The greatest of the values that SQLite stores as integers.
  public internal(set) var greatestInteger: Int64?
  /// The number of integers above `Int64.max`, which SQLite stores as floating-point numbers.
  public internal(set) var unsignedCount: Int64 = 0
  /// Whether all numbers are whole.
  public internal(set) var areWhole = true
  /// The greatest number of digits that a floating-point number needs. A `float` has 7 and a
  /// `double` has 16; more belong to an `NSNumber`.
  public internal(set) var digits = 0
  /// The tables of the objects that references name.
  public internal(set) var referredTables: [String] = []
  /// The classes of archived objects, the most frequent names first; at most sixteen.
  public internal(set) var archivedClasses: [String] = []
}
