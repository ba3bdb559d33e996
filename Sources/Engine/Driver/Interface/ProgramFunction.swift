/// A function of SQL that the program computes, of values as they are stored.
public struct ProgramFunction: Sendable {
  /// Its name in SQL.
  public let name: String
  /// The number of its arguments.
  public let argumentCount: Int
  /// Computes the result, which depends on the arguments alone. What it throws is an error of the statement.
  public let body: @Sendable ([StoredValue]) throws -> StoredValue

  /// Describes a function.
  public init(
    name: String, argumentCount: Int,
    body: @escaping @Sendable ([StoredValue]) throws -> StoredValue
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.body = body
  }
}

/// A connection whose SQL can call functions of the program.
public protocol FunctionCalling: DriverConnection {
  /// Lets statements of the connection call a function. Called once for each, before the first statement.
  func add(_ function: ProgramFunction) throws
}
