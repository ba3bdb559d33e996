/// The operations on two numbers.
public enum ArithmeticOperator: String, Sendable, CaseIterable {
  /// The sum.
  case add = "+"
  /// The difference.
  case subtract = "-"
  /// The product.
  case multiply = "*"
  /// The quotient; that of integers is cut at the point.
  case divide = "/"
  /// The remainder of a division of integers, with the sign of the first.
  case remainder = "%"
}
