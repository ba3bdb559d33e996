/// A fault of a database.
public struct DatabaseProblem: Sendable, Hashable {
  /// The table concerned, if it is known.
  public let table: String?
  /// A sentence that says what is wrong.
  public let message: String

  /// Describes a problem.
  public init(table: String? = nil, _ message: String) {
    self.table = table
    self.message = message
  }
}

/// A reference to a row that does not exist.
public struct BrokenReference: Sendable, Hashable {
  /// The table that refers.
  public let table: String
  /// The column that refers.
  public let column: String
  /// The primary key of the referring row; nil in child tables.
  public let pk: Int64?
  /// The table referred to.
  public let target: String

  /// Describes a reference.
  public init(table: String, column: String, pk: Int64?, target: String) {
    self.table = table
    self.column = column
    self.pk = pk
    self.target = target
  }
}
