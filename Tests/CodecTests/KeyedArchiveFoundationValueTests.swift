import Foundation
import PersistentObjectsKeyedArchive
import Testing

/// Foundation's `Codable` types that trap when they decode values out of range.
struct KeyedArchiveFoundationValueTests {
  @Test func soundValuesComeBack() throws {
    #expect(
      try roundTrip(IndexSet([1, 2, 3, 7, Int.max - 1])) == IndexSet([1, 2, 3, 7, .max - 1]))
    #expect(try roundTrip(IndexSet()) == IndexSet())
    let interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: -4.5), duration: 0.25)
    #expect(try roundTrip([interval]) == [interval])
    let components = try #require(URLComponents(string: "a+b-1.c://u:p@h:80/p%20q?r=s#t"))
    #expect(try roundTrip(components) == components)
    #expect(try roundTrip(URLComponents()) == URLComponents())
  }

  @Test(arguments: [
    CharacterSet(charactersIn: "abc"), CharacterSet(charactersIn: "a\u{1F600}"), CharacterSet(),
    .alphanumerics, CharacterSet(charactersIn: "a").inverted,
    CharacterSet(charactersIn: "\0"..."\u{10FFFF}"),
  ])
  func characterSetsComeBack(_ set: CharacterSet) throws {
    #expect(try roundTrip([set]) == [set])
  }

  @Test func timesOfNoPlaceAreRefused() throws {
    for name in ["GMT+12:x7", "GMT+5::w6", "UTC+12:-7", "Nowhere"] {
      try expectRefusal(TimeZone.self, of: ["identifier": name])
    }
    #expect(try roundTrip(TimeZone(identifier: "GMT+0130")) == TimeZone(identifier: "GMT+0130"))
    let gregorian = Calendar(identifier: .gregorian)
    #expect(try roundTrip([gregorian]) == [gregorian])
    var nowhere = gregorian
    nowhere.locale = Locale(identifier: "de_ZZ")
    try expectRefusal(Calendar.self, of: nowhere)
  }

  /// Values that were written, and then refused when they were read, or read as others.
  @Test func valuesThatWouldNotComeBackAreNotWritten() throws {
    struct Meeting: Codable, Equatable {
      var calendar = Calendar(identifier: .gregorian)
      var zone: TimeZone? = .gmt
      var interval = DateInterval(start: .distantPast, duration: .infinity)
    }
    #expect(try roundTrip(Meeting()) == Meeting())
    #expect(throws: Never.self) { try KeyedArchive.archive([TimeZone.autoupdatingCurrent]) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en-US")
    let zone = try #require(TimeZone(secondsFromGMT: 3601))
    let never = Date(timeIntervalSinceReferenceDate: -.infinity)
    let meetings = [
      Meeting(calendar: calendar), Meeting(zone: zone),
      Meeting(interval: DateInterval(start: never, duration: .infinity)),
    ]
    for meeting in meetings {
      let error = #expect(throws: KeyedArchiveError.self) { try KeyedArchive.archive([meeting]) }
      #expect(error?.code == .cannotArchive)
    }
  }

  @Test func indexesOutOfRangeAreRefused() throws {
    let bad: [[Ranges.Part]] = [
      [.init(location: 1, length: .min)], [.init(location: -1, length: 2)],
      [.init(location: .max, length: .max)],
      [.init(location: 9, length: 2), .init(location: 1, length: 2)],
    ]
    for indexes in bad { try expectRefusal(IndexSet.self, of: Ranges(indexes: indexes)) }
  }

  @Test func intervalsWithoutEndAreRefused() throws {
    for duration in [-1, .nan, -.infinity] as [Double] {
      try expectRefusal(DateInterval.self, of: Interval(duration: duration))
    }
    let never = Date(timeIntervalSinceReferenceDate: -.infinity)
    try expectRefusal(DateInterval.self, of: Interval(start: never, duration: .infinity))
  }

  @Test func bitmapsThatNoSetHasAreRefused() throws {
    let plane = [UInt8](repeating: 1, count: 8192), clean = [UInt8](repeating: 0, count: 8192)
    let bad = [
      [], [1], plane, clean + [0] + clean, clean + [17] + clean, clean + [1],
      clean + [1] + clean + [1] + clean,
    ]
    for bitmap in bad { try expectRefusal(CharacterSet.self, of: ["bitmap": Data(bitmap)]) }
  }

  @Test func partsThatNoURLHasAreRefused() throws {
    for scheme in ["", "1a", "é", "a b", ":"] {
      try expectRefusal(URLComponents.self, of: ["scheme": scheme, "path": ""])
    }
    try expectRefusal(URLComponents.self, of: Port(port: -1))
  }

  /// Foundation would drop the upper bits of exponent and length.
  @Test func decimalsOutOfRangeAreRefused() throws {
    let decimals = ["0", "-12.5", "NaN", "1e-128", "99999999999999999999999999999999999999e127"]
      .compactMap { Decimal(string: $0) }
    #expect(try roundTrip(decimals + [.nan]) == decimals + [.nan])
    let bad = [
      DecimalForm(exponent: 300), DecimalForm(exponent: -129), DecimalForm(length: 17),
      DecimalForm(length: 2), DecimalForm(length: 0),
      DecimalForm(length: 9, mantissa: [1, 0, 0, 0, 0, 0, 0, 0, 1]),
    ]
    for form in bad { try expectRefusal(Decimal.self, of: form) }
    #expect(try unarchive(Decimal.self, try KeyedArchive.archive(DecimalForm())) == 1)
  }

  @Test func datesThatAreNoNumbersAreRefused() throws {
    let date = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(throws: KeyedArchiveError.self) { try KeyedArchive.archive([date]) }
    let bytes = HandMade(entries: [.raw([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0])]).bytes
    #expect(throws: DecodingError.self) { try unarchive(Date.self, bytes) }
  }

  private func expectRefusal<Value: Decodable>(
    _ type: Value.Type, of parts: some Encodable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try KeyedArchive.archive(["value": AnyParts(parts)])
    let error = #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
      try unarchive([String: Value].self, bytes)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["value"], sourceLocation: sourceLocation)
  }
}

private struct AnyParts: Encodable {
  let parts: any Encodable
  init(_ parts: any Encodable) { self.parts = parts }
  func encode(to encoder: any Encoder) throws { try parts.encode(to: encoder) }
}

private struct Ranges: Codable {
  struct Part: Codable { var location, length: Int }
  var indexes: [Part]
}

private struct DecimalForm: Encodable {
  var exponent = 0, length = 1
  var isNegative = false, isCompact = true
  var mantissa: [UInt16] = [1, 0, 0, 0, 0, 0, 0, 0]
}

private struct Interval: Codable {
  var start = Date(timeIntervalSinceReferenceDate: 0)
  var duration: Double
}

private struct Port: Codable {
  var port: Int
  var path = ""
}
