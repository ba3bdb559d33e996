public import Foundation
public import PersistentObjectsCodec

// Grammar of the stored form:
//
//   stored = INTEGER                     a whole number from Int64.min to Int64.max
//          | TEXT of exactly 20 digits   a whole number above, as `UInt64` is stored
//          | REAL                        a Double or a Float
//          | TEXT "true" or "false"      a Bool
//
// Foundation considers 1, 1.0 and true equal, but JSON text or a comparison of types tells them
// apart. SQL considers 1 and 1.0 equal too, so finders find both, as Swift does. It differs from
// Foundation in three minor ways:
//
//   * true does not equal 1. As INTEGER it could not come back as a Bool.
//   * An integer beyond 2^53 equals a double only if both are the same number. Foundation rounds
//     the integer first, so that two different integers equal one double.
//   * Whole numbers above Int64.max equal no double, and sort after all others; true and false
//     sort after those.

/// Stores `NSNumber` so that it comes back as the same kind of number: a whole number as INTEGER, a
/// `Double` as REAL, a `Bool` as the TEXT `true` or `false`.
///
/// ```swift
/// var number: NSNumber  // number ANY: 3
/// ```
///
/// A `Float` comes back as the `Double` that equals it. NaN is refused, and so is an
/// `NSDecimalNumber`, which needs a property of that type. Finders and sort orders compare numbers
/// by value, whatever their kind; a `Bool` equals no number.
public struct NSNumberCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `number 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("number") }
  /// INTEGER, REAL or TEXT, row by row.
  public var storage: StorageClass { .any }

  /// Writes the number; throws for NaN and for an `NSDecimalNumber`.
  public func encode(_ number: NSNumber, into column: inout ColumnWriter) throws {
    if type(of: number) == Self.boolType {
      return column.write(number.boolValue ? "true" : "false")
    }
    if number is NSDecimalNumber { throw Self.decimal }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"):
      if number.doubleValue.isNaN { throw Self.notANumber }
      try column.write(number.doubleValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"):
      try UInt64Codec().encode(number.uint64Value, into: &column)
    default: column.write(number.int64Value)
    }
  }

  /// Reads the number; throws for a text that is neither a Bool nor a number of 20 digits.
  public func decode(from column: borrowing ColumnReader) throws -> NSNumber {
    switch column.kind {
    case .real: NSNumber(value: try column.real())
    case .text: try decodeText(from: column)
    default: NSNumber(value: try column.integer())
    }
  }

  private func decodeText(from column: borrowing ColumnReader) throws -> NSNumber {
    switch try column.text() {
    case "true": NSNumber(value: true)
    case "false": NSNumber(value: false)
    default: NSNumber(value: try UInt64Codec().decode(from: column))
    }
  }
}

extension NSNumberCodec {
  /// The class of Booleans, a separate class on Linux as in Objective-C.
  private static let boolType: AnyClass = type(of: NSNumber(value: true))

  private static var notANumber: CodecError {
    CodecError(
      "NaN cannot be stored in a column of numbers; use an optional, or"
        + " @Column(codec: NSCodingCodec<NSNumber>())")
  }

  private static var decimal: CodecError {
    CodecError(
      "a property of type NSNumber cannot read back a decimal number exactly; give the"
        + " property the type NSDecimalNumber")
  }
}
