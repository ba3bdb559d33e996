import Foundation
import PersistentObjectsEngine

/// Stores `Decimal` as INTEGER: how many units of 10^−scale it is. With a scale of 2, for amounts
/// of money, 12.50 is 1250.
///
/// Exact, ordered, and the database computes with it: `SELECT sum(price)` gives a number of units.
/// A decimal with more digits behind the point than the scale is refused, never rounded, and so is
/// one of more than 64 bits of units: beyond 92 quadrillion for a scale of 2.
public struct DecimalAsInteger: ColumnCodec {
  /// How many digits behind the point are kept, from 0 to 18.
  public let scale: Int

  /// Stores decimals of at most `scale` digits behind the point, from 0 to 18.
  public init(scale: Int) {
    precondition(0...18 ~= scale, "a scale of \(scale) is not from 0 to 18")
    self.scale = scale
  }

  /// `decimal-scaled-2 1` for a scale of 2: columns of another scale have another name.
  public var identifier: CodecIdentifier { CodecIdentifier("decimal-scaled-\(scale)") }
  /// INTEGER.
  public var storage: StorageClass { .integer }

  /// Writes the number of units; throws if they are not whole, too many, or the value is NaN.
  public func encode(_ value: Decimal, into column: inout ColumnWriter) throws {
    if value.isNaN { throw CodecError("NaN has no place in a column of numbers") }
    let units = Decimal(
      sign: value.sign, exponent: value.exponent + scale, significand: value.significand.magnitude)
    let stored = NSDecimalNumber(decimal: units).int64Value
    guard Decimal(stored) == units else {
      throw CodecError(
        "\(value) does not fit: the column keeps \(scale) digits behind the point and 64 bits")
    }
    column.write(stored)
  }

  /// Reads the number of units.
  public func decode(from column: borrowing ColumnReader) throws -> Decimal {
    let units = try column.integer()
    return Decimal(
      sign: units < 0 ? .minus : .plus, exponent: -scale, significand: Decimal(units.magnitude))
  }
}
