/// An SQL function that the program computes from stored values.
///
/// ```swift
/// let twice = ProgramFunction(name: "twice", argumentCount: 1) { arguments in
///   guard case .integer(let number) = arguments[0] else { return .null }
///   return .integer(2 * number)
/// }
/// // SELECT twice(age) FROM person
/// ```
public struct ProgramFunction: Sendable {
  /// Its name in SQL.
  public let name: String
  /// The number of its arguments.
  public let argumentCount: Int
  /// The closure that computes the result, which depends only on the arguments. An error that it
  /// throws becomes an error of the statement.
  public let body: @Sendable ([StoredValue]) throws -> StoredValue

  /// Makes a function.
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
///
/// See ``ProgramFunction``.
public protocol FunctionCalling: DriverConnection {
  /// Lets statements of the connection call a function. Called once for each function, before the
  /// first statement.
  func add(_ function: ProgramFunction) throws
}
