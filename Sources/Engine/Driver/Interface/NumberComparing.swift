/// The SQL of a database where the form of a number in a column of any kind tells an integer from the double that
/// equals it.
public protocol NumberComparing: Dialect {
  /// A comparison by value of a column of any kind with a bound value.
  ///
  /// - Parameters:
  ///   - operator: `=`, `<`, `<=`, `>` or `>=`.
  ///   - type: the column's type, with the storage class `any`.
  /// - Returns: nil where the operator itself compares by value.
  func comparison(
    of expression: String, _ operator: String, with placeholder: String, _ type: ColumnType
  ) -> String?
}

extension Dialect {
  /// A comparison of a column with a bound value.
  func compared(
    _ expression: String, _ operator: String, _ placeholder: String, _ type: ColumnType
  ) -> String {
    if type.storage == .any, let dialect = self as? any NumberComparing,
      let text = dialect.comparison(of: expression, `operator`, with: placeholder, type)
    {
      return text
    }
    return "\(expression) \(`operator`) \(placeholder)"
  }
}
