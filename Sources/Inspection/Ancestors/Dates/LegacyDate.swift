public import Foundation

/// A date of an old file: an instant, with the text that it was read from.
public struct LegacyDate: Hashable, Sendable {
  /// The text in the file, which is local time; nil for dates that are instants, within archives or
  /// as numbers.
  public let text: String?
  /// Seconds since 2001-01-01 00:00 UTC.
  public let secondsSince2001: Double
  /// The other instants with this local time, where clocks were set back; mostly empty.
  public let alternatives: [Double]

  /// The instant.
  public var date: Date { Date(timeIntervalSinceReferenceDate: secondsSince2001) }

  /// - Parameter secondsSince2001: an instant that an archive has.
  init(secondsSince2001: Double) {
    text = nil
    self.secondsSince2001 = secondsSince2001
    alternatives = []
  }

  /// - Parameter secondsSince1970: an instant of the first versions, with six digits after the
  ///   point.
  init(secondsSince1970 seconds: Double) {
    // In millionths, since a difference of such numbers would lose digits.
    let millionths = (seconds * 1e6).rounded()
    self.init(secondsSince2001: (millionths - 978_307_200e6) / 1e6)
  }

  init(text: String, _ instant: LocalClock.Instant) {
    self.text = text
    secondsSince2001 = Self.seconds(instant.ticks)
    alternatives = instant.others.map(Self.seconds)
  }

  /// The seconds, by one division of whole numbers, which is the most exact.
  private static func seconds(_ ticksSince1970: Int64) -> Double {
    Double(ticksSince1970 - 978_307_200 * LocalTime.ticksInSecond)
      / Double(LocalTime.ticksInSecond)
  }
}
