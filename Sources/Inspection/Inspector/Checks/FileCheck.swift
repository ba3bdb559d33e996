public import PersistentObjects

/// The results of a file's check, class by class.
///
/// ```swift
/// let check = try file.check(isDeep: true)
/// for cause in check.causes { print(cause.kind, cause.place, cause.message, cause.remedy) }
/// ```
public struct FileCheck: Codable, Hashable, Sendable {
  /// The problems, in the order of the checks.
  public var findings: [Finding]
  /// The extent of each class's check, sorted by name; empty if only the database was checked.
  public var classes: [ClassCheck]

  /// Whether there are no problems. Parts that could not be checked do not count as problems.
  public var isSound: Bool { findings.allSatisfy { $0.kind == .unknown } }

  /// Creates the results of a check.
  init(findings: [Finding], classes: [ClassCheck]) {
    self.findings = findings
    self.classes = classes
  }

  /// Creates the results for a file that is too damaged to be opened.
  public init(damage error: PersistenceError) {
    self.init(
      findings: [
        Finding(
          kind: .database, table: error.context.table, column: error.context.column,
          pk: error.context.pk, message: error.message,
          remedy: "restore the file from a backup, or recover its rows with `sqlite3 OLD .recover`")
      ], classes: [])
  }

  /// A problem, or a part that could not be checked.
  ///
  /// See ``FileCheck``.
  public struct Finding: Codable, Hashable, Sendable {
    /// The kind of the finding.
    public let kind: Kind
    /// The table, if it is known.
    public var table: String?
    /// The column, if it is known.
    public var column: String?
    /// The primary key of the object, if it is known.
    public var pk: Int64?
    /// The description of the problem.
    public let message: String
    /// The remedy. If there are several, the one that loses the least comes first.
    public let remedy: String
    /// The thing that is missing, damaged or unknown, if several findings may come from it: an
    /// index, a codec, or the table whose rows are missing.
    public var subject: String?
  }

  /// The kinds of findings. More may be added.
  ///
  /// See ``FileCheck``.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Damage that the database itself finds.
    case database
    /// A reference to a missing row.
    case reference
    /// A record about tables that does not match them, or contradicts another one.
    case record
    /// A load in batches that has not been finished.
    case load
    /// A cell that its codec cannot read.
    case value
    /// An array whose elements are not numbered from 0 without gaps.
    case position
    /// A collection that has elements although it is recorded as nil, or a value in several columns
    /// whose columns contradict each other.
    case presence
    /// A key counter that is behind the keys of its table, or the missing table of all counters.
    case counter
    /// A part that could not be checked.
    case unknown
  }
}

/// The extent of one class's check.
///
/// ```swift
/// for part in try file.check().classes { print(part.name, part.objects, part.unknownCells) }
/// ```
public struct ClassCheck: Codable, Hashable, Sendable {
  /// The class's name, or that of its table if several classes of the file have its name.
  public let name: String
  /// The number of objects.
  public internal(set) var objects = 0
  /// The number of rows of its collections.
  public internal(set) var elements = 0
  /// The number of cells that were read by their codecs.
  public internal(set) var cells = 0
  /// The number of cells that could not be read, because their codec is not a standard one.
  public internal(set) var unknownCells = 0
}
