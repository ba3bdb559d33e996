public import PersistentObjectsEngine

// Dates. PostgreSQL has no year 0000, so days before the year 1 are moved forward by cycles of 400
// years: the calendar is the same then, and no time zone had other rules.
extension PostgresDialect {
  /// `floor(extract(year FROM CAST(left(x, 19) AS timestamp) AT TIME ZONE 'UTC' AT TIME ZONE $1))::bigint`.
  public func date(
    _ field: DateField, of moment: String, _ storage: StorageClass, in zone: String
  ) -> String {
    Self.computedOnce(moment) { moment in
      let local = Self.local(moment, storage, in: zone)
      let value = "floor(extract(\(Self.names[field] ?? field.rawValue) FROM \(local)))::bigint"
      return switch field {
      case .year: "(\(value) - 400 * \(Self.cycles(moment, storage)))"
      case .weekday: "(\(value) + 1)"
      default: value
      }
    }
  }

  /// The whole seconds and their fraction as a `numeric`, which becomes the nearest double.
  public func seconds(of moment: String) -> String {
    Self.computedOnce(moment) { moment in
      let timestamp = Self.timestamp(moment, .text)
      return """
        (extract(epoch FROM \(timestamp)) - 978307200 \
        - 12622780800 * \(Self.cycles(moment, .text)) \
        + ('0' || substr(\(moment), 20))::numeric)::double precision
        """
    }
  }

  /// `date_trunc('day', …)` in the time zone. Where clocks go back to midnight, the server takes the
  /// second one, but the first follows the last second of the day before.
  public func startOfDay(
    of moment: String, _ storage: StorageClass, in zone: String
  ) -> String {
    Self.computedOnce(moment) { moment in
      """
      (SELECT (extract(epoch FROM least(day AT TIME ZONE \(zone), \
      (day - interval '1 second') AT TIME ZONE \(zone) + interval '1 second')) \
      - 978307200 - shift)::double precision \
      FROM (SELECT date_trunc('day', \(Self.local(moment, storage, in: zone))) AS day, \
      12622780800 * \(Self.cycles(moment, storage)) AS shift OFFSET 0) AS d)
      """
    }
  }

  /// Returns the moment, rounded down to the second, as the local time of a time zone.
  private static func local(
    _ moment: String, _ storage: StorageClass, in zone: String
  ) -> String { "\(timestamp(moment, storage)) AT TIME ZONE 'UTC' AT TIME ZONE \(zone)" }

  /// Returns the moment in UTC, rounded down to the second. Days and seconds are added separately,
  /// since an interval is a double of microseconds.
  private static func timestamp(_ moment: String, _ storage: StorageClass) -> String {
    guard storage == .real else {
      return """
        CAST(CASE WHEN \(isEarly(moment)) THEN '0' || (left(\(moment), 4)::int + 400) || \
        substr(\(moment), 5, 15) ELSE left(\(moment), 19) END AS timestamp)
        """
    }
    let days = "floor(\(moment) / 86400)"
    return """
      (timestamp '2001-01-01' + (\(days) + 146097 * \(cycles(moment, storage)))::int * interval '1 day' \
      + floor(\(moment) - \(days) * 86400) * interval '1 second')
      """
  }

  /// Returns the number of cycles by which the moment is moved forward.
  private static func cycles(_ moment: String, _ storage: StorageClass) -> String {
    storage == .real
      ? "greatest(0, ceil((-63113817600 - \(moment)) / 12622780800))::bigint"
      : "CASE WHEN \(isEarly(moment)) THEN 1 ELSE 0 END"
  }

  /// Returns a condition that a text's moment is so early that a time zone may put it in the year
  /// 0000. No text has an earlier year.
  private static func isEarly(_ moment: String) -> String { "\(moment) < '0001-01-02'" }

  private static let names: [DateField: String] = [.dayOfYear: "doy", .weekday: "dow"]
}
