public import PersistentObjectsCodec

// The integers of 128 bits. Grammar of the stored forms:
//
//   Int128  = TEXT                        as a decimal, see DecimalText: 12 is "002 12"
//   UInt128 = INTEGER                     the number, from 0 to 9223372036854775807
//           | TEXT of exactly 39 digits   a larger number, padded with zeros on the left
//
// Unsigned numbers follow UnsignedCodecs: usual values are plain numbers, and numbers sort before
// text. Signed numbers cannot, since nothing that sorts before the numbers could hold values below
// `Int64.min`; so they are all text, in the form of decimals.

/// Stores `Int128` as TEXT that sorts as the numbers do, the form of `Decimal`: 12 as `002 12`,
/// −12 as `-997 87~ -12`. SQL reads a positive number with `CAST(substr(n, 5) AS INTEGER)`.
///
/// ```swift
/// var number: Int128  // number TEXT: 002 12
/// ```
public struct Int128Codec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `decimal-text 1`, the same as for `Decimal`: an `Int128` property may become a `Decimal`.
  public var identifier: CodecIdentifier { CodecIdentifier("decimal-text") }
  /// TEXT.
  public var storage: StorageClass { .text }
  /// A decimal number.
  public var meaning: StoredMeaning? { .decimal }

  /// Writes the number.
  public func encode(_ value: Int128, into column: inout ColumnWriter) throws {
    column.write(LongDecimal(isNegative: value < 0, whole: value.magnitude))
  }

  /// Reads the number; throws if the text is not in the stored form, has a fraction, or does not
  /// fit in 128 bits.
  public func decode(from column: borrowing ColumnReader) throws -> Int128 {
    try column.parsed(as: "an Int128 in its stored form") { text in
      guard let number = LongDecimal(stored: text), number.fraction == 0 else { return nil }
      return Int128(magnitude: number.whole, isNegative: number.isNegative)
    }
  }
}

/// Stores `UInt128` as INTEGER, or above `Int64.max` as 39 digits of TEXT.
///
/// ```swift
/// var number: UInt128  // number ANY: 12
/// ```
public struct UInt128Codec: UnsignedColumnCodec {
  /// The Swift type.
  public typealias Value = UInt128
  /// Makes the codec.
  public init() {}

  /// `unsigned-wide 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("unsigned-wide") }
  /// 39.
  public var digitCount: Int { 39 }
}

extension Int128 {
  /// Makes a signed number; nil if it does not fit.
  init?(magnitude: UInt128, isNegative: Bool) {
    guard isNegative else {
      self.init(exactly: magnitude)
      return
    }
    guard magnitude <= Self.min.magnitude else { return nil }
    self.init(truncatingIfNeeded: 0 &- magnitude)
  }
}
