public import Foundation
public import PersistentObjectsCodec

/// Stores `Decimal` as INTEGER: the number of units of 10^−scale. With a scale of 2, for amounts of
/// money, 12.50 is 1250.
///
/// ```swift
/// @Column(codec: DecimalAsInteger(scale: 2)) var price: Decimal  // price INTEGER: 1250
/// ```
///
/// The form is exact and ordered, and the database can compute with it: `SELECT sum(price)` returns
/// a number of units. A decimal with more digits after the point than the scale is refused, never
/// rounded. So is one that needs more than 64 bits of units: beyond 92 quadrillion for a scale of
/// 2.
public struct DecimalAsInteger: DerivedColumnCodec {
  /// The number of digits after the point, from 0 to 18.
  public let scale: Int

  /// Makes a codec for decimals of at most `scale` digits after the point, from 0 to 18.
  public init(scale: Int) {
    precondition(0...18 ~= scale, "the scale must be from 0 to 18, not \(scale)")
    self.scale = scale
  }

  /// `decimal-scaled-2 1` for a scale of 2. Each scale has its own name.
  public var identifier: CodecIdentifier { CodecIdentifier("decimal-scaled-\(scale)") }
  /// INTEGER.
  public var base: Int64Codec { Int64Codec() }

  /// Returns the number of units; throws if it is not whole or too large, or if the value is NaN.
  public func baseValue(of value: Decimal) throws -> Int64 {
    if value.isNaN { throw CodecError("NaN cannot be stored in a column of numbers") }
    let units = Decimal(
      sign: value.sign, exponent: value.exponent + scale, significand: value.significand.magnitude)
    let stored = NSDecimalNumber(decimal: units).int64Value
    guard Decimal(stored) == units else {
      throw CodecError(
        "\(value) does not fit: the column keeps \(scale) digits after the decimal point and 64 bits"
      )
    }
    return stored
  }

  /// Returns the number that consists of so many units.
  public func value(of units: Int64) -> Decimal {
    Decimal(
      sign: units < 0 ? .minus : .plus, exponent: -scale, significand: Decimal(units.magnitude))
  }
}
