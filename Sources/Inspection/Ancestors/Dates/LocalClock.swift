import Foundation

/// Converts wall clock times of a time zone to instants.
final class LocalClock {
  let timeZone: TimeZone
  /// The offsets from GMT, in seconds, that were in use around each day that was looked up.
  private var offsets: [Int64: [Int64]] = [:]

  init(timeZone: TimeZone) { self.timeZone = timeZone }

  /// An instant, in ten-thousandths of a second since 1970.
  struct Instant: Equatable {
    /// The earliest instant, if clocks were set back.
    let ticks: Int64
    /// The later instants with the same local time.
    var others: [Int64] = []
    /// Whether clocks skipped the time. The instant is then that of a clock that was not set
    /// forward.
    var isLeftOut = false
  }

  func instant(of time: LocalTime) -> Instant {
    let local = time.ticksSince1970
    if let offset = time.offset { return Instant(ticks: local - offset * LocalTime.ticksInSecond) }
    let offsets = offsets(onDay: Int64(time.day.daysSince1970))
    if offsets.count == 1, let offset = offsets.first {
      return Instant(ticks: local - offset * LocalTime.ticksInSecond)
    }
    let found = offsets.map { local - $0 * LocalTime.ticksInSecond }
      .filter { local - $0 == offset(at: $0) * LocalTime.ticksInSecond }.sorted()
    if let first = found.first { return Instant(ticks: first, others: Array(found.dropFirst())) }
    let before = offset(at: local - Self.day)
    return Instant(ticks: local - before * LocalTime.ticksInSecond, isLeftOut: true)
  }

  /// Returns the offsets from GMT between a day before and a day after, each once: no clock is more
  /// than a day from GMT.
  private func offsets(onDay day: Int64) -> [Int64] {
    if let known = offsets[day] { return known }
    if offsets.count >= 10_000 { offsets = [:] }
    let found = Set((-4...8).map { offset(at: day * Self.day + $0 * Self.day / 4) })
    offsets[day] = Array(found)
    return Array(found)
  }

  /// Returns the number of seconds that clocks are ahead of GMT.
  private func offset(at ticks: Int64) -> Int64 {
    // Use the second that contains the instant: transitions are at whole seconds.
    let seconds = (Double(ticks) / Double(LocalTime.ticksInSecond)).rounded(.down)
    return Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
  }

  private static let day: Int64 = 86_400 * LocalTime.ticksInSecond
}
