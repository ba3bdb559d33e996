import Foundation
import PersistentObjects
import PersistentObjectsAncestors
import PersistentObjectsInspection
import PersistentObjectsKeyedArchive
import TestSupport
import Testing

/// Objects of old files in a program that declares their classes.
@Suite struct LegacyImportTests {
  private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  @Test(arguments: LegacyFixtureTests.names) func bringsOverWhatWasInMemory(name: String) throws {
    let zone = try LegacyFixtureTests.calendar(try Fixture.json(name)).timeZone
    try TemporaryStore.run { store, session in
      let outcome = try LegacyStore(Fixture.path(name)).import(
        into: store.store,
        classes: [PersistablePerson.self, Employee.self, Group.self, Numbers.self], timeZone: zone,
        map: LegacyMap(classes: ["persistable_person_group": "Group"]))
      #expect(
        outcome.objects == ["PersistablePerson": 4, "Employee": 1, "Group": 1, "Numbers": 10])
      let boss = try #require(try Employee.findByPK(1, in: session))
      #expect(boss.lastName == "O'Neill \u{1F600}")
      #expect(boss.salary == 1e12 + 0.5)
      #expect(boss.staffNumber == .min)
      #expect(boss.photo.isEmpty)
      let first = try #require(try PersistablePerson.findByPK(1, in: session))
      #expect(first.boss === boss)
      #expect(first.birthdate == Date(timeIntervalSinceReferenceDate: 237_741_212.123))
      #expect(first.note == "cut")
      #expect(!first.isBoss && first.age == 42 && first.weight == 72.5)
      #expect(first.favourites == 3)
      #expect(first.home == URL(string: "http://a.example/"))
      #expect(first.sha256Sums == "ab12")
      let third = try #require(try PersistablePerson.findByPK(3, in: session))
      #expect(third.lastName == nil && third.birthdate == nil && third.favourites == nil)
      #expect(third.serial == .max)
      #expect(third.weight == 1234.568)
      #expect(third.height == 0.3)
      #expect(third.pastEvents.count == 16 && third.pastEvents[0] == first.birthdate)
      #expect(third.boss === first)
      let fourth = try #require(try PersistablePerson.findByPK(4, in: session))
      #expect(fourth.home?.absoluteString == "http://a.example/b/c")
      let last = try #require(try PersistablePerson.findByPK(5, in: session))
      #expect(last.isFavourite && last.uid == 1 << 62)
      let group = try #require(try Group.findByPK(1, in: session))
      #expect(group.members.map(\.pk) == [1, 1, 1])
      #expect(group.members[0] === first && group.members[1] === boss)
      #expect(
        Set(
          outcome.losses.map { "\($0.first.table ?? "").\($0.first.column ?? "") \($0.first.kind)" }
        ) == [
          "persistable_person.friends noProperty", "persistable_person.phones noProperty",
          "persistable_person.tags noProperty", "persistable_person.home noBase",
          "n_s_data_container. noClass", "x_5_0_9_cert_u_r_l_item_2. noClass", "q__lower. noClass",
          "look. noClass", "dates. noClass", "empty. noClass",
        ])
      let next = PersistablePerson(height: 0, weight: 0)
      try session.save(next)
      #expect(next.pk == 6)
    }
  }

  @Test func keepsNumbersWithEveryDigit() throws {
    try TemporaryStore.run { store, session in
      try LegacyStore(Fixture.path("berlin-apple")).import(
        into: store.store, classes: [Numbers.self], timeZone: Self.berlin)
      let all = try Numbers.findAll(in: session)
      #expect(
        all.prefix(5).map(\.whole) == [0, 1, -1, Decimal(Int64.max), Decimal(Int64.min)])
      #expect(all.map(\.letter) == [65, -5, -56, 0, 127, -128, -1, 1, 7, 9])
      #expect(all.map(\.byte) == [65, 251, 200, 0, 127, 128, 255, 1, 7, 9])
      #expect(all[1].real == 0.3 && all[4].real == .infinity && all[6].real.isNaN)
    }
  }

  /// Both numbers have 17 digits. Only the second one has those of a `Double`.
  @Test func keepsDigitsThatADoubleDoesNotHave() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("ledger", "name TEXT")
    try file.addArray("ledger_sums")
    let sums = ["12345678901234.567", "0.10000000000000001"]
    for (index, sum) in sums.enumerated() {
      try file.run(
        "INSERT INTO ledger_sums VALUES (1, \(index), NULL, NULL, '\(sum)', 'NSDecimalNumber')")
    }
    try file.run("INSERT INTO ledger VALUES (1, 'a')")
    try TemporaryStore.run { store, session in
      try LegacyStore(file.path).import(
        into: store.store, classes: [Ledger.self], timeZone: .gmt)
      let ledger = try #require(try Ledger.findByPK(1, in: session))
      #expect(ledger.sums.map(\.description) == sums)
    }
  }

  /// Their nearest numbers have other digits than the texts.
  @Test func takesTheNearestNumbersIfTheProgramDeclaresThem() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("gauge", "name TEXT")
    for table in ["gauge_reals", "gauge_numbers"] {
      try file.addArray(table)
      try file.run(
        "INSERT INTO \(table) VALUES (1, 0, NULL, NULL, '12345678901234.567', 'NSDoubleNumber')")
    }
    try file.run("INSERT INTO gauge VALUES (1, 'a')")
    try TemporaryStore.run { store, session in
      try LegacyStore(file.path).import(into: store.store, classes: [Gauge.self], timeZone: .gmt)
      let gauge = try #require(try Gauge.findByPK(1, in: session))
      #expect(gauge.reals == [12345678901234.567])
      #expect(gauge.numbers == [NSNumber(value: 12345678901234.567)])
    }
  }

  @Test func aPropertyThatWasAValueAndACollectionGetsOneOfThem() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("parcel", "tags TEXT")
    try file.addArray("parcel_tags")
    try file.run("INSERT INTO parcel VALUES (1, 'x')")
    try file.run("INSERT INTO parcel_tags VALUES (1, 0, NULL, NULL, 'a', 'NSString')")
    try TemporaryStore.run { store, session in
      let outcome = try LegacyStore(file.path).import(
        into: store.store, classes: [Listed.Parcel.self], timeZone: .gmt)
      #expect(try Listed.Parcel.findByPK(1, in: session)?.tags == ["a"])
      #expect(outcome.losses.map(\.first.kind) == [.noProperty])
    }
    try TemporaryStore.run { store, session in
      let outcome = try LegacyStore(file.path).import(
        into: store.store, classes: [Single.Parcel.self], timeZone: .gmt)
      #expect(try Single.Parcel.findByPK(1, in: session)?.tags == "x")
      #expect(outcome.losses.map(\.first.kind) == [.noProperty])
    }
  }

  @Test func findsPropertiesByTheNamesThatSwiftGives() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("book_mark", "u_r_l TEXT, home__page TEXT, i_s_b_n_1_0 TEXT", lastKey: 9)
    try file.run("INSERT INTO book_mark VALUES (7, 'https://a.example/', 'x', '123')")
    try TemporaryStore.run { store, session in
      let outcome = try LegacyStore(file.path).import(
        into: store.store, classes: [BookMark.self], timeZone: .gmt,
        map: LegacyMap(names: ["book_mark": ["home__page": "start"]]))
      let mark = try #require(try BookMark.findByPK(7, in: session))
      #expect(mark.url == URL(string: "https://a.example/"))
      #expect(mark.start == "x" && mark.isbn10 == "123" && mark.rating == 3)
      #expect(outcome.losses.isEmpty)
      let next = BookMark()
      try session.save(next)
      #expect(next.pk == 10, "the counter goes on")
    }
  }

  @Test func readsCollectionsByTheirTypes() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("box", "name TEXT")
    try file.addArray("box_rows")
    try file.addSet("box_tags")
    try file.addDictionary("box_counts")
    try file.addDictionary("box_boxes")
    try file.run("INSERT INTO box VALUES (1, 'a'), (2, 'b')")
    let row = try KeyedArchive.archive(object: NSArray(array: ["x", "y"]))
    try file.insert(
      "INSERT INTO box_rows VALUES (1, 0, NULL, NULL, ?, '__NSArrayI')", [.bytes(row)])
    try file.run(
      "INSERT INTO box_tags VALUES (1, NULL, NULL, 'b', 'NSCFString'), (1, NULL, NULL, 'a', 'NSCFString')"
    )
    try file.run("INSERT INTO box_counts VALUES (1, '7', NULL, NULL, '12', 'NSIntNumber')")
    try file.run(
      "INSERT INTO box_boxes VALUES (1, 'me', 1, 'box', NULL, NULL), (1, 'gone', 9, 'box', NULL, NULL)"
    )
    try TemporaryStore.run { store, session in
      let outcome = try LegacyStore(file.path).import(
        into: store.store, classes: [Box.self], timeZone: .gmt)
      let box = try #require(try Box.findByPK(1, in: session))
      #expect(box.rows == [["x", "y"]])
      #expect(box.tags == ["a", "b"])
      #expect(box.counts == [7: 12])
      #expect(box.boxes.keys.sorted() == ["me"] && box.boxes["me"] === box)
      #expect(outcome.doubts.contains(.danglingReference))
    }
  }

  @Test func objectsThatCannotBeWithoutOthersComeAfterThem() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("node", "parent TEXT, root TEXT")
    try file.addClass("root", "name TEXT")
    try file.run("INSERT INTO node VALUES (1, 'Node-2', 'Root-1'), (2, NULL, 'Root-1')")
    try file.run("INSERT INTO root VALUES (1, 'r')")
    try TemporaryStore.run { store, session in
      try LegacyStore(file.path).import(
        into: store.store, classes: [Node.self, Root.self], timeZone: .gmt)
      let node = try #require(try Node.findByPK(1, in: session))
      #expect(node.parent?.pk == 2 && node.root.name == "r")
    }
  }

  @Test func collectionsWithoutDefaultsGetObjectsThatAreMadeLater() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addArray("companion_friends")
    try file.addSet("companion_known")
    try file.addDictionary("companion_roots")
    try file.addClass("companion", "name TEXT")
    try file.addClass("root", "name TEXT")
    try file.run("INSERT INTO companion VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    try file.run("INSERT INTO root VALUES (1, 'r')")
    try file.run(
      """
      INSERT INTO companion_friends VALUES
      (1, 0, 3, 'companion', NULL, NULL), (1, 1, 2, 'companion', NULL, NULL)
      """)
    try file.run("INSERT INTO companion_known VALUES (1, 2, 'companion', NULL, NULL)")
    try file.run("INSERT INTO companion_roots VALUES (1, 'main', 1, 'root', NULL, NULL)")
    try TemporaryStore.run { store, session in
      let outcome = try LegacyStore(file.path).import(
        into: store.store, classes: [Companion.self, Root.self], timeZone: .gmt)
      let first = try #require(try Companion.findByPK(1, in: session))
      #expect(first.friends.map(\.pk) == [3, 2])
      #expect(first.known.map(\.pk) == [2])
      #expect(first.roots["main"]?.name == "r" && first.roots.count == 1)
      let last = try #require(try Companion.findByPK(3, in: session))
      #expect(last.friends.isEmpty && last.known.isEmpty && last.roots.isEmpty)
      #expect(outcome.losses.isEmpty)
    }
  }

  @Test func saysWhichValueDoesNotFitAndChangesNothing() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("root", "name TEXT")
    try file.run("INSERT INTO root VALUES (1, 'r'), (2, NULL)")
    try TemporaryStore.run { store, session in
      let error = failure {
        try LegacyStore(file.path).import(
          into: store.store, classes: [Root.self], timeZone: .gmt)
      }
      #expect(error?.code == .invalidValues)
      #expect(error?.context.description == "Root.name, column root.name, pk 2")
      #expect(error?.message.contains("nil is stored; declare the property optional") == true)
      let count = try Root.count(in: session)
      #expect(count == 0)
    }
  }

  @Test func saysThatAKeyIsTaken() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("root", "name TEXT")
    try file.run("INSERT INTO root VALUES (1, 'r')")
    try TemporaryStore.run { store, session in
      try session.save(Root(name: "mine"))
      let error = failure {
        try LegacyStore(file.path).import(
          into: store.store, classes: [Root.self], timeZone: .gmt)
      }
      #expect(error?.code == .constraintViolated)
      let names = try Root.findAll(in: session).map(\.name)
      #expect(names == ["mine"])
    }
  }

  @Test func losesNoTableSilently() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("root", "name TEXT")
    try file.addClass("thing", "name TEXT")
    try file.addSet("band_songs")
    try file.run("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)")
    try TemporaryStore.run { store, _ in
      let outcome = try LegacyStore(file.path).import(
        into: store.store, classes: [Root.self], timeZone: .gmt)
      #expect(
        Set(outcome.losses.map { "\($0.first.table ?? "") \($0.first.kind)" })
          == ["thing noClass", "band_songs orphanTable", "notes foreignTable"])
    }
  }

  @Test func basesOfURLsInCollectionsAreLosses() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addArray("link_list_links")
    try file.addDictionary("link_list_names")
    try file.addClass("link_list", "name TEXT")
    try file.run("INSERT INTO link_list VALUES (1, 'a')")
    let url = try #require(NSURL(string: "c", relativeTo: URL(string: "http://a.example/b/")))
    let link = try KeyedArchive.archive(object: url)
    try file.insert(
      "INSERT INTO link_list_links VALUES (1, 0, NULL, NULL, ?, 'NSURL')", [.bytes(link)])
    try file.insert(
      "INSERT INTO link_list_names VALUES (1, 'x', NULL, NULL, ?, 'NSURL')", [.bytes(link)])
    try TemporaryStore.run { store, session in
      let outcome = try LegacyStore(file.path).import(
        into: store.store, classes: [LinkList.self], timeZone: .gmt)
      let list = try #require(try LinkList.findByPK(1, in: session))
      #expect(list.links.map(\.absoluteString) == ["http://a.example/b/c"])
      #expect(list.names == ["x": list.links[0]])
      #expect(
        Set(outcome.losses.map { "\($0.first.column ?? "") \($0.first.kind)" })
          == ["links noBase", "names noBase"])
    }
  }

  @Test func timesAreThoseOfTheFile() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("stamp", "made REAL, friend TEXT")
    try file.run("INSERT INTO stamp VALUES (1, '2008-07-14 17:13:32.1230', 'Stamp-1')")
    try TemporaryStore.run { store, session in
      try LegacyStore(file.path).import(
        into: store.store, classes: [Stamp.self], timeZone: .gmt)
      let stamp = try #require(try Stamp.findByPK(1, in: session))
      #expect(stamp.made == Date(timeIntervalSinceReferenceDate: 237_748_412.123))
      #expect(stamp.friend === stamp && stamp.version == 2)
    }
  }
}

