/// A problem of a database.
///
/// ```swift
/// let problem = DatabaseProblem(table: "person", "row 7 is missing from index_person_last_name")
/// ```
public struct DatabaseProblem: Sendable, Hashable {
  /// The table concerned, if it is known.
  public let table: String?
  /// A sentence that says what is wrong.
  public let message: String
  /// The reference whose rows are missing, if that is the problem.
  public let dangling: DanglingReference?

  /// Makes a description of a problem.
  public init(table: String? = nil, _ message: String) {
    self.table = table
    self.message = message
    dangling = nil
  }

  /// Makes the problem that the rows of a reference are missing.
  public init(_ dangling: DanglingReference) {
    table = dangling.table
    message = dangling.message
    self.dangling = dangling
  }
}

/// A reference through which rows refer to rows that are missing.
///
/// ```swift
/// for problem in try await store.checkIntegrity().problems {
///   if let dangling = problem.dangling { print(dangling.message) }
/// }
/// // 2 rows refer through home to rows of town that are missing: 7, 9
/// ```
public struct DanglingReference: Sendable, Hashable {
  /// The maximum number of missing keys that a message names.
  public static let namedKeys = 5

  /// The referring table.
  public let table: String
  /// The referring column.
  public let column: String
  /// The table that is referred to.
  public let target: String
  /// The number of rows that refer to missing ones.
  public let rowCount: Int64
  /// The keys that are missing, in ascending order: all of them, or one more than are named.
  public let missingKeys: [String]

  /// Makes a description of a reference whose rows are missing.
  ///
  /// - Parameters:
  ///   - table: the referring table.
  ///   - column: the referring column.
  ///   - target: the table that is referred to.
  ///   - rowCount: the number of rows that refer to missing ones.
  ///   - missingKeys: the keys that are missing, or more than ``namedKeys`` of them; empty if they
  ///     consist of several columns.
  public init(
    table: String, column: String, target: String, rowCount: Int64, missingKeys: [String]
  ) {
    self.table = table
    self.column = column
    self.target = target
    self.rowCount = rowCount
    self.missingKeys = Array(missingKeys.prefix(Self.namedKeys + 1))
  }

  /// The number of rows, the column, the target and the missing keys in words.
  public var message: String {
    let rows = rowCount == 1 ? "1 row refers" : "\(rowCount) rows refer"
    let keys = missingKeys.isEmpty ? "" : ": \(keysInWords)"
    return "\(rows) through \(column) to rows of \(target) that are missing\(keys)"
  }

  /// The missing keys in words: `7, 9`, or `1, 2, 3, 4, 5 and more`.
  public var keysInWords: String {
    missingKeys.prefix(Self.namedKeys).joined(separator: ", ")
      + (missingKeys.count > Self.namedKeys ? " and more" : "")
  }
}

/// A reference to a row that does not exist.
///
/// ```swift
/// let broken = BrokenReference(table: "person", column: "home", pk: 1, target: "town")
/// ```
public struct BrokenReference: Sendable, Hashable {
  /// The referring table.
  public let table: String
  /// The referring column.
  public let column: String
  /// The primary key of the referring row; nil in child tables.
  public let pk: Int64?
  /// The table that is referred to.
  public let target: String

  /// Makes a description of a broken reference.
  public init(table: String, column: String, pk: Int64?, target: String) {
    self.table = table
    self.column = column
    self.pk = pk
    self.target = target
  }
}
