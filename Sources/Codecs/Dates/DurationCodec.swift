public import PersistentObjectsEngine

/// Stores `Duration` as TEXT: its seconds, exact to the attosecond, in the form of `Decimal`, which
/// sorts as the durations do. 12.5 seconds are `002 12.5`, −12.5 seconds `-997 87.4~ -12.5`.
///
/// `DecimalText.swift` has the grammar. SQL reads the seconds of a positive duration with
/// `CAST(substr(length, 5) AS REAL)`.
public struct DurationCodec: ColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `duration-text 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("duration-text") }
  /// TEXT.
  public var storage: StorageClass { .text }

  /// Writes the seconds.
  public func encode(_ value: Duration, into column: inout ColumnWriter) throws {
    let attoseconds = value.attoseconds
    let (whole, fraction) = Self.split(attoseconds.magnitude)
    column.write(
      LongDecimal(isNegative: attoseconds < 0, whole: whole, fraction: fraction))
  }

  /// Reads the seconds; throws if the text is not in the stored form, or out of the range of
  /// `Duration`.
  public func decode(from column: borrowing ColumnReader) throws -> Duration {
    try column.withUTF8 { text in
      guard let seconds = LongDecimal(stored: text), let value = Self.duration(seconds) else {
        throw CodecError("\(Excerpt(text)) is not a duration in its stored form")
      }
      return value
    }
  }

  /// Splits attoseconds into seconds and attoseconds. Dividing 128 bits is slow, and seconds rarely
  /// need more than 64.
  private static func split(_ attoseconds: UInt128) -> (UInt128, UInt64) {
    let high = UInt64(truncatingIfNeeded: attoseconds >> 64)
    guard high >= LongDecimal.unit else {
      let low = UInt64(truncatingIfNeeded: attoseconds)
      let (whole, rest) = LongDecimal.unit.dividingFullWidth((high, low))
      return (UInt128(whole), rest)
    }
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: UInt128(LongDecimal.unit))
    return (whole, UInt64(rest))
  }

  private static func duration(_ seconds: LongDecimal) -> Duration? {
    let (product, isTooLarge) = attoseconds(seconds.whole)
    let (sum, isBeyond) = product.addingReportingOverflow(UInt128(seconds.fraction))
    guard !isTooLarge, !isBeyond,
      let attoseconds = Int128(magnitude: sum, isNegative: seconds.isNegative)
    else { return nil }
    return Duration(attoseconds: attoseconds)
  }

  private static func attoseconds(_ whole: UInt128) -> (partialValue: UInt128, overflow: Bool) {
    guard let small = UInt64(exactly: whole) else {
      return whole.multipliedReportingOverflow(by: UInt128(LongDecimal.unit))
    }
    return (UInt128(small.multipliedFullWidth(by: LongDecimal.unit)), false)
  }
}
