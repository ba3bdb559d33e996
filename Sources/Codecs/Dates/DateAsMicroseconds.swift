public import Foundation
public import PersistentObjectsCodec

/// Stores `Date` as INTEGER: microseconds since 1970-01-01 00:00:00 UTC.
///
/// ```swift
/// @Column(codec: DateAsMicroseconds()) var seen: Date  // seen INTEGER: 1795219200000000
/// ```
///
/// Use it for dates from a clock or protocol that counts microseconds. A date is a binary fraction
/// of seconds, so "a whole microsecond" means the date nearest to one. Any other date is refused
/// rather than rounded, since it would not come back equal; pass it through ``nearest(to:)`` before
/// saving. `Date()` itself is finer than a microsecond.
public struct DateAsMicroseconds: DerivedColumnCodec {
  /// Makes the codec.
  public init() {}

  /// `date-microseconds 1`.
  public var identifier: CodecIdentifier { CodecIdentifier("date-microseconds") }
  /// INTEGER.
  public var base: Int64Codec { Int64Codec() }
  /// A moment.
  public var meaning: StoredMeaning? { .instant }

  /// Returns the nearest date that this codec stores exactly; nil if it is too far away to be
  /// counted in 64 bits (about 292,000 years).
  public static func nearest(to date: Date) -> Date? {
    microseconds(nearestTo: date).map(Self.date)
  }

  /// Returns the number of microseconds; throws if the date is not a whole number of them.
  public func baseValue(of date: Date) throws -> Int64 {
    guard let count = Self.microseconds(nearestTo: date) else {
      throw CodecError("the date is too far from 1970 to be stored as 64-bit microseconds")
    }
    guard Self.date(count) == date else {
      throw CodecError(
        "the date is not a whole number of microseconds; save DateAsMicroseconds.nearest(to: date)")
    }
    return count
  }

  /// Returns the date nearest to a number of microseconds. Before 1728 and after 2273 dates are
  /// more than a microsecond apart, so that several numbers, which other programs may have written,
  /// give the same date. Each of these dates can be stored.
  public func value(of count: Int64) -> Date { Self.date(count) }

  /// The microseconds from 1970 to the reference date.
  private static let offset: Int64 = 978_307_200 * million
  private static let million: Int64 = 1_000_000

  static func microseconds(nearestTo date: Date) -> Int64? {
    let seconds = date.timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    let fraction = Int64(exactly: ((seconds - whole) * 1e6).rounded())
    guard let fraction, let whole = Int64(exactly: whole) else { return nil }
    return Int64(exactly: Int128(whole) * Int128(million) + Int128(offset + fraction))
  }

  /// Returns the date nearest to a number of microseconds.
  static func date(_ count: Int64) -> Date {
    // Whole seconds first: the lowest numbers would overflow if counted from the reference date.
    let (seconds, rest) = floored(count)
    let exact = DecimalSeconds(
      whole: seconds - offset / million, fraction: UInt64(rest), scale: UInt64(million))
    return Date(timeIntervalSinceReferenceDate: exact.double)
  }

  private static func floored(_ count: Int64) -> (seconds: Int64, rest: Int64) {
    let (quotient, rest) = count.quotientAndRemainder(dividingBy: million)
    return rest < 0 ? (quotient - 1, rest + million) : (quotient, rest)
  }
}
