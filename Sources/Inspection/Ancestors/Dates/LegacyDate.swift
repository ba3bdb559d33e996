public import Foundation

/// A date of an old file: an instant, and the text that it was read from.
///
/// See ``LegacyValue``.
public struct LegacyDate: Hashable, Sendable {
  /// The text in the file, which is local time; nil for dates that are stored as instants, in
  /// archives or as numbers.
  public let text: String?
  /// Seconds since 2001-01-01 00:00 UTC.
  public let secondsSince2001: Double
  /// The other instants with this local time, if clocks were set back; empty for most dates.
  public let alternatives: [Double]

  /// The instant.
  public var date: Date { Date(timeIntervalSinceReferenceDate: secondsSince2001) }

  /// Creates a date.
  ///
  /// - Parameter secondsSince2001: an instant from an archive.
  init(secondsSince2001: Double) {
    text = nil
    self.secondsSince2001 = secondsSince2001
    alternatives = []
  }

  /// Creates a date.
  ///
  /// - Parameter secondsSince1970: an instant written by the first versions, with six digits after
  ///   the point.
  init(secondsSince1970 seconds: Double) {
    // Compute in millionths: a difference of such numbers would lose digits.
    let millionths = (seconds * 1e6).rounded()
    self.init(secondsSince2001: (millionths - 978_307_200e6) / 1e6)
  }

  init(text: String, _ instant: LocalClock.Instant) {
    self.text = text
    secondsSince2001 = Self.seconds(instant.ticks)
    alternatives = instant.others.map(Self.seconds)
  }

  /// Returns the seconds, by a single division of integers, which is the most exact.
  private static func seconds(_ ticksSince1970: Int64) -> Double {
    Double(ticksSince1970 - 978_307_200 * LocalTime.ticksInSecond)
      / Double(LocalTime.ticksInSecond)
  }
}