@Persistent private class PersistablePerson {
  var lastName: String?
  var birthdate: Date?
  var age: Int = 0
  var height: Double
  var weight: Float
  var favourites: NSNumber?
  var photo: Data = Data()
  var home: URL?
  var boss: PersistablePerson?
  var isBoss: Bool = false
  var serial: UInt64 = 0
  var sha256Sums: String?
  var b10: Int = 0
  var note: String?
  var portrait: Data?
  var isFavourite: Bool = false
  var lastSeen: Date?
  var uid: Int = 0
  var pastEvents: [Date] = []
}

@Persistent private final class Employee: PersistablePerson {
  var salary: Double = 0
  var staffNumber: Int64 = 0

  init(salary: Double) {
    self.salary = salary
    super.init(height: 0, weight: 0)
  }
}

@Persistent private final class Group {
  var title: String?
  var members: [PersistablePerson] = []
}

@Persistent private final class Numbers {
  var whole: Decimal
  @Column(codec: DoubleAsBits()) var real: Double
  var small: Float
  var any: NSNumber?
  var letter: Int8
  var byte: UInt8
  var plain: Double
}

@Persistent private final class BookMark {
  var url: URL?
  var start: String?
  var isbn10: String?
  var rating: Int = 3
}

@Persistent private final class Box {
  var name: String?
  var rows: [[String]] = []
  var tags: Set<String> = []
  var counts: [Int: Int] = [:]
  var boxes: [String: Box] = [:]
}

@Persistent private final class Root {
  var name: String
}

@Persistent private final class Node {
  var parent: Node?
  var root: Root
}

@Persistent private final class LinkList {
  var name: String?
  var links: [URL] = []
  var names: [String: URL] = [:]
}

@Persistent private final class Companion {
  var name: String?
  var friends: [Companion]
  var known: Set<Companion>
  var roots: [String: Root]
}

@Persistent private final class Stamp {
  @Column(.createdAt) var made: Date
  var friend: Stamp?
  @Column(.version) var version: Int = 1
}

@Persistent private final class Ledger {
  var name: String?
  var sums: [Decimal] = []
}

@Persistent private final class Gauge {
  var name: String?
  var reals: [Double] = []
  var numbers: [NSNumber] = []
}

private enum Listed {
  @Persistent final class Parcel {
    var tags: [String] = []
  }
}

private enum Single {
  @Persistent final class Parcel {
    var tags: String?
  }
}
