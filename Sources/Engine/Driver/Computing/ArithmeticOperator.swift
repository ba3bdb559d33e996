/// An operation on two numbers.
///
/// See ``ComputingDialect``.
public enum ArithmeticOperator: String, Sendable, CaseIterable {
  /// The sum.
  case add = "+"
  /// The difference.
  case subtract = "-"
  /// The product.
  case multiply = "*"
  /// The quotient; a quotient of integers is truncated.
  case divide = "/"
  /// The remainder of an integer division, with the sign of the dividend.
  case remainder = "%"
}
