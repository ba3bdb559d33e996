import PersistentObjects

/// What a check of a file has found, class by class.
public struct FileCheck: Codable, Hashable, Sendable {
  /// What is wrong, in the order in which it was looked for.
  public var findings: [Finding]
  /// What was looked at of each class, by name; empty where only the database was checked.
  public var classes: [ClassCheck]

  /// Whether nothing is wrong. What could not be looked at is not wrong.
  public var isSound: Bool { findings.allSatisfy { $0.kind == .unknown } }

  /// Describes a check.
  init(findings: [Finding], classes: [ClassCheck]) {
    self.findings = findings
    self.classes = classes
  }

  /// What is found of a file that is too damaged to be opened.
  public init(damage error: PersistenceError) {
    self.init(
      findings: [
        Finding(
          kind: .database, table: error.context.table, column: error.context.column,
          pk: error.context.pk, message: error.message,
          remedy: "restore the file from a backup")
      ], classes: [])
  }

  /// Something that is wrong, or could not be looked at.
  public struct Finding: Codable, Hashable, Sendable {
    /// Its kind.
    public let kind: Kind
    /// The table, if it is known.
    public var table: String?
    /// The column, if it is known.
    public var column: String?
    /// The primary key of the object, if it is known.
    public var pk: Int64?
    /// What is wrong.
    public let message: String
    /// What can be done.
    public let remedy: String
  }

  /// Kinds of findings. They may become more.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Damage that the database finds itself.
    case database
    /// A reference to a row that is missing.
    case reference
    /// What the file records of its tables is not so.
    case record
    /// A cell that its codec does not read.
    case value
    /// The elements of an array are not numbered from 0 without gaps.
    case position
    /// A collection has elements and is recorded as nil.
    case presence
    /// The counter of a table's keys is behind them.
    case counter
    /// What could not be looked at.
    case unknown
  }
}

/// What was looked at of one class.
public struct ClassCheck: Codable, Hashable, Sendable {
  /// The class's name.
  public let name: String
  /// How many objects.
  public internal(set) var objects = 0
  /// How many rows of its collections.
  public internal(set) var elements = 0
  /// How many cells were read by their codecs.
  public internal(set) var cells = 0
  /// How many cells could not be read, since their codec is none of the standard ones.
  public internal(set) var unknownCells = 0
}
