public import PersistentObjectsCodec

/// Stores `Duration` as TEXT: its seconds, exact to the attosecond, in the form of `Decimal`, which
/// sorts as the durations do. 12.5 seconds are `002 12.5`, −12.5 seconds `-997 87.4~ -12.5`.
///
/// ```swift
/// var length: Duration  // length TEXT: 002 12.5
/// ```
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
    let (whole, fraction) = attoseconds.magnitude
      .quotientAndRemainder(dividingBy: UInt128(LongDecimal.unit))
    column.write(
      LongDecimal(isNegative: attoseconds < 0, whole: whole, fraction: UInt64(fraction)))
  }

  /// Reads the seconds; throws if the text is not in the stored form, or out of the range of
  /// `Duration`.
  public func decode(from column: borrowing ColumnReader) throws -> Duration {
    try column.parsed(as: "a duration in its stored form") { text in
      LongDecimal(stored: text).flatMap(Self.duration)
    }
  }

  private static func duration(_ seconds: LongDecimal) -> Duration? {
    seconds.whole.multiplied(by: LongDecimal.unit, adding: seconds.fraction)
      .flatMap { Int128(magnitude: $0, isNegative: seconds.isNegative) }
      .map { Duration(attoseconds: $0) }
  }
}
