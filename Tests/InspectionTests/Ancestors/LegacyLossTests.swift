import Foundation
import PersistentObjects
import PersistentObjectsAncestors
import PersistentObjectsKeyedArchive
import Testing

@testable import PersistentObjectsInspection

/// Losses and choices that a report names.
@Suite struct LegacyLossTests {
  private func write(
    _ file: OldFile, map: LegacyMap = LegacyMap(),
    _ body: (InspectedFile, LegacyTranslation) throws -> Void
  ) throws {
    let old = try LegacyStore(file.path)
    let translation = try old.translation(map: map, calendar: .init(timeZone: .gmt))
    let path = NSTemporaryDirectory() + "new-\(UUID().uuidString).sqlite3"
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    try old.write(translation, to: path)
    try body(try InspectedFile(path), translation)
  }

  /// The set's members came in another order each time.
  @Test func theSameFileAlwaysGivesTheSameStore() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("box", "content BLOB, rest BLOB")
    let members: [Any] = (0..<30).map { "member \($0)" } + [1, 2.5, Data([1])]
    let set = try KeyedArchive.archive(object: NSSet(array: members))
    let odd = try KeyedArchive.archive(
      object: NSDictionary(dictionary: [1: "a", 2: "b", 3.5: "c"]))
    try file.insert("INSERT INTO box VALUES (1, ?, ?)", [.bytes(set), .bytes(odd)])
    var sums: Set<String> = []
    for _ in 0..<4 { try write(file) { new, _ in sums.insert("\(try new.checksum())") } }
    #expect(sums.count == 1)
  }

  @Test func theDataBesideAReferenceOfAnElementIsALoss() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("person", "name TEXT")
    try file.addArray("person_friends")
    try file.run("INSERT INTO person VALUES (1, 'Joe'), (2, 'Ann')")
    try file.run("INSERT INTO person_friends VALUES (1, 0, 2, 'person', 'text', 'NSCFString')")
    try file.run("INSERT INTO person_friends VALUES (1, 1, 1, 'person', NULL, NULL)")
    let found = try file.doubts().filter { $0.first.kind == .droppedData }
    #expect(found.count == 1 && found.first?.count == 1 && found.first?.keys == [1])
    #expect(found.first?.first.kind.weight == .loss)
    #expect(found.first?.first.words.contains("both an object and data") == true)
  }

  @Test func aMapMakesURLsWithABaseAbsolute() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("bookmark", "link BLOB")
    for (key, url) in [
      NSURL(string: "http://a.org/x"),
      NSURL(string: "y", relativeTo: URL(string: "http://b.org/z/")),
    ].enumerated() {
      let archive = try KeyedArchive.archive(object: try #require(url))
      try file.insert("INSERT INTO bookmark VALUES (\(key + 1), ?)", [.bytes(archive)])
    }
    try write(file) { new, translation in
      #expect(translation.model.classes.first?.properties.first?.codec?.name == "keyed-archive")
      let doubts = translation.summary.allDoubts
      #expect(doubts.contains(.urlWithBase) && !doubts.contains(.noBase))
    }
    try write(file, map: LegacyMap(kinds: ["bookmark": ["link": .url]])) { new, translation in
      let doubts = translation.summary.allDoubts
      #expect(doubts.contains(.noBase) && !doubts.contains(.urlWithBase))
      let links = try (1...2).map {
        try new.firstValue("SELECT link FROM bookmark WHERE pk = \($0)")
      }
      #expect(links == [.text("http://a.org/x"), .text("http://b.org/z/y")])
    }
  }

  /// The key counter has no key left, and that is no damage.
  @Test func aRowWithTheGreatestKeyIsSound() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("person", "name TEXT")
    try file.run("INSERT INTO person VALUES (9223372036854775807, 'Joe'), (3, 'Ann')")
    try file.run("UPDATE SQLITESEQUENCE SET seq = 9223372036854775807")
    try write(file) { new, _ in
      let check = try new.check(isDeep: true)
      #expect(check.isSound, "\(check.findings)")
      let report = try Store(path: new.path).blocking.checkIntegrity()
      #expect(report.isSound, "\(report)")
    }
  }
}
