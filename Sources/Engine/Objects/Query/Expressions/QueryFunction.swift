import Foundation
public import PersistentObjectsCodec
public import PersistentObjectsDriver

/// An SQL function with Swift types, which the program or the database defines.
///
/// ```swift
/// let soundex = QueryFunction("soundex_of") { (name: String) -> String in … }  // the program's
/// let reverse = QueryFunction<String, String>("reverse")  // PostgreSQL's own
///
/// var configuration = StoreConfiguration(codecs: .standard)
/// configuration.functions = [soundex]
///
/// Person.where { soundex($0.lastName) == "S530" }  // WHERE soundex_of(last_name) = ?1
/// ```
///
/// Arguments and results are converted by the registry's codecs for their types; passing a property
/// with another codec is `notSearchable`, and comparing it with a result is `invalidQuery`. nil for
/// an argument whose type is not optional results in nil. A function of the program must return the
/// same result for the same arguments. It is known only to the connections of its store, so no
/// index can use it.
public struct QueryFunction<Result: Sendable, each Argument: Sendable>: Sendable {
  /// The name of the function in SQL.
  public let name: String
  private let body: (@Sendable (repeat each Argument) throws -> Result)?

  /// Creates a function of the program, for ``StoreConfiguration/functions``. The name may have
  /// letters, digits and `_`, and is case-insensitive. It hides the database's own function of that
  /// name.
  public init(_ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Result) {
    self.name = name
    self.body = body
  }

  /// Creates a reference to a function of the database.
  public init(_ name: String) {
    self.name = name
    body = nil
  }
}

extension QueryFunction {
  /// Returns the function's result for values of each object.
  public func callAsFunction(
    _ arguments: repeat QueryExpression<each Argument>
  ) -> QueryExpression<Result> {
    var parts: [FunctionCall.Argument] = []
    repeat parts.append(FunctionCall.Argument(each arguments))
    return QueryExpression<Result>(
      node: .function(FunctionCall(name: name, arguments: parts, as: Result.self)))
  }
}

/// A function that a store registers with its database.
public protocol _RegisteredFunction: Sendable {
  /// Returns the function on stored values; nil for a function of the database.
  func _implementation(_ registry: CodecRegistry) throws -> ProgramFunction?
}

extension QueryFunction: _RegisteredFunction {
  /// Returns the function on stored values.
  public func _implementation(_ registry: CodecRegistry) throws -> ProgramFunction? {
    guard let body else { return nil }
    let name = self.name
    guard name.range(of: "^[A-Za-z_][A-Za-z0-9_]*$", options: .regularExpression) != nil,
      !name.lowercased().hasPrefix("_persistent")
    else {
      throw PersistenceError(
        .invalidModel,
        """
        '\(name)' is not a valid name for a function: use letters, digits and _; the prefix _persistent \
        is reserved for the engine
        """)
    }
    let codecs = (repeat try registry.requiredCodec(for: (each Argument).self))
    let result = try registry.requiredCodec(for: Result.self)
    var count = 0
    repeat count += (each codecs).step
    return ProgramFunction(name: name, argumentCount: count) { values in
      let cells = RowBatch(width: values.count)
      for (index, value) in values.enumerated() { cells.set(value, at: index) }
      let row = cells.row
      var (index, isNull) = (0, false)
      repeat isNull = isNull || (each codecs).isMissing(in: row, at: &index)
      if isNull { return .null }
      index = 0
      let value = try body(repeat try (each codecs).value(in: row, at: &index))
      let written = RowBatch(width: 1)
      try result.coding.encodeArgument(value, into: written, at: 0)
      return written.row.value(at: 0)
    }
  }
}

/// The codec of a function's argument or result.
private struct FunctionValue<Value: Sendable>: Sendable {
  let coding: ValueCodec<Value>
  let step = 1

  /// Whether the value is NULL although its type is not optional.
  func isMissing(in row: Row, at index: inout Int) -> Bool {
    defer { index += 1 }
    return row.isNull(at: index) && !(Value.self is any ExpressibleByNilLiteral.Type)
  }

  func value(in row: Row, at index: inout Int) throws -> Value {
    defer { index += 1 }
    return try coding.decodeResult(from: row, at: index)
  }
}

extension CodecRegistry {
  fileprivate func requiredCodec<Value: Sendable>(for type: Value.Type) throws -> FunctionValue<
    Value
  > {
    guard let codec = codec(for: type) else {
      throw PersistenceError(
        .noCodec, "no codec stores values of type \(type), which a function takes or returns")
    }
    return FunctionValue(coding: ValueCodec.of(codec))
  }
}
