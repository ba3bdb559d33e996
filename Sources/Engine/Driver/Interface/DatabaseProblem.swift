/// A problem of a database.
public struct DatabaseProblem: Sendable, Hashable {
  /// The table concerned, if it is known.
  public let table: String?
  /// A sentence that says what is wrong.
  public let message: String

  /// Makes a description of a problem.
  public init(table: String? = nil, _ message: String) {
    self.table = table
    self.message = message
  }
}

/// A reference to a row that does not exist.
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
