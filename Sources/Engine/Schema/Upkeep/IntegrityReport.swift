/// What is wrong with a store's database.
public struct IntegrityReport: Sendable, Hashable {
  /// What was found, in the order in which it was looked for.
  public let problems: [Problem]

  /// Whether nothing is wrong.
  public var isSound: Bool { problems.isEmpty }

  /// Something that is wrong.
  public struct Problem: Sendable, Hashable {
    /// Its kind.
    public let kind: Kind
    /// The table concerned, if it is known.
    public let table: String?
    /// What is wrong.
    public let message: String
  }

  /// Kinds of problems. They may become more.
  public enum Kind: String, Sendable, Hashable {
    /// What the database itself finds: damaged pages, missing entries of indices, rows that refer to
    /// none.
    case database
    /// A reference that no foreign key watches over points at a row or a table that is missing.
    case danglingReference
    /// A table, column or index is recorded and missing.
    case record
    /// A counter of keys is behind the keys that are there, so that it is not used.
    case keyCounter
  }
}

extension IntegrityReport: CustomStringConvertible {
  /// One problem a line, or `sound`.
  public var description: String {
    if isSound { return "sound" }
    return problems.map { problem in
      "\(problem.kind.rawValue): \(problem.table.map { "\($0): " } ?? "")\(problem.message)"
    }.joined(separator: "\n")
  }
}
