public import PersistentObjectsDriver

/// The problems of a store's database.
///
/// ```swift
/// let report = try await store.checkIntegrity()
/// for problem in report.problems { print(problem.kind, problem.table ?? "", problem.message) }
/// ```
public struct IntegrityReport: Sendable, Hashable {
  /// The problems in the order of the checks.
  public let problems: [Problem]

  /// Whether there are no problems.
  public var isSound: Bool { problems.isEmpty }

  /// A problem of the database.
  ///
  /// See ``IntegrityReport``.
  public struct Problem: Sendable, Hashable {
    /// The kind of the problem.
    public let kind: Kind
    /// The table concerned, if it is known.
    public let table: String?
    /// The description of the problem.
    public let message: String
    /// The reference whose rows are missing, if that is the problem.
    public let dangling: DanglingReference?

    init(kind: Kind, table: String?, message: String, dangling: DanglingReference? = nil) {
      self.kind = kind
      self.table = table
      self.message = message
      self.dangling = dangling
    }
  }

  /// The kinds of problems. More may be added.
  ///
  /// See ``IntegrityReport``.
  public enum Kind: String, Sendable, Hashable {
    /// A problem that the database itself reports: damaged pages, missing index entries, foreign
    /// keys without a row.
    case database
    /// A reference without a foreign key to a row or a table that is missing.
    case danglingReference
    /// A table, column or index that is recorded and missing; a record that contradicts others.
    case record
    /// A counter of keys that is behind the existing keys, so that it is not used; or their table,
    /// if it is missing.
    case keyCounter
  }
}

extension IntegrityReport: CustomStringConvertible {
  /// The problems, one per line, or `sound`.
  public var description: String {
    if isSound { return "sound" }
    return problems.map { problem in
      "\(problem.kind.rawValue): \(problem.table.map { "\($0): " } ?? "")\(problem.message)"
    }.joined(separator: "\n")
  }
}
