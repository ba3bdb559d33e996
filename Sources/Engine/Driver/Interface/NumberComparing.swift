/// The SQL of a database that, in a column of any kind, stores an integer and the double that
/// equals it in different forms.
///
/// ```swift
/// extension ShopDialect: NumberComparing {
///   func distinguishesNumbers(in type: ColumnType) -> Bool { true }
///   func comparison(of expression: SQLText, _ operator: String, with value: SQLText) -> SQLText {
///     "shop_compare(\(expression), \(value)) \(`operator`) 0"
///   }
///   func literal(_ value: StoredValue, in type: ColumnType) -> String { literal(value) }
/// }
/// ```
public protocol NumberComparing: Dialect {
  /// Returns whether columns of a type, whose storage class is `any`, have such forms.
  func distinguishesNumbers(in type: ColumnType) -> Bool
  /// Returns a comparison by value of such a column with a value.
  /// - Parameters:
  ///   - expression: the column, or what is computed from it.
  ///   - operator: `=`, `<`, `<=`, `>` or `>=`.
  ///   - value: the bound value.
  func comparison(of expression: SQLText, _ operator: String, with value: SQLText) -> SQLText
  /// Returns a value as an SQL literal of such a column's type, which takes the place of the bound
  /// value where SQL cannot have one.
  func literal(_ value: StoredValue, in type: ColumnType) -> String
}

extension Dialect {
  /// Returns the dialect if it writes comparisons with columns of a type; nil if the operator
  /// compares by value.
  package func numberComparing(_ type: ColumnType) -> (any NumberComparing)? {
    guard type.storage == .any, let dialect = self as? any NumberComparing,
      dialect.distinguishesNumbers(in: type)
    else { return nil }
    return dialect
  }
}
