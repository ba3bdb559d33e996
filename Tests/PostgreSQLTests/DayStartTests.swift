import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// The first moments of days whose midnight is repeated or skipped.
@Suite(.enabled(if: hasServer, "make test-postgres installs a server."))
struct DayStartTests {
  /// The distances of moments, in seconds, from each change of a zone's clocks near midnight.
  private static let distances = [-3_600, -1, 0, 1, 60, 3_599, 3_600, 86_400]

  private static func moments(of zone: TimeZone) -> [Int] {
    var (moments, last) = ([Int](), Date(timeIntervalSince1970: -3_000_000_000))
    while let next = zone.nextDaylightSavingTimeTransition(after: last),
      next.timeIntervalSince1970 < 2_000_000_000
    {
      last = next
      let second = Int(next.timeIntervalSinceReferenceDate)
      let hours = [next - 1, next].map { (second + zone.secondsFromGMT(for: $0)) / 3600 % 24 }
      if hours.contains(where: { [-2, -1, 0, 1, 22, 23].contains($0) }) {
        moments += distances.map { second + $0 }
      }
    }
    return moments
  }

  /// The start was an hour later than the moment where clocks go back over midnight.
  @Test func theyAreThoseOfFoundationInAllZones() throws {
    let schema = TestSchema()
    let connection = try schema.open()
    defer { connection.close() }
    let known = try connection.rows("SELECT name FROM pg_catalog.pg_timezone_names").map { $0[0] }
    let names = Set(TimeZone.knownTimeZoneIdentifiers).filter { known.contains(.text($0)) }
    #expect(names.count > 400)
    for name in names.sorted() {
      let zone = try #require(TimeZone(identifier: name))
      let starts = try Self.starts(of: Self.moments(of: zone), in: zone, on: connection)
      // The server has other data for the years before 1970 of some zones.
      let isSame = starts.allSatisfy(\.hasSameOffset)
      #expect(isSame || starts.allSatisfy { $0.hasSameOffset || $0.date.timeIntervalSince1970 < 0 })
      let compared = starts.filter { isSame || $0.date.timeIntervalSince1970 > 86_400 }
      #expect(compared.filter { $0.found != $0.expected }.map(\.date) == [], "\(name)")
    }
  }

  private struct Start {
    let date: Date
    let found: Int64
    let expected: Int64
    let hasSameOffset: Bool
  }

  private static func starts(
    of moments: [Int], in zone: TimeZone, on connection: PostgresConnection
  ) throws -> [Start] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return try connection.rows(query(zone.identifier, moments)).compactMap { row in
      guard case .integer(let moment) = row[0], case .integer(let found) = row[1],
        case .integer(let offset) = row[2]
      else { return nil }
      let date = Date(timeIntervalSinceReferenceDate: Double(moment))
      return Start(
        date: date, found: found,
        expected: Int64(calendar.startOfDay(for: date).timeIntervalSinceReferenceDate),
        hasSameOffset: offset == zone.secondsFromGMT(for: date))
    }
  }

  private static func query(_ zone: String, _ moments: [Int]) -> String {
    let dialect = PostgresDialect(PostgresConfiguration(""))
    let list = moments.map { "\($0)" }.joined(separator: ",")
    let start = dialect.startOfDay(of: "m", .real, in: zone).withLiterals(dialect)
    let instant = "to_timestamp(m + 978307200)"
    return """
      SELECT m::bigint, (\(start))::bigint, \
      extract(epoch FROM \(instant) AT TIME ZONE '\(zone)' - \(instant) AT TIME ZONE 'UTC')::bigint \
      FROM unnest('{\(list)}'::float8[]) AS u (m)
      """
  }
}
