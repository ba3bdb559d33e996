public import Foundation

extension CalendarDay {
  /// Makes the day that a wall calendar in a time zone shows at a moment; nil if it is not in
  /// ``years``.
  ///
  /// `CalendarDay(Date(), in: TimeZone.current)` is today. Before 15 October 1582 the days differ
  /// from those of Foundation's calendar `.gregorian`, which changes to Julian leap years there.
  public init?(_ date: Date, in timeZone: TimeZone) {
    let seconds = date.timeIntervalSinceReferenceDate
    // About a million years. Do not ask the time zone about seconds beyond that.
    guard seconds.magnitude < 4e13 else { return nil }
    let local = seconds.rounded(.down) + Double(timeZone.secondsFromGMT(for: date))
    self.init(daysSince2001: Int((local / Self.secondsOfDay).rounded(.down)))
  }

  /// Makes the day at a moment in a calendar's time zone. The calendar's other settings do not
  /// matter: the day is always Gregorian.
  public init?(_ date: Date, in calendar: Calendar) { self.init(date, in: calendar.timeZone) }

  /// Returns the first moment of the day in a time zone: midnight, or slightly later where a clock
  /// change skips midnight. If the time zone skipped the whole day, as Samoa did on 2011-12-30, the
  /// result is the first moment after it.
  public func start(in timeZone: TimeZone) -> Date {
    let midnight = Double(number) * Self.secondsOfDay
    // No clock is more than 18 hours from GMT, so the day starts between these two.
    let (early, late) = (midnight - 64_801, midnight + 64_801)
    let offsets = [early, late].map { timeZone.offset(at: $0) }.sorted()
    let first = midnight - offsets[1]
    if offsets[0] == offsets[1] || timeZone.local(first) == midnight { return Self.date(first) }
    return Self.date(timeZone.firstSecond(from: early, to: late, whenLocalTimeIs: midnight))
  }

  /// Returns the first moment of the day in a calendar's time zone.
  public func start(in calendar: Calendar) -> Date { start(in: calendar.timeZone) }

  private static let secondsOfDay = 86_400.0

  private static func date(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }
}

extension TimeZone {
  /// Returns the number of seconds by which clocks are ahead of GMT at a moment, given in seconds
  /// since 2001.
  fileprivate func offset(at seconds: Double) -> Double {
    Double(secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
  }

  fileprivate func local(_ seconds: Double) -> Double { seconds + offset(at: seconds) }

  /// Returns the second in which clocks reach or skip a time.
  fileprivate func firstSecond(
    from early: Double, to late: Double, whenLocalTimeIs time: Double
  ) -> Double {
    var (before, after) = (early, late)
    while after - before > 1 {
      let middle = ((before + after) / 2).rounded(.down)
      if local(middle) < time { before = middle } else { after = middle }
    }
    return after
  }
}
