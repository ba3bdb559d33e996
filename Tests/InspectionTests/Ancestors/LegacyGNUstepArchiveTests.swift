import Foundation
import PersistentObjects
import Testing

@testable import PersistentObjectsAncestors

/// Archives that GNUstep's own archiver wrote.
@Suite struct LegacyGNUstepArchiveTests {
  private func archive(_ name: String) throws -> LegacyArchive {
    let file = Fixture.folder.appendingPathComponent("gnustep-archives/\(name).bin")
    let archive = LegacyArchive(Array(try Data(contentsOf: file)))
    #expect(archive.damage == nil)
    return archive
  }

  private let date = LegacyValue.date(LegacyDate(secondsSince2001: 237_748_412.123))

  /// GNUstep writes the unsigned number as -1.
  private var mixed: [LegacyValue] {
    [
      .text("text"), .text(""), .text("ünï😀"), .integer(1), .integer(-1), .integer(-1),
      .integer(.min), .real(1.5), .real(0.1), .real(Double(Float(0.1))), .boolean(true),
      .boolean(false), .integer(97), .data([0, 1]), .data([]), .null, date, .array([]),
      .dictionary([]), .set([.text("x")]), .text("mutable"), .array([.text("m")]),
      .dictionary([LegacyEntry(key: .text("k"), value: .text("v"))]), .set([.text("s")]),
      .data([97, 98]), .url(LegacyURL(relative: "http://a.example/b?c=d#e")),
      .url(LegacyURL(relative: "b", bases: ["http://a.example/"])), .text("$null"), .real(1e300),
    ]
  }

  @Test func areReadAsValues() throws {
    let array = try archive("mixed")
    #expect(array.key == "GSInlineArray")
    #expect(array.classes == ["NSArray", "NSObject"])
    #expect(try array.value() == .array(mixed))
    #expect(try archive("string").value() == .text("text"))
    #expect(try archive("number").value() == .integer(5))
    #expect(try archive("data").value() == .data(Array("abc".utf8)))
    #expect(try archive("date").value() == date)
    #expect(try archive("null").value() == .null)
    #expect(try archive("url").value() == .url(LegacyURL(relative: "http://a.example/")))
    #expect(try archive("mutable").value() == .array([.text("a"), .array([.text("b")])]))
  }

  @Test func keepAllNumbers() throws {
    let integers: [Int64] = [
      0, 1, 127, 128, 200, 255, 256, 32767, 32768, 40000, 65535, 65536, 2_147_483_647,
      2_147_483_648, 3_000_000_000, 4_294_967_295, 4_294_967_296, .max, -1, -128, -129, -32768,
      -40000, -2_147_483_648, -3_000_000_000,
    ]
    #expect(try archive("integers").value() == .array(integers.map { .integer($0) }))
    #expect(
      try archive("numbers").value()
        == .array([
          .integer(200), .integer(40000), .integer(3_000_000_000), .integer(-5), .real(1.5),
          .real(.leastNonzeroMagnitude), .real(1.7976931348623157e308),
        ]))
  }

  @Test func keepNestedCollections() throws {
    guard case .dictionary(let entries) = try archive("dictionary").value(),
      case .set(let members) = try archive("set").value()
    else {
      Issue.record("no collections")
      return
    }
    #expect(Set(members) == [.text("a"), .integer(1), date])
    let expected: Set = [
      LegacyEntry(key: .text("list"), value: .array(mixed)),
      LegacyEntry(key: .text("seven"), value: .integer(7)),
      LegacyEntry(key: .integer(3), value: .text("x")),
    ]
    #expect(Set(entries) == expected)
    var (value, depth) = (try archive("deep").value(), 0)
    while let inner = value.elements.first { (value, depth) = (inner, depth + 1) }
    #expect(depth == 100)
  }

  @Test(arguments: ["attributed", "counted", "decimal", "calendardate"])
  func stayArchivesWhereTheClassIsNotKnown(name: String) throws {
    let archive = try archive(name)
    #expect(archive.className?.hasPrefix("NS") == true)
    #expect(throws: PersistenceError.self) { try archive.value() }
    #expect(LegacyArchive(archive.bytes).key == "root")
  }

  @Test(arguments: ["mixed", "set", "dictionary", "integers", "url"])
  func areReadByFoundationUnderTheKeyRoot(name: String) throws {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(try archive(name).bytes))
    unarchiver.requiresSecureCoding = false
    #expect(unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) != nil)
  }
}
