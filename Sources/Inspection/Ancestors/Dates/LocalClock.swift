import Foundation

/// Turns times on the clock of a time zone into instants.
final class LocalClock {
  let timeZone: TimeZone
  /// The offsets from GMT, in seconds, of clocks around the days that were looked up.
  private var offsets: [Int64: [Int64]] = [:]

  init(timeZone: TimeZone) { self.timeZone = timeZone }

  /// The instant of a time, in ten-thousandths of a second since 1970.
  struct Instant: Equatable {
    /// The earliest one, where clocks were put back.
    let ticks: Int64
    /// The later ones.
    var others: [Int64] = []
    /// Whether clocks skipped the time; the instant is then that of a clock that was not set
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

  /// The offsets of clocks from a day before to a day after, each once: no clock is more than a day
  /// from GMT.
  private func offsets(onDay day: Int64) -> [Int64] {
    if let known = offsets[day] { return known }
    if offsets.count >= 10_000 { offsets = [:] }
    let found = Set((-4...8).map { offset(at: day * Self.day + $0 * Self.day / 4) })
    offsets[day] = Array(found)
    return Array(found)
  }

  /// Seconds that clocks are ahead of GMT.
  private func offset(at ticks: Int64) -> Int64 {
    // The second that contains the instant: transitions are at whole seconds.
    let seconds = (Double(ticks) / Double(LocalTime.ticksInSecond)).rounded(.down)
    return Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
  }

  private static let day: Int64 = 86_400 * LocalTime.ticksInSecond
}
