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
    case countDistinct = "count(DISTINCT "
    case sum = "sum"
    case average = "avg"
    case minimum = "min"
    case maximum = "max"
  }

  /// The call in SQL, with its argument in SQL.
  func call(_ argument: String?) -> String {
    guard let argument else { return "\(function.rawValue)(*)" }
    return function == .countDistinct
      ? "\(function.rawValue)\(argument))" : "\(function.rawValue)(\(argument))"
  }

  /// The result as an operand, for an argument. Throws if SQL cannot compute it.
  func operand(of source: Operand?, written argument: String?) throws -> Operand {
    let sql = call(argument)
    guard let source else { return .number(sql, as: Int.self, isOnOptionalPath: false) }
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
