/// The SQL of a database where the form of a number in a column of any kind tells an integer from the double that
/// equals it.
public protocol NumberComparing: Dialect {
  /// Whether columns of a type, whose storage class is `any`, have such forms.
  func distinguishesNumbers(in type: ColumnType) -> Bool
  /// A comparison by value of such a column with a bound value.
  /// - Parameter operator: `=`, `<`, `<=`, `>` or `>=`.
  func comparison(of expression: String, _ operator: String, with placeholder: String) -> String
}

extension Dialect {
  /// The dialect as the writer of comparisons with columns of a type; nil where the operator compares by value.
  func numberComparing(_ type: ColumnType) -> (any NumberComparing)? {
    guard type.storage == .any, let dialect = self as? any NumberComparing,
      dialect.distinguishesNumbers(in: type)
    else { return nil }
    return dialect
  }
}
