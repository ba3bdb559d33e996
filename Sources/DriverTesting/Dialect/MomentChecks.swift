import PersistentObjectsDriver

/// Checks of computing with dates.
enum MomentChecks {
  static let all = [
    Check("date(_:of:_:in:) must give the fields of dates in each time zone", readsFields),
    Check("date(_:of:_:in:) must give the fields of seconds since 2001", readsFieldsOfSeconds),
    Check("seconds(of:) must be the nearest double", countsSeconds),
    Check("startOfDay(of:_:in:) must be the first moment of the day", findsStarts),
  ]

  private static let moments = [
    "2001-01-01 00:00:00", "2024-02-29 23:59:59.999999", "2024-03-31 01:00:00",
    "1582-10-15 12:00:00.5", "0000-12-31 23:30:00", "0001-01-01 00:00:00", "9999-12-31 23:59:59",
    "2011-12-30 10:00:00", "1969-12-31 23:59:59.25", "2018-11-04 12:00:00", "2018-02-18 02:30:00",
    "2000-12-31 23:59:59.9", "0000-03-01 00:00:00.1",
    // In Havana, clocks go back to midnight on that day.
    "2020-11-01 04:30:00", "2020-11-01 05:30:00", "2020-11-01 17:00:00",
  ]
  private static let zones = [
    "GMT", "Europe/Berlin", "America/St_Johns", "America/Sao_Paulo", "Pacific/Apia",
    "America/Havana",
  ]

  private static func readsFields(_ bench: Bench) throws {
    try bench.makeSample("t", moments.map { .text($0) } + [.null])
    for zone in zones {
      for field in DateField.allCases {
        let expression = bench.dialect.date(field, of: "t", .text, in: zone)
        let expected = moments.compactMap { Moment(text: $0)?.field(field, in: zone) }
        try bench.demand(
          expected.map { [.integer($0)] } + [[.null]],
          of: "SELECT \(expression) FROM sample ORDER BY pk")
      }
    }
  }

  private static var seconds: [Double] {
    moments.compactMap { Moment(text: $0)?.secondsSinceReferenceDate }
  }

  private static func readsFieldsOfSeconds(_ bench: Bench) throws {
    // Only seconds can be before the year 0: these are in the years −1168 and −4337.
    let seconds = Self.seconds + [-1e11, -2e11]
    try bench.makeSample("r", seconds.map { .real($0) })
    for field in DateField.allCases {
      let expression = bench.dialect.date(field, of: "r", .real, in: "Europe/Berlin")
      let expected = seconds.compactMap {
        Moment(secondsSinceReferenceDate: $0)?.field(field, in: "Europe/Berlin")
      }
      try bench.demand(expected, of: "SELECT \(expression) FROM sample ORDER BY pk")
    }
  }

  private static func countsSeconds(_ bench: Bench) throws {
    try bench.makeSample("t", moments.map { .text($0) })
    let sql: SQLText = "SELECT \(bench.dialect.seconds(of: "t")) FROM sample ORDER BY pk"
    try bench.demand(seconds.map { [.real($0)] }, of: sql)
  }

  private static func findsStarts(_ bench: Bench) throws {
    // Before laws defined time zones, towns had times of their own, which databases know less
    // exactly.
    let late = moments.filter { $0 > "1970" }
    try bench.makeSample("t", late.map { .text($0) })
    for zone in zones {
      let expected = late.compactMap { Moment(text: $0)?.startOfDay(in: zone) }
      let start = bench.dialect.startOfDay(of: "t", .text, in: zone)
      try bench.demand(expected.map { [.real($0)] }, of: "SELECT \(start) FROM sample ORDER BY pk")
      let ofSeconds = bench.dialect.startOfDay(
        of: "(\(bench.dialect.seconds(of: "t")))", .real, in: zone)
      try bench.demand(
        expected.map { [.real($0)] }, of: "SELECT \(ofSeconds) FROM sample ORDER BY pk")
    }
  }
}
