/// An aggregate of many rows in SQL.
struct AggregateColumn {
  let function: Function
  /// The argument; nil for the rows themselves.
  let value: ValueNode?
  /// The identity of the object in the argument's closure.
  var identity: ScopeIdentity?
  /// Whether only Swift can compute it of such a column.
  let isFolded: (Operand) throws -> Bool

  enum Function {
    case count, countDistinct, sum, average, minimum, maximum
  }

  /// The result as an operand, for an argument. Throws if SQL cannot compute it.
  func operand(
    of source: Operand?, written argument: String?, _ dialect: any Dialect
  ) throws -> Operand {
    guard let source, let argument else { return .number("count(*)", as: Int.self) }
    switch function {
    case .count: return .number("count(\(argument))", as: Int.self)
    case .countDistinct:
      guard try source.searchable().columns.count == 1 else {
        throw source.invalidQuery("references to several classes cannot be counted without doubles")
      }
      return .number("count(DISTINCT \(argument))", as: Int.self)
    case .minimum: return try source.searchable().extreme("min(\(argument))")
    case .maximum: return try source.searchable().extreme("max(\(argument))")
    case .sum:
      return Operand(
        columns: [dialect.sum(argument, source.storage)],
        coding: source.storage == .integer ? IntegerCoding<Int>() : RealCoding(),
        binding: source.binding, isOnOptionalPath: true)
    case .average:
      return Operand(
        columns: [dialect.average(argument)], coding: RealCoding(), binding: source.binding,
        isOnOptionalPath: true)
    }
  }
}

extension Operand {
  fileprivate func extreme(_ sql: String) -> Operand {
    var result = self
    result.columns = [sql]
    result.isOnOptionalPath = true
    return result
  }
}
