import CSQLite
import PersistentObjectsEngine

// SQLite makes a double of a sum of integers that leaves 64 bits, and NULL of a division by zero. So the
// arithmetic of queries is done by functions of the program's, which are errors there.

extension ArithmeticOperator {
  /// The name of the function, which no program's own is likely to have.
  var function: String { "_persistent_\(caseName)" }

  // Spelled out: finding the name of a case at run time takes long, and each connection needs all of them.
  private var caseName: String {
    switch self {
    case .add: "add"
    case .subtract: "subtract"
    case .multiply: "multiply"
    case .divide: "divide"
    case .remainder: "remainder"
    }
  }

  /// The result, or nil where it is no integer of 64 bits.
  fileprivate func result(of left: Int64, _ right: Int64) -> Int64? {
    let (value, overflow) =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: right == -1 ? (0, false) : left.remainderReportingOverflow(dividingBy: right)
      }
    return overflow ? nil : value
  }

  /// The result, or nil where it is no double.
  fileprivate func result(of left: Double, _ right: Double) -> Double? {
    let value =
      switch self {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      case .divide: left / right
      case .remainder: left.truncatingRemainder(dividingBy: right)
      }
    return value.isFinite || (!value.isNaN && !(left.isFinite && right.isFinite)) ? value : nil
  }

  fileprivate var implementation: Implementation {
    switch self {
    case .add: { compute(.add, $0, $2) }
    case .subtract: { compute(.subtract, $0, $2) }
    case .multiply: { compute(.multiply, $0, $2) }
    case .divide: { compute(.divide, $0, $2) }
    case .remainder: { compute(.remainder, $0, $2) }
    }
  }
}

private typealias Implementation =
  @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

extension DatabaseHandle {
  /// Registers the functions by which queries compute. No table, index or view can use them.
  func addArithmetic() throws {
    for operation in ArithmeticOperator.allCases {
      try check(
        sqlite3_create_function_v2(
          pointer, operation.function, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
          nil, operation.implementation, nil, nil, nil))
    }
  }
}

private func compute(
  _ operation: ArithmeticOperator, _ context: OpaquePointer?,
  _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let left = values?[0], let right = values?[1] else { return }
  let types = (sqlite3_value_type(left), sqlite3_value_type(right))
  if types.0 == SQLITE_NULL || types.1 == SQLITE_NULL { return sqlite3_result_null(context) }
  if types == (SQLITE_INTEGER, SQLITE_INTEGER) {
    let numbers = (sqlite3_value_int64(left), sqlite3_value_int64(right))
    guard let result = operation.result(of: numbers.0, numbers.1) else {
      return refuse("\(numbers.0) \(operation.rawValue) \(numbers.1) is no 64-bit integer", context)
    }
    return sqlite3_result_int64(context, result)
  }
  let numbers = (sqlite3_value_double(left), sqlite3_value_double(right))
  guard let result = operation.result(of: numbers.0, numbers.1) else {
    return refuse("\(numbers.0) \(operation.rawValue) \(numbers.1) is no finite double", context)
  }
  sqlite3_result_double(context, result)
}

private func refuse(_ message: String, _ context: OpaquePointer?) {
  sqlite3_result_error(context, message, -1)
}
