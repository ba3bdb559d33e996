/// An aggregate of many rows in SQL.
struct AggregateColumn {
  let function: Function
  /// The path to the argument; nil for the rows themselves.
  let path: ColumnPath?
  /// Whether only Swift can compute it of such a column.
  var isFolded: ((Operand) throws -> Bool)?

  init(function: Function, path: ColumnPath?) {
    self.function = function
    self.path = path
  }

  enum Function: String {
    case count = "count"
    case countDistinct
    case sum
    case average
    case minimum = "min"
    case maximum = "max"
  }

  /// The call in SQL, with its argument in SQL.
  private func call(
    _ argument: String, _ storage: StorageClass, _ dialect: any Dialect
  ) -> String {
    switch function {
    case .count, .minimum, .maximum: "\(function.rawValue)(\(argument))"
    case .countDistinct: "count(DISTINCT \(argument))"
    case .sum: dialect.sum(argument, storage)
    case .average: dialect.average(argument)
    }
  }

  /// The result as an operand, for an argument. Throws if SQL cannot compute it.
  func operand(
    of source: Operand?, written argument: String?, _ dialect: any Dialect
  ) throws -> Operand {
    guard let source, let argument else {
      return .number("\(function.rawValue)(*)", as: Int.self, isOnOptionalPath: false)
    }
    let sql = call(argument, source.storage, dialect)
    switch function {
    case .count: return .number(sql, as: Int.self, isOnOptionalPath: false)
    case .countDistinct:
      guard try source.searchable().columns.count == 1 else {
        throw source.invalidQuery("references to several classes cannot be counted without doubles")
      }
      return .number(sql, as: Int.self, isOnOptionalPath: false)
    case .minimum, .maximum:
      let source = try source.searchable()
      return Operand(
        columns: [sql], coding: source.coding, column: source.column, binding: source.binding,
        isOnOptionalPath: true)
    case .sum, .average:
      return Operand(
        columns: [sql], coding: source.sumCoding(function), binding: source.binding,
        isOnOptionalPath: true)
    }
  }
}

extension Operand {
  fileprivate func sumCoding(_ function: AggregateColumn.Function) -> any ValueCoding {
    function == .sum && storage == .integer ? IntegerCoding<Int>() : RealCoding()
  }

  /// Whether the codec stores a value as that very number, so that SQL can compute with it. A codec
  /// might as well store cents for euros, or numbers with an offset.
  func stores<Value>(_ value: Value, as stored: StoredValue) -> Bool {
    let cells = RowBatch(width: columns.count)
    do {
      try ConditionArgument(value).encode(as: self, into: cells, at: 0)
    } catch {
      // A codec that refuses such a common value has its own form.
      return false
    }
    return cells.row.value(at: 0) == stored
  }
}
