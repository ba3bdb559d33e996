import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsAncestors

@Suite struct LegacyArchiveTests {
  /// An archive with these entries under a key, as Foundation writes property lists.
  private func archive(
    _ key: String, _ objects: [Any], archiver: String = "NSKeyedArchiver"
  ) throws -> [UInt8] {
    // `PropertyListSerialization` cannot write UIDs, which consist of 0x80 and a byte.
    var writer = TestPropertyList()
    let top = writer.dictionary([(writer.text(key), writer.uid(1))])
    let entries = objects.map { writer.add($0) }
    let list = writer.array(entries)
    let outer = writer.dictionary([
      (writer.text("$archiver"), writer.text(archiver)), (writer.text("$objects"), list),
      (writer.text("$top"), top), (writer.text("$version"), writer.add(100_000)),
    ])
    return writer.finish(outer)
  }

  private func classEntry(_ names: String...) -> [String: Any] {
    ["$classname": names[0], "$classes": names]
  }

  private func value(_ objects: [Any]) throws -> LegacyValue {
    try LegacyArchive(try archive("NSObject", ["$null"] + objects)).value()
  }

  @Test func putsTheObjectUnderTheKeyRoot() throws {
    let old = try archive("NSURL", ["$null", "text"])
    let archive = LegacyArchive(old)
    #expect(archive.key == "NSURL")
    #expect(archive.className == "NSString")
    let plist = try #require(
      try PropertyListSerialization.propertyList(from: Data(archive.bytes), format: nil)
        as? [String: Any])
    #expect(Array((plist["$top"] as? [String: Any] ?? [:]).keys) == ["root"])
    #expect(plist["$objects"] as? [String] == ["$null", "text"])
    #expect(plist["$archiver"] as? String == "NSKeyedArchiver")
    #expect(LegacyArchive(archive.bytes).bytes == archive.bytes)
    #expect(try LegacyArchive(archive.bytes).value() == .text("text"))
  }

  @Test func writesLargeArchivesAnew() throws {
    let texts = (0..<70_000).map { "text number \($0)" }
    let references: [TestUID] = (0..<70_000).map { TestUID($0 + 3) }
    let objects: [Any] =
      [["NS.objects": references, "$class": TestUID(2)], classEntry("NSArray")] + texts
    let archive = LegacyArchive(try archive("NSArray", ["$null"] + objects))
    #expect(archive.damage == nil)
    #expect(try archive.value() == .array(texts.map { .text($0) }))
  }

  /// A list of 200,000 fields, all of which have the same long name.
  @Test(.timeLimit(.minutes(10))) func aLongNameIsNotReadForEachField() throws {
    var writer = TestPropertyList()
    let name = writer.text(String(repeating: "k", count: 200_000))
    let value = writer.uid(0)
    let entry = writer.dictionary(Array(repeating: (name, value), count: 200_000))
    let list = writer.array([writer.text("$null"), entry])
    let top = writer.dictionary([(writer.text("root"), writer.uid(1))])
    let outer = writer.dictionary([
      (writer.text("$archiver"), writer.text("NSKeyedArchiver")), (writer.text("$objects"), list),
      (writer.text("$top"), top), (writer.text("$version"), writer.add(100_000)),
    ])
    let archive = LegacyArchive(writer.finish(outer))
    #expect(archive.damage == nil)
    #expect(failure { _ = try archive.value() }?.code == .decodingFailed)
  }

  @Test func readsWhatFoundationWrites() throws {
    let object: NSDictionary = [
      "a": NSArray(array: [1, 2.5, "ü", Data([1, 2]), NSNull()]), "set": NSSet(array: ["x"]),
      "date": NSDate(timeIntervalSinceReferenceDate: 0.5),
      "url": NSURL(string: "http://a.example/b") as Any,
    ]
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(object, forKey: "NSDictionary")
    let archive = LegacyArchive(Array(archiver.encodedData))
    guard case .dictionary(let entries) = try archive.value() else {
      Issue.record("not a dictionary")
      return
    }
    let values = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    #expect(
      values[.text("a")] == .array([.integer(1), .real(2.5), .text("ü"), .data([1, 2]), .null]))
    #expect(values[.text("set")] == .set([.text("x")]))
    #expect(values[.text("date")] == .date(LegacyDate(secondsSince2001: 0.5)))
    #expect(values[.text("url")] == .url(LegacyURL(relative: "http://a.example/b")))
    let again = try NSKeyedUnarchiver(forReadingFrom: Data(archive.bytes))
    again.requiresSecureCoding = false
    #expect(again.decodeObject(forKey: "root") as? NSDictionary == object)
  }

  @Test func keepsArchivesOfClassesThatAreNotKnown() throws {
    let bytes = try archive(
      "UIImage",
      ["$null", ["$class": TestUID(2), "UIRed": 0.5], classEntry("UIDeviceRGBColor", "UIColor")])
    let archive = LegacyArchive(bytes)
    #expect(archive.classes == ["UIDeviceRGBColor", "UIColor"])
    #expect(archive.key == "UIImage")
    #expect(archive.damage == nil)
    #expect(throws: PersistenceError.self) { try archive.value() }
  }

  @Test func readsPrivateClassesOfFoundation() throws {
    #expect(
      try value([
        ["NS.objects": [TestUID(3)], "$class": TestUID(2)], classEntry("GSMutableArray"), 5,
      ])
        == .array([.integer(5)]))
    #expect(
      try value([
        ["NS.object.0": TestUID(3), "$class": TestUID(2)], classEntry("__NSArrayI"), true,
      ])
        == .array([.boolean(true)]))
    #expect(
      try value([
        ["NS.string": "a", "$class": TestUID(2)], classEntry("NSMutableString", "NSString"),
      ])
        == .text("a"))
    #expect(throws: PersistenceError.self) {
      try value([["NSString": "a", "$class": TestUID(2)], classEntry("GSAttributedString")])
    }
    #expect(throws: PersistenceError.self) {
      try value([
        ["NS.objects": [TestUID(3)], "$class": TestUID(2)], classEntry("MyArray", "NSArray"), 5,
      ])
    }
  }

  @Test func refusesArchivesWithoutEnd() throws {
    let array = classEntry("NSArray")
    #expect(throws: PersistenceError.self) {
      try value([["NS.objects": [TestUID(1)], "$class": TestUID(2)], array])
    }
    var doubling: [Any] = [["NS.objects": [TestUID(3), TestUID(3)], "$class": TestUID(2)], array]
    for next in 4...60 {
      doubling.append(["NS.objects": [TestUID(next), TestUID(next)], "$class": TestUID(2)])
    }
    doubling.append("end")
    #expect(throws: PersistenceError.self) { try value(doubling) }
    var deep: [Any] = [["NS.objects": [TestUID(3)], "$class": TestUID(2)], array]
    for next in 4...1000 { deep.append(["NS.objects": [TestUID(next)], "$class": TestUID(2)]) }
    deep.append("end")
    #expect(throws: PersistenceError.self) { try value(deep) }
  }

  @Test func nothingTrapsOnBrokenBytes() throws {
    var random = RandomNumbers.printed("LegacyArchiveTests")
    let sound = try archive(
      "NSArray",
      [
        "$null", ["NS.objects": [TestUID(3), TestUID(4), TestUID(5)], "$class": TestUID(2)],
        classEntry("NSArray"), "text ü", 1.5, ["NS.relative": TestUID(3), "$class": TestUID(6)],
        classEntry("NSURL"),
      ])
    for _ in 0..<20_000 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 8..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      if Int.random(in: 0..<10, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      let archive = LegacyArchive(bytes)
      _ = try? archive.value()
    }
  }
}
