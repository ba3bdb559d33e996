import Foundation

extension CalendarDay {
  /// The day that a calendar on the wall shows at a moment in a time zone; nil if that is not in
  /// ``years``.
  ///
  /// `CalendarDay(Date(), in: .current)` is today. Before 15 October 1582 the days differ from
  /// those of Foundation's calendar `.gregorian`, which changes to Julian leap years there.
  public init?(_ date: Date, in timeZone: TimeZone) {
    let seconds = date.timeIntervalSinceReferenceDate
    // About a million years; no number of seconds beyond is given to the time zone.
    guard seconds.magnitude < 4e13 else { return nil }
    let local = seconds.rounded(.down) + Double(timeZone.secondsFromGMT(for: date))
    self.init(daysSince2001: Int((local / Self.secondsOfDay).rounded(.down)))
  }

  /// The day at a moment in the time zone of a calendar, whose other settings do not matter: the
  /// day is always one of the Gregorian calendar.
  public init?(_ date: Date, in calendar: Calendar) { self.init(date, in: calendar.timeZone) }

  /// The first moment of the day in a time zone: midnight, or a little later where a change of
  /// clocks leaves midnight out. Where a time zone has left out the whole day, as Samoa did
  /// 2011-12-30, it is the first moment after.
  public func start(in timeZone: TimeZone) -> Date {
    let midnight = Double(number) * Self.secondsOfDay
    // No clock is more than 18 hours from GMT, so the day starts between these.
    let (early, late) = (midnight - 64_801, midnight + 64_801)
    let offsets = [early, late].map { timeZone.offset(at: $0) }.sorted()
    let first = midnight - offsets[1]
    if offsets[0] == offsets[1] || timeZone.local(first) == midnight { return Self.date(first) }
    return Self.date(timeZone.firstSecond(from: early, to: late, whenLocalTimeIs: midnight))
  }

  /// The first moment of the day in the time zone of a calendar.
  public func start(in calendar: Calendar) -> Date { start(in: calendar.timeZone) }

  private static let secondsOfDay = 86_400.0

  private static func date(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }
}

extension TimeZone {
  /// Seconds that clocks are ahead of GMT at a moment, given in seconds since 2001.
  fileprivate func offset(at seconds: Double) -> Double {
    Double(secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
  }

  fileprivate func local(_ seconds: Double) -> Double { seconds + offset(at: seconds) }

  /// The second in which clocks come to a time or jump over it.
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
