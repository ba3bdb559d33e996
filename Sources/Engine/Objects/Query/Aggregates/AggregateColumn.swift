import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

/// An aggregate of many rows in SQL.
struct AggregateColumn {
  let function: Function
  /// The argument; nil for `count(*)`.
  let value: ValueNode?
  /// The identity of the object in the argument's closure.
  var identity: ScopeIdentity?
  /// Whether the aggregate of a given operand is computed in Swift.
  let isFolded: (Operand) throws -> Bool

  enum Function {
    case count, countDistinct, sum, average, minimum, maximum
  }

  /// Returns the result as an operand. Throws if SQL cannot compute it.
  func operand(
    of source: Operand?, written argument: SQLText?, _ dialect: any Dialect
  ) throws -> Operand {
    guard let source, let argument else { return .number("count(*)", as: Int.self) }
    switch function {
    case .count: return .number("count(\(argument))", as: Int.self)
    case .countDistinct:
      guard try source.searchable().columns.count == 1 else {
        throw source.invalidQuery(
          "references to several classes cannot be counted without duplicates")
      }
      return .number("count(DISTINCT \(argument))", as: Int.self)
    case .minimum:
      return try source.searchable().extreme(dialect.minimum(argument, source.type))
    case .maximum:
      return try source.searchable().extreme(dialect.maximum(argument, source.type))
    case .sum:
      try dialect.requireComputed(source.numberKind)
      return sum(of: source, written: argument, dialect)
    case .average:
      let kind = source.numberKind
      try dialect.requireComputed(kind)
      guard kind.isText else {
        return source.computed(dialect.average(argument, source.numberKind), coding: RealCoding())
      }
      let sum = sum(of: source, written: argument, dialect)
      let count = dialect.converted("count(\(argument))", from: .integer, to: .decimal)
      return source.computed(
        dialect.arithmetic(.divide, sum.name, "nullif(\(count), \(Self.zero))", kind),
        coding: sum.coding)
    }
  }
}

extension AggregateColumn {
  /// The decimal 0 as it is stored.
  private static var zero: SQLText { "\(.text(ExactDecimal(0).text))" }

  private func sum(
    of source: Operand, written argument: SQLText, _ dialect: any Dialect
  ) -> Operand {
    let kind = source.numberKind
    let sql = dialect.sum(argument, kind)
    return switch kind {
    case .integer: source.computed(sql, coding: IntegerCoding<Int>())
    case .real: source.computed(sql, coding: RealCoding())
    case .decimal: source.computed(sql, coding: DecimalCoding())
    case .duration: source.computed(sql, coding: DurationCoding())
    }
  }

  /// Returns a sum that is zero, rather than NULL, if there are no rows.
  static func total(_ sum: Operand, written sql: SQLText) -> Operand {
    var result = sum
    result.columns = ["coalesce(\(sql), \(sum.numberKind.isText ? zero : "0"))"]
    result.isOnOptionalPath = false
    return result
  }
}

extension Operand {
  /// The kind of numbers that SQL adds up.
  var numberKind: NumberKind {
    switch storage {
    case .integer: .integer
    case .text: storesDurations ? .duration : .decimal
    default: .real
    }
  }

  fileprivate func computed(_ sql: SQLText, coding: any ValueCoding) -> Operand {
    let storage: StorageClass =
      coding is RealCoding ? .real : numberKind.storage
    return Operand(
      columns: [sql], coding: coding, binding: binding, ownStorage: storage, isOnOptionalPath: true)
  }

  fileprivate func extreme(_ sql: SQLText) -> Operand {
    var result = self
    result.columns = [sql]
    result.isOnOptionalPath = true
    return result
  }
}
