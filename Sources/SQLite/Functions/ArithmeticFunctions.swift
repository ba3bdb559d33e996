import PersistentObjectsDriver

// SQLite turns a sum of integers beyond 64 bits into a double, and a division by zero into NULL. So
// queries compute with functions of this package, for which these are errors.

extension ArithmeticOperator {
  /// Returns the name of the function, which a program's own function is unlikely to have.
  func function(_ kind: NumberKind) -> String {
    kind == .integer ? "_persistent_\(name)" : "_persistent_\(kind.rawValue)_\(name)"
  }

  // Spelled out: finding the name of a case at run time is slow, and each process needs all of
  // them.
  private var name: String {
    switch self {
    case .add: "add"
    case .subtract: "subtract"
    case .multiply: "multiply"
    case .divide: "divide"
    case .remainder: "remainder"
    }
  }

  /// Returns the result, or nil if it is not a 64-bit integer.
  private func result(of left: Int64, _ right: Int64) -> Int64? {
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

  /// Returns the result, or nil if it is not a number, or if finite numbers have an infinite
  /// result.
  private func result(of left: Double, _ right: Double) -> Double? {
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

  /// The function on integers.
  var onIntegers: SQLFunction {
    .strict(function(.integer), 2) { arguments in
      let (left, right) = (arguments.integer(at: 0), arguments.integer(at: 1))
      if let value = result(of: left, right) { return .integer(value) }
      throw CodecError("the result of \(rawValue) is not a 64-bit integer")
    }
  }

  /// The function on doubles, which may be stored as integers.
  var onReals: SQLFunction {
    .strict(function(.real), 2) { arguments in
      let (left, right) = (arguments.real(at: 0), arguments.real(at: 1))
      if let value = result(of: left, right) { return .real(value) }
      throw CodecError("the result of \(rawValue) is not a finite double")
    }
  }

  /// The function on decimals or on durations.
  func onTexts(_ kind: NumberKind) -> SQLFunction {
    .strict(function(kind), 2) { arguments in
      let (left, right) = try (arguments.decimal(at: 0), arguments.decimal(at: 1))
      if let value = left.result(of: self, right, kind) { return .text(value.text) }
      throw CodecError("the result of \(rawValue) is not a valid \(kind)")
    }
  }
}
