import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsInspection

/// A class whose columns have the names of other properties.
@Persistent final class Swapped {
  @Column("second") var first: Int = 1
  @Column("first") var second: Int = 2
  @Transient var life = Lifetime()
}

/// A class with dictionaries, one of them of objects.
@Persistent final class Club {
  var name: String
  var members: [String: Club] = [:]
  var seats: [UInt: String] = [:]
  var tags: [String: String] = [:]
  @Transient var life = Lifetime()
}

/// The contents of a file, read without the classes of its program.
@Suite struct InspectedFileTests {
  @Test func theModelIsThatOfTheClasses() throws {
    try TemporaryStore.run { store, session in
      try session.given(Person.joe(), Keeper(name: "k", pet: Dog(name: "Rex")), Cat(name: "Tom"))
      let model = try InspectedFile(store.path).model
      #expect(model.classes.map(\.name) == ["Address", "Animal", "Cat", "Dog", "Keeper", "Person"])
      let person = try #require(model.classModel(named: "Person"))
      #expect(
        person.properties.map { "\($0.name): \($0.type)" } == [
          "firstName: String", "lastName: String", "age: Int", "birthdate: Date", "photo: Data",
          "favourite: StoredValue", "home: Address?", "aliases: [String]?", "friends: [Person]",
          "nickNames: [String]", "scores: [String: Double]", "tags: Set<String>",
        ])
      #expect(person.properties.compactMap(\.codec?.name) == ["hex-color"])
      #expect(person.indices?.map(\.columns) == [["last_name"], ["last_name", "first_name"]])
      let dog = try #require(model.classModel(named: "Dog"))
      #expect(dog.superclass == "Animal")
      #expect(
        dog.properties.map { "\($0.name): \($0.type)" } == ["weight: Double", "tricks: [String]"])
      let keeper = try #require(model.classModel(named: "keeper"))
      #expect(keeper.properties.map(\.type.description) == ["String", "Animal?", "[Animal]"])
    }
  }

  /// Swift returns the elements of a set in a different order in each process.
  @Test func setsAreTheSameInAnyOrder() throws {
    let files = [try TemporaryFile(), try TemporaryFile()]
    defer { for file in files { file.remove() } }
    let tags = ["red", "green", "blue", "a"]
    for (file, order) in zip(files, [tags, tags.reversed()]) {
      let session = Session(store: try Store(path: file.path))
      let joe = Person.joe()
      joe.tags = []
      try session.save(joe)
      for tag in order { try session.execute("INSERT INTO person_tags VALUES (\(joe), \(tag))") }
      session.store.close()
    }
    let inspected = try files.map { try InspectedFile($0.path) }
    var differences: [StoreDifference] = []
    try inspected[0].forEachObjectDifference(from: inspected[1]) {
      differences.append($0)
      return true
    }
    #expect(differences == [])
    var shown: [InspectedValue?] = []
    for file in inspected {
      try file.forEachObject(of: "Person") {
        shown.append($0["tags"])
        return true
      }
    }
    #expect(shown == [.list(tags.sorted().map { .text($0) }), shown[0]])
  }

  @Test func cellsThatCannotBeReadAreCompared() throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    func change(_ path: String, _ body: (Session) throws -> Void) throws {
      let session = Session(store: try Store(path: path))
      try body(session)
      session.store.close()
    }
    try change(file.path) { session in
      try session.given(Person.joe(), Person.joe())
      try session.execute("UPDATE person SET first_name = CAST(x'ff' AS TEXT)")
    }
    let copy = try file.copy()
    defer { copy.remove() }
    try change(copy.path) { session in
      try session.execute("UPDATE person SET birthdate = 'never' WHERE pk = 1")
      try session.execute("UPDATE person SET age = 99 WHERE pk = 2")
    }
    let (before, after) = (try InspectedFile(file.path), try InspectedFile(copy.path))
    var differences: [StoreDifference] = []
    try before.forEachObjectDifference(from: after) {
      differences.append($0)
      return true
    }
    #expect(differences.map(\.property) == ["birthdate", "age"])
    #expect(differences.map(\.pk) == [1, 2])
    #expect(differences.first?.after == .unread(codec: "date-text", .text("never")))
  }

  @Test func criteriaNamePropertiesRatherThanColumns() throws {
    try TemporaryStore.run { store, session in
      try session.save(Swapped())
      let file = try InspectedFile(store.path)
      for (criteria, isFound) in [("first = 1 AND second = 2", true), ("first = 2", false)] {
        var query = ObjectQuery("Swapped")
        query.criteria = criteria
        var count = 0
        try file.forEachObject(matching: query) { _ in
          count += 1
          return true
        }
        #expect(count == (isFound ? 1 : 0), "\(criteria)")
      }
    }
  }

  @Test func aQueryRunsInsideOneOfTheSameText() throws {
    try TemporaryStore.run { store, session in
      try session.given(Swapped(), Swapped())
      let file = try InspectedFile(store.path)
      let queries = try (0..<2).map { _ in try file.query("SELECT pk FROM swapped ORDER BY pk") }
      var pairs: [[InspectedValue]] = []
      try queries[0].forEachRow { outer in
        try queries[1].forEachRow { inner in
          pairs.append(outer + inner)
          return pairs.count < 9
        }
        return pairs.count < 9
      }
      let keys: [[Int64]] = [[1, 1], [1, 2], [2, 1], [2, 2]]
      #expect(pairs == keys.map { $0.map { .integer($0) } })
    }
  }

  /// A key alone does not say which class it belongs to.
  @Test func aQueryNamesTheObjectOfAnOpenReferenceIfItReadsItsClass() throws {
    try TemporaryStore.run { store, session in
      let cat = Cat(name: "Tom")
      cat.mate = Dog(name: "Rex")
      try session.given(cat, Animal(name: "another with the key 1"))
      let query = try InspectedFile(store.path)
        .query("SELECT mate, name, mate, mate_class FROM cat", isDecoded: true)
      var rows: [[InspectedValue]] = []
      try query.forEachRow {
        rows.append($0)
        return true
      }
      let dog = InspectedValue.reference(ObjectKey(table: "dog", pk: 1))
      #expect(rows == [[.integer(1), .text("Tom"), dog, .text("dog")]])
    }
  }

  @Test func entriesOfADictionaryAreNoFields() throws {
    try TemporaryStore.run { store, session in
      let club = Club(name: "all")
      club.members = ["name": Club(name: "a"), "x": Club(name: "b")]
      club.seats = [5: "Ann"]
      club.tags = ["\u{301}a": "c"]
      try session.save(club)
      let file = try InspectedFile(store.path)
      let pk = try #require(club.pk)
      for (steps, texts) in [
        (".members.name", ["a", "b"]), (".seats[5]", ["Ann"]), (".tags[\"\u{301}a\"]", ["c"]),
      ] {
        var found: [InspectedValue] = []
        try file.follow(ObjectPath("Club#\(pk)" + steps)) {
          found.append($0)
          return true
        }
        #expect(found == texts.map(InspectedValue.text), "\(steps)")
      }
    }
  }

  @Test func aReferrerIsPassedOnceForEachProperty() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Person.joe(), Person.ann())
      joe.friends = [ann, ann]
      try session.save(joe)
      let key = ObjectKey(table: "person", pk: try #require(ann.pk))
      var properties: [String] = []
      try InspectedFile(store.path).forEachReferrer(to: key) { _, property in
        properties.append(property)
        return true
      }
      #expect(properties == ["friends"])
    }
  }

  @Test func anIndexWithAnotherConditionIsADifference() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      func record(_ name: String, _ definition: String) throws {
        try session.execute(
          "INSERT INTO _persistent_index VALUES (\(name), 'address', \(definition))")
      }
      try record("first", "UNIQUE (city) WHERE street = 'a'")
      let before = try InspectedFile(store.path)
      try record("second", "UNIQUE (city) WHERE street = 'b'")
      let differences = try before.layoutDifferences(from: InspectedFile(store.path))
      #expect(differences.map(\.change) == [.added])
      #expect(differences.map(\.property) == ["unique index (city)"])
      #expect(differences.map(\.after) == [.text("where street = 'b'")])
    }
  }

  /// References to a class that is not final have a column for the class.
  @Test func aReferenceThatNoLongerTakesSubclassesIsADifference() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Animal.self, Keeper.self)
      let before = try InspectedFile(store.path)
      try session.execute(
        """
        DELETE FROM _persistent_column WHERE column_name IN ('mate_class', 'pet_class', 'fk_class')
        """)
      let differences = try before.layoutDifferences(from: InspectedFile(store.path))
      #expect(differences.map(\.property) == ["mate", "pet", "herd"])
      #expect(
        differences.map(\.before) == [
          .text("Animal? or subclasses, column mate"), .text("Animal? or subclasses, column pet"),
          .text("[Animal] or subclasses, column herd"),
        ])
      #expect(
        differences.map(\.after) == [
          .text("Animal?, column mate"), .text("Animal?, column pet"),
          .text("[Animal], column herd"),
        ])
    }
  }

  /// A file records only the last part of the name `Shop.Date`.
  @Test func aClassWithTheNameOfATypeIsNoDifferenceInOtherClasses() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Person.self)
      let before = try InspectedFile(store.path)
      try session.makeTables(for: Shop.Date.self)
      let differences = try before.layoutDifferences(from: InspectedFile(store.path))
      #expect(differences.map(\.className).contains("Date"))
      #expect(Set(differences.map(\.change)) == [.added])
    }
  }

  /// A reference to a class that shares its name names the table.
  @Test func aSecondClassOfANameIsNoDifferenceInThoseThatReferToTheFirst() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Person.self)
      let before = try InspectedFile(store.path)
      try session.makeTables(for: Elsewhere.Address.self)
      let differences = try before.layoutDifferences(from: InspectedFile(store.path))
      #expect(differences.map(\.className) == ["other_address"])
      #expect(differences.map(\.change) == [.added])
    }
  }

  @Test func comparingReportsTheObjectsOfBothFiles() throws {
    try TemporaryStore.run { store, session in
      try session.given(Address(city: "Rome"))
      let before = try InspectedFile(store.path)
      try session.execute("UPDATE address SET pk = 2")
      var reports: [[Int]] = []
      try before.forEachObjectDifference(
        from: InspectedFile(store.path), progress: { reports.append([$0, $1]) }
      ) { _ in true }
      #expect(reports == [[2, 2]])
    }
  }

  @Test func theModelIsTheSameThroughJSON() throws {
    try TemporaryStore.run { store, session in
      try session.given(Person.joe(), Keeper(name: "k"))
      let model = try InspectedFile(store.path).model
      let json = try JSONEncoder().encode(model)
      #expect(try JSONDecoder().decode(StoreModel.self, from: json) == model)
    }
  }

  @Test func anObjectIsReadByTheRecordedCodecs() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.birthdate = Date(timeIntervalSince1970: 0.5)
      joe.photo = Data([1, 2])
      joe.favourite = Color(hex: "#ff0000")
      joe.home = Address(city: "Paris")
      joe.nickNames = ["b", "a"]
      joe.scores = ["x": 1.5, "a": -0.0]
      joe.tags = ["t"]
      joe.friends = [joe]
      try session.save(joe)
      let object = try #require(
        try InspectedFile(store.path).object(ObjectKey(table: "person", pk: 1)))
      #expect(object.className == "Person")
      #expect(object["lastName"] == .text(joe.lastName))
      #expect(object["age"] == .integer(Int64(joe.age)))
      #expect(object["birthdate"] == .time("1970-01-01 00:00:00.5"))
      #expect(object["photo"] == .bytes([1, 2]))
      #expect(object["favourite"] == .unread(codec: "hex-color", .text("#ff0000")))
      #expect(object["home"] == .reference(ObjectKey(table: "address", pk: 1)))
      #expect(object["nickNames"] == .list([.text("b"), .text("a")]))
      #expect(
        object["scores"]
          == .entries([
            .init(key: .text("a"), value: .real(-0.0)), .init(key: .text("x"), value: .real(1.5)),
          ]))
      #expect(object["aliases"] == .null)
      #expect(object["friends"] == .list([.reference(ObjectKey(table: "person", pk: 1))]))
    }
  }

  @Test func collectionsInCollectionsAreNested() throws {
    try TemporaryStore.run { store, session in
      let grid = Nested(
        rows: [["a", "b"], [], ["c"]], maybe: [[1], nil], lists: ["x": [1, 2]],
        deep: [[["1"]], []], none: nil)
      try session.save(grid)
      let file = try InspectedFile(store.path)
      let model = try #require(file.model.classModel(named: "Nested"))
      #expect(
        model.properties.map { "\($0.name): \($0.type)" }.sorted() == [
          "deep: [[[String]]]", "lists: [String: [Int]]", "maybe: [[Int]]", "none: [[Int]]?",
          "rows: [[String]]",
        ])
      let object = try #require(try file.object(ObjectKey(table: "nested", pk: 1)))
      func list(_ texts: String...) -> InspectedValue { .list(texts.map(InspectedValue.text)) }
      #expect(object["rows"] == .list([list("a", "b"), list(), list("c")]))
      #expect(object["maybe"] == .list([.list([.integer(1)]), .null]))
      #expect(
        object["lists"]
          == .entries([.init(key: .text("x"), value: .list([.integer(1), .integer(2)]))]))
      #expect(object["deep"] == .list([.list([list("1")]), .list([])]))
      #expect(object["none"] == .null)
    }
  }

  @Test func eachStandardCodecIsRead() throws {
    try TemporaryStore.run { store, session in
      try session.save(Kinds())
      let object = try #require(
        try InspectedFile(store.path).object(ObjectKey(table: "kinds", pk: 1)))
      for property in object.properties {
        if case .unread(let codec, _) = property.value { Issue.record("\(codec) is not read") }
      }
      let texts = object.properties.map { "\($0.name): \($0.value)" }
      #expect(
        texts == [
          "wide: 340282366920938463463374607431768211455", "big: 18446744073709551615",
          "price: -12.5", "cents: 12.34", "exact: -0.0", "half: 1.5", "isOpen: true",
          "letter: \"é\"",
          "site: \"https://x.org/\"", "id: \"00000000-0000-0000-0000-000000000001\"",
          "idBytes: \"00000000-0000-0000-0000-000000000001\"", "day: 2026-11-22",
          "length: 12.5 seconds", "zone: \"Europe/Berlin\"", "made: 2001-01-01 00:00:00",
          "stamp: 1970-01-01 00:00:01.5", "range: \"[1,5)\"", "long: \"aaa\"",
          "point: [\"x\": 1.0, \"y\": [\"a\", nil]]", "kind: \"wild\"",
        ])
    }
  }

  @Test func aFileIsLeftAsItIs() throws {
    try TemporaryStore.run { store, session in
      try session.save(Person.joe())
      let path = try folder(beside: store.path) + "/copy.sqlite3"
      try store.store.blocking.backup(to: path)
      let before = try files(beside: path)
      let file = try InspectedFile(path)
      _ = try file.object(ObjectKey(table: "person", pk: 1))
      try file.requireUnchanged()
      #expect(try files(beside: path) == before)
    }
  }

  @Test func whatARunningProgramHasCommittedIsSeen() throws {
    try TemporaryStore.run { store, session in
      try session.save(Person.joe())
      let file = try InspectedFile(store.path)
      #expect(try file.object(ObjectKey(table: "person", pk: 1)) != nil)
      try session.save(Person.joe())
      #expect(try file.object(ObjectKey(table: "person", pk: 2)) == nil, "one state is seen")
      #expect(try InspectedFile(store.path).object(ObjectKey(table: "person", pk: 2)) != nil)
    }
  }

  @Test func whatIsNoStoreIsSaidInWords() throws {
    try TemporaryStore.run { store, session in
      try session.execute("CREATE TABLE other (a)")
      let folder = try folder(beside: store.path)
      try store.store.blocking.backup(to: folder + "/copy.sqlite3")
      #expect(failure { _ = try InspectedFile(folder + "/copy.sqlite3") }?.code == .invalidModel)
      #expect(failure { _ = try InspectedFile(folder + "/none") }?.code == .cannotOpen)
      #expect(failure { _ = try InspectedFile(folder) }?.code == .cannotOpen)
      let text = folder + "/text.txt"
      try "no database, but some lines of text".write(
        toFile: text, atomically: true, encoding: .utf8)
      #expect(failure { _ = try InspectedFile(text) }?.code == .corrupt)
    }
  }

  @Test func anObjectIsFoundByItsTableEvenIfAClassHasThatName() throws {
    try TemporaryStore.run { store, session in
      try session.given(Visitor(), FormerVisitor())
      let file = try InspectedFile(store.path)
      let names = try ["guests", "Visitor"].map {
        try file.object(ObjectKey(table: $0, pk: 1))?.className
      }
      #expect(names == ["Visitor", "FormerVisitor"])
      #expect(try file.reader(of: "Visitor") === file.reader(ofTable: "guests"), "it is kept")
    }
  }

  @Test func aReferenceNamedLikeTheClassOfAnotherIsAProperty() async throws {
    try await TemporaryStore.runAsync { store in
      try await store.store.transaction { try $0.save(Knot()) }
      let knot = try InspectedFile(store.path).model.classModel(named: "Knot")
      #expect(knot?.properties.map(\.name) == ["parent", "parentClass"])
    }
  }

  private func folder(beside path: String) throws -> String {
    let folder = (path as NSString).deletingLastPathComponent + "/alone"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  private func files(beside path: String) throws -> [String: Data] {
    let folder = (path as NSString).deletingLastPathComponent
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)))
      })
  }
}

@Persistent(table: "guests") final class Visitor {
  var name: String = ""
  @Transient var life = Lifetime()
}

@Persistent(table: "Visitor") final class FormerVisitor {
  var name: String = ""
  @Transient var life = Lifetime()
}

@Persistent final class Knot {
  var parent: Knot?
  var parentClass: Knot?
  @Transient var life = Lifetime()
}

private enum Elsewhere {
  @Persistent(table: "other_address") final class Address {
    var city: String
  }
}
