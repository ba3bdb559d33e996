public import Foundation

/// A type whose values can be added up without trapping or losing digits, for sums and averages
/// that SQL cannot compute exactly. `Decimal` and `Duration` conform.
///
/// ```swift
/// extension Money: ExactlySummable {
///   func addingExactly(_ other: Money) -> Money? {
///     let (sum, overflow) = cents.addingReportingOverflow(other.cents)
///     return overflow ? nil : Money(cents: sum)
///   }
///   func divided(by count: Int) -> Money { Money(cents: cents / count) }
/// }
/// ```
public protocol ExactlySummable: AdditiveArithmetic, Summable {
  /// Returns the exact sum, or nil if the type cannot hold it.
  func addingExactly(_ other: Self) -> Self?
  /// Returns the value divided by `count`, which is above 0, as precisely as the type allows.
  func divided(by count: Int) -> Self
}

extension Decimal: ExactlySummable {
  /// Returns the sum, or nil if it has more than 38 digits.
  public func addingExactly(_ other: Decimal) -> Decimal? {
    var (left, right, sum) = (self, other, Decimal())
    return NSDecimalAdd(&sum, &left, &right, .plain) == .noError ? sum : nil
  }

  /// Returns the quotient, to 38 digits.
  public func divided(by count: Int) -> Decimal { self / Decimal(count) }
}

extension Duration: ExactlySummable {
  /// Returns the sum, or nil beyond some trillions of years.
  public func addingExactly(_ other: Duration) -> Duration? {
    let (sum, overflow) = attoseconds.addingReportingOverflow(other.attoseconds)
    return overflow ? nil : Duration(attoseconds: sum)
  }

  /// Returns the quotient in whole attoseconds, rounded towards zero.
  public func divided(by count: Int) -> Duration { self / count }
}
