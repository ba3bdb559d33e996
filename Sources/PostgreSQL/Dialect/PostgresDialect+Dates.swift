package import PersistentObjectsDriver

// Dates. PostgreSQL has no year 0000, so days before the year 1 are moved forward by cycles of 400
// years: the calendar is the same then, and no time zone had other rules.
extension PostgresDialect {
  /// `floor(extract(year FROM make_timestamp(…) AT TIME ZONE 'UTC' AT TIME ZONE $1))::bigint`.
  package func date(
    _ field: DateField, of moment: SQLText, _ storage: StorageClass, in zone: String
  ) -> SQLText {
    Self.computedOnce(moment) { moment in
      let local = Self.local(moment, as: storage, in: zone)
      let name = Self.names[field] ?? field.rawValue
      let value: SQLText = "floor(extract(\(name) FROM \(local)))::bigint"
      return switch field {
      case .year: "(\(value) - 400 * \(Self.cycles(moment, as: storage)))"
      case .weekday: "(\(value) + 1)"
      default: value
      }
    }
  }

  /// The whole seconds and their fraction as a `numeric`, which becomes the nearest double.
  package func seconds(of moment: SQLText) -> SQLText {
    Self.computedOnce(moment) { moment in
      let timestamp = Self.timestamp(moment, as: .text)
      return """
        (extract(epoch FROM \(timestamp)) - 978307200 \
        - 12622780800 * \(Self.cycles(moment, as: .text)) \
        + ('0' || substr(\(moment), 20))::numeric)::double precision
        """
    }
  }

  /// `date_trunc('day', …)` in the time zone, and the instant of that local time. If there are two,
  /// since clocks went back, the server takes the second one, but the day begins with the first,
  /// which has the offset of the day before. If there is none, since clocks went forward, it takes
  /// a later one, but the day begins when they did.
  package func startOfDay(
    of moment: SQLText, _ storage: StorageClass, in zone: String
  ) -> SQLText {
    Self.computedOnce(moment) { moment in
      """
      (SELECT (extract(epoch FROM CASE day WHEN early AT TIME ZONE \(.text(zone)) THEN early \
      WHEN late AT TIME ZONE \(.text(zone)) THEN late \
      WHEN (late - interval '1 second') AT TIME ZONE \(.text(zone)) + interval '1 second' THEN late ELSE (SELECT min(m) FROM generate_series(\
      late - interval '24 hours', late + interval '24 hours', interval '1 minute') AS g (m) \
      WHERE m AT TIME ZONE \(.text(zone)) >= day) END) - 978307200 - shift)::double precision \
      FROM (SELECT day, shift, late, (day + (eve AT TIME ZONE 'UTC' - eve AT TIME ZONE \(.text(zone)))) \
      AT TIME ZONE 'UTC' AS early FROM (SELECT day, shift, late, late - interval '24 hours' AS eve \
      FROM (SELECT day, shift, day AT TIME ZONE \(.text(zone)) AS late FROM (SELECT date_trunc('day', \
      \(Self.local(moment, as: storage, in: zone))) AS day, \
      12622780800 * \(Self.cycles(moment, as: storage)) AS shift OFFSET 0) AS a OFFSET 0) AS b OFFSET 0) AS c \
      OFFSET 0) AS d)
      """
    }
  }

  /// Returns the moment, rounded down to the second, as the local time of a time zone.
  private static func local(
    _ moment: SQLText, as storage: StorageClass, in zone: String
  ) -> SQLText {
    "\(timestamp(moment, as: storage)) AT TIME ZONE 'UTC' AT TIME ZONE \(.text(zone))"
  }

  /// Returns the moment in UTC, rounded down to the second. Days and seconds are added separately,
  /// since an interval is a double of microseconds.
  private static func timestamp(_ moment: SQLText, as storage: StorageClass) -> SQLText {
    guard storage == .real else {
      // A cast to `timestamp` is called STABLE, with which Citus refuses an UPDATE.
      return """
        make_timestamp(left(\(moment), 4)::int + CASE WHEN \(isEarly(moment)) THEN 400 ELSE 0 END, \
        substr(\(moment), 6, 2)::int, substr(\(moment), 9, 2)::int, substr(\(moment), 12, 2)::int, \
        substr(\(moment), 15, 2)::int, substr(\(moment), 18, 2)::double precision)
        """
    }
    let days: SQLText = "floor(\(moment) / 86400)"
    return """
      (timestamp '2001-01-01' + (\(days) + 146097 * \(cycles(moment, as: storage)))::int * interval '1 day' \
      + floor(\(moment) - \(days) * 86400) * interval '1 second')
      """
  }

  /// Returns the number of cycles by which the moment is moved forward.
  private static func cycles(_ moment: SQLText, as storage: StorageClass) -> SQLText {
    storage == .real
      ? "greatest(0, ceil((-63113817600 - \(moment)) / 12622780800))::bigint"
      : "CASE WHEN \(isEarly(moment)) THEN 1 ELSE 0 END"
  }

  /// Returns a condition that a text's moment is so early that a time zone may put it in the year
  /// 0000. No text has an earlier year.
  private static func isEarly(_ moment: SQLText) -> SQLText { "\(moment) < '0001-01-02'" }

  private static let names: [DateField: String] = [.dayOfYear: "doy", .weekday: "dow"]
}
