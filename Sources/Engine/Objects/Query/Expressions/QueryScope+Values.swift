import Foundation
import PersistentObjectsConnections
import PersistentObjectsDriver

// Expressions in SQL. The program's values are in their texts, so that an expression can be used
// wherever a column can.

extension QueryScope {
  /// Returns the value of an expression.
  ///
  /// - Parameter other: the operand in whose form the program's values are written if no column of
  ///   the expression defines it; nil for that of the registry's codec.
  func operand(_ node: ValueNode, like other: Operand? = nil) throws -> Operand {
    switch node {
    case .path(let path): try operand(path)
    case .argument(let argument): try operand(argument, like: other)
    case .arithmetic(let operation, let left, let right, let forms):
      try arithmetic(operation, left, right, forms)
    case .number(let function, let value, let form): try number(function, of: value, form)
    case .text(let function, let value, let others): try text(function, of: value, others)
    case .function(let call): try function(call)
    case .collated(let value, let collation): try collated(value, collation)
    case .date(let function, let value, let zone): try date(function, of: value, in: zone)
    case .choice(let condition, let first, let second):
      try choice(condition, first, second, like: other)
    case .coalesced(let first, let second): try coalesced(first, second, like: other)
    case .condition(let condition): try truth(of: condition)
    case .elements, .rows: throw Self.noValue
    case .aggregate(let aggregate): try self.aggregate(aggregate)
    case .first(let first): try self.first(first)
    case .scalar(let query): try scalar(query)
    case .changed: throw ChangedValue.isNoValue
    case .refused(let error): throw error
    }
  }

  /// Returns a value of the program in the form of another operand; without one, in that of the
  /// registry's codec for its type.
  private func operand(_ argument: ComputedArgument, like other: Operand?) throws -> Operand {
    guard let other else { return try operand(argument) }
    var own = try single(other).replaced(by: self.value(argument, as: other))
    own.columns = [dialect.typed(own.name, other.type)]
    own.collation = nil
    return own
  }

  /// Returns a value of the program in the form of the registry's codec for its type.
  private func operand(_ argument: ComputedArgument) throws -> Operand {
    guard let (coding, codec, type) = argument.coding(plans.registry) else {
      throw PersistenceError(.noCodec, "no codec stores the type of a value in the query")
    }
    var operand = Operand(
      columns: [""], coding: coding, ownStorage: type.storage, ownCodec: codec)
    let text = try value(argument, as: operand)
    operand.columns = [dialect.stored(dialect.typed(text, type), type)]
    operand.isOnOptionalPath = argument.value.isNil
    return operand
  }

  /// Returns a value of the program in the form of another operand.
  func value(_ argument: ComputedArgument, as operand: Operand) throws -> SQLText {
    if argument.value.isNil { return "\(StoredValue.null)" }
    let cells = RowBatch(width: 1)
    try argument.value.encode(as: operand, into: cells, at: 0)
    let isTyped = dialect.numberComparing(operand.type) != nil
    return "\(cells.row.value(at: 0), of: isTyped ? operand.type : nil)"
  }

  // MARK: Choices

  private func choice(
    _ condition: ConditionNode, _ first: ValueNode, _ second: ValueNode, like form: Operand?
  ) throws -> Operand {
    let test = try self.condition(condition).nested(dialect)
    var (result, other) = try alike(first, second, like: form)
    result.columns = ["CASE WHEN \(test) THEN \(result.name) ELSE \(other.name) END"]
    result.isOnOptionalPath = result.mayBeNull || other.mayBeNull
    return result
  }

  private func coalesced(
    _ first: ValueNode, _ second: ValueNode, like form: Operand?
  ) throws -> Operand {
    var (result, other) = try alike(first, second, like: form)
    result.columns = ["coalesce(\(result.name), \(other.name))"]
    return result
  }

  /// Returns two values in the same form: that of a column if there is one, otherwise the given
  /// one.
  private func alike(
    _ first: ValueNode, _ second: ValueNode, like form: Operand?
  ) throws -> (first: Operand, second: Operand) {
    switch (first.isOfArguments, second.isOfArguments) {
    case (true, true):
      return try (operand(first, like: form), operand(second, like: form))
    case (true, false):
      let other = try single(operand(second))
      return (try operand(first, beside: other), other)
    case (false, true):
      let own = try single(operand(first))
      return (own, try operand(second, beside: own))
    case (false, false):
      let (own, other) = try comparable(single(operand(first)), single(operand(second)))
      return (own, other)
    }
  }

  /// Returns values of the program in the form of an operand beside them, from which a value alone
  /// also gets its type and collation.
  private func operand(_ node: ValueNode, beside other: Operand) throws -> Operand {
    guard case .argument(let argument) = node else {
      return try operand(node, like: other).collated(like: other)
    }
    var own = other.replaced(by: try value(argument, as: other))
    own.columns = [dialect.native(own.name, other.type)]
    return own
  }

  private func single(_ operand: Operand) throws -> Operand {
    try operand.requireSingle("a reference to several classes cannot be chosen in SQL")
    return operand
  }

  /// Returns 1 if a condition holds, otherwise 0.
  private func truth(of condition: ConditionNode) throws -> Operand {
    let test = try self.condition(condition).nested(dialect)
    return Operand(columns: ["CASE WHEN \(test) THEN 1 ELSE 0 END"], coding: TruthCoding())
  }

  // MARK: Other queries

  private func scalar(_ query: Subquery) throws -> Operand {
    var (text, result) = try query.write(self)
    result.columns = ["(\(text.nested(dialect)))"]
    return result
  }
}
