import Foundation
import PersistentObjectsAncestors
import Testing

@Suite struct LegacyFixtureTests {
  static let names = ["berlin-apple", "new-york-gnustep"]
  /// Facts that such files cannot show: `URL` has the column of `uRL`, and `Q_lower` that of
  /// `q_lower`.
  static let map = LegacyMap(
    names: ["x_5_0_9_cert_u_r_l_item_2": ["u_r_l": "URL"]], classes: ["q__lower": "q_lower"])

  static func calendar(_ json: [String: Any]) throws -> LegacyCalendar {
    let zone = try #require(TimeZone(identifier: json["zone"] as? String ?? ""))
    return LegacyCalendar(timeZone: zone)
  }

  @Test(arguments: names) func givesEachValueAsItWasInMemory(name: String) throws {
    let json = try Fixture.json(name)
    let file = try LegacyStore(Fixture.path(name))
    let model = try file.model(map: Self.map)
    let classes = try #require(json["classes"] as? [String: [String: Any]])
    #expect(Set(model.classes.map(\.table)) == Set(classes.keys))
    for type in model.classes {
      let expected = try #require(classes[type.table]?["objects"] as? [String: [String: Any]])
      #expect(classes[type.table]?["name"] as? String == type.name)
      try compare(file, type, expected, try Self.calendar(json))
    }
  }

  private func compare(
    _ file: LegacyStore, _ type: LegacyClass, _ expected: [String: [String: Any]],
    _ calendar: LegacyCalendar
  ) throws {
    var count = 0
    var last: Int64 = 0
    let doubts = try file.forEachObject(of: type, calendar: calendar) { object in
      count += 1
      #expect(object.key > last)
      last = object.key
      compare(object, type, expected[String(object.key)] ?? [:])
    }
    #expect(count == expected.count)
    #expect(doubts.isEmpty)
  }

  private func compare(_ object: LegacyObject, _ type: LegacyClass, _ expected: [String: Any]) {
    var names = Set(expected.keys)
    let values = zip(type.properties.map(\.name), object.values)
    for (name, value) in values {
      names.remove(name)
      check(value, expected[name], "\(type.name)-\(object.key).\(name)")
    }
    for (name, value) in zip(type.collections.map(\.name), object.collections) {
      if names.remove(name) == nil {
        #expect(value.elements.isEmpty)
      } else {
        check(value, expected[name], "\(type.name)-\(object.key).\(name)")
      }
    }
    #expect(names.isEmpty, "\(type.name)")
  }

  private func check(_ value: LegacyValue, _ json: Any?, _ place: String) {
    let isEqual = Expectation(json)?.matches(value) ?? false
    #expect(isEqual, "\(place): \(value) where \(json ?? "nothing") is expected")
  }
}
