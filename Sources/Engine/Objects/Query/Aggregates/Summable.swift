public import Foundation

/// A number that can be summed and averaged, or an optional of one; nil values are left out.
///
/// ```swift
/// extension Cents: Summable {}
/// let total = try Order.query.value(.sum(\.price), in: session)  // an Int
/// ```
///
/// The standard library's integers and floating-point numbers conform, and so does every
/// ``ExactlySummable``. A custom integer type needs only `extension Cents: Summable {}`.
public protocol Summable {
  /// The type of sums: `Int` for integers, `Double` for floating-point numbers, otherwise the type
  /// itself.
  associatedtype _Sum
  /// The type of averages: `Double` for integers and floating-point numbers, otherwise the type
  /// itself.
  associatedtype _Average

  /// Adds up values for a sum.
  static var _sum: _Addition<_Sum> { get }
  /// Adds up values for an average.
  static var _average: _Addition<_Average> { get }
  /// Returns a sum divided by the number of values.
  static func _divide(_ sum: _Average, by count: Int) -> _Average
}

extension Summable where Self: FixedWidthInteger {
  /// Adds up as an `Int`.
  public static var _sum: _Addition<Int> { .integers(Self.self) }
  /// Adds up as a `Double`.
  public static var _average: _Addition<Double> { .integers(Self.self) }
}

extension Summable where Self: BinaryFloatingPoint {
  /// Adds up as a `Double`.
  public static var _sum: _Addition<Double> { .reals(Self.self) }
  /// Adds up as a `Double`.
  public static var _average: _Addition<Double> { .reals(Self.self) }
}

extension Summable where _Average == Double {
  /// Returns the quotient, rounded.
  public static func _divide(_ sum: Double, by count: Int) -> Double { sum / Double(count) }
}

extension Summable where Self: ExactlySummable {
  /// Adds up exactly.
  public static var _sum: _Addition<Self> { .exact }
  /// Adds up exactly.
  public static var _average: _Addition<Self> { .exact }
  /// Returns the quotient, as precise as the type allows.
  public static func _divide(_ sum: Self, by count: Int) -> Self { sum.divided(by: count) }
}

extension Optional: Summable where Wrapped: Summable {
  /// Adds up the values that are not nil.
  public static var _sum: _Addition<Wrapped._Sum> { Wrapped._sum }
  /// Adds up the values that are not nil.
  public static var _average: _Addition<Wrapped._Average> { Wrapped._average }
  /// Returns the quotient.
  public static func _divide(_ sum: Wrapped._Average, by count: Int) -> Wrapped._Average {
    Wrapped._divide(sum, by: count)
  }
}

extension Int: Summable {}
extension Int8: Summable {}
extension Int16: Summable {}
extension Int32: Summable {}
extension Int64: Summable {}
extension Int128: Summable {}
extension UInt: Summable {}
extension UInt8: Summable {}
extension UInt16: Summable {}
extension UInt32: Summable {}
extension UInt64: Summable {}
extension UInt128: Summable {}
extension Float: Summable {}
extension Double: Summable {}
extension CGFloat: Summable {}

// Intel Macs have no Float16.
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: Summable {}
#endif
