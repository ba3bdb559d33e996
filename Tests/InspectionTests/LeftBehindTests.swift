import PersistentObjects
import PersistentObjectsGeneration
import PersistentObjectsInspection
import PersistentObjectsTransfer
import TestSupport
import Testing

/// Columns and tables that properties have left behind.
@Suite struct LeftBehindTests {
  @Test func eachPlaceOfAPropertyHasANameOfItsOwn() throws {
    try withBoth { file in
      let object = try #require(try file.object(ObjectKey(table: "locker", pk: 1)))
      #expect(object["age"] == .integer(1) && object["years"] == .integer(2))
      #expect(object["marks"] == .list([.integer(1)]))
      #expect(object["points"] == .list([.integer(2)]))
      #expect(object["tags"] == .text(#"["new"]"#))
      #expect(object["tags2"] == .list([.text("old")]))
      #expect(object.properties.count == 6)
      let declared = try file.declaredModel().classes.first
      #expect(declared?.properties.map(\.name) == ["age", "years", "tags", "marks", "points"])
    }
  }

  @Test func allPlacesAreExportedAndLoaded() throws {
    try withBoth { file in
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try StoreLoader(copy.path).load(lines: TransferTests.export(file))
      let loaded = try InspectedFile(copy.path)
      #expect(try loaded.checksum() == file.checksum())
      #expect(loaded.model == file.model)
      #expect(try loaded.everything == file.everything)
    }
  }

  @Test func aPropertyIsLoadedIntoTheColumnThatTheHeaderNames() throws {
    try withBoth { file in
      try TemporaryStore.run { store, session in
        let locker = Latter.Locker()
        (locker.tags, locker.age, locker.marks) = (["fresh"], 3, [3])
        try session.save(Latter.Locker())
        try session.save(locker)
        // The file has an object with the first key.
        try session.execute("DELETE FROM locker WHERE pk = 1")
        let lines = try TransferTests.export(InspectedFile(store.path))
        _ = try StoreLoader(file.path).load(lines: lines)
      }
      let loaded = try InspectedFile(file.path)
      let object = try #require(try loaded.object(ObjectKey(table: "locker", pk: 2)))
      #expect(object["age"] == .integer(0) && object["years"] == .integer(3))
      #expect(object["marks"] == .list([]) && object["points"] == .list([.integer(3)]))
      #expect(object["tags"] == .text(#"["fresh"]"#) && object["tags2"] == .list([]))
    }
  }

  /// The superclass is used for the first time by the version that has the new columns.
  @Test func aPlaceHasOneNameInAWholeHierarchy() throws {
    try TemporaryStore.run { store, session in
      try session.save(Former.Trunk())
      try session.removeTable("luggage", children: ["luggage_tags"])
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { session in
        try session.save(Latter.Trunk())
        try session.save(Latter.Luggage())
      }
      reopened.close()
      let model = try InspectedFile(store.path).model
      let luggage = try #require(model.classModel(named: "Luggage"))
      #expect(luggage.properties.map(\.name) == ["kilos", "tags"])
      let trunk = try #require(model.classModel(named: "Trunk"))
      #expect(trunk.properties.map(\.name) == ["weight", "lid", "tags2"])
      let generated = try ModelSource(path: store.path).model()
      let names = generated.classes.map { $0.properties.map(\.name) }
      #expect(names == [["kilos", "tags"], ["weight", "lid"]])
    }
  }

  @Test func whatStoredWhetherACollectionIsNilIsNoProperty() throws {
    try TemporaryStore.run { store, session in
      let former = Former.Cabinet()
      former.tags = ["a"]
      try session.save(former)
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { session in
        try session.save(Latter.Cabinet())
      }
      reopened.close()
      let file = try InspectedFile(store.path)
      #expect(file.model.classes.first?.properties.map(\.name) == ["tags"])
      let lists = try [1, 2].map { try file.object(ObjectKey(table: "cabinet", pk: $0))?["tags"] }
      #expect(lists == [.list([.text("a")]), .list([])])
    }
  }

  /// The table of its elements keeps the former name of the class's table.
  @Test func aCollectionThatWasRemovedBeforeItsClassWasRenamedIsStillOptional() throws {
    try TemporaryStore.run { store, session in
      let former = Former.Cabinet()
      former.tags = ["a"]
      try session.save(former)
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { session in
        try session.save(Latter.Wardrobe())
      }
      reopened.close()
      let file = try InspectedFile(store.path)
      #expect(file.model.classes.first?.properties.map(\.name) == ["width", "tags"])
      let lists = try [1, 2].map { try file.object(ObjectKey(table: "wardrobe", pk: $0))?["tags"] }
      #expect(lists == [.list([.text("a")]), .null])
      #expect(try file.check(isDeep: true).isSound)
    }
  }

  /// Runs a test with a file that both versions of the class have written.
  private func withBoth(_ body: (InspectedFile) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      let former = Former.Locker()
      (former.age, former.marks) = (1, [1])
      try session.save(former)
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { session in
        let latter = try #require(try Latter.Locker.findAll(in: session).first)
        (latter.tags, latter.age, latter.marks) = (["new"], 2, [2])
        try session.save(latter)
      }
      reopened.close()
      // An older version of the program has gone on.
      former.tags = ["old"]
      try session.save(former)
      try body(InspectedFile(store.path))
    }
  }
}

private enum Former {
  @Persistent final class Cabinet {
    var tags: [String]?
    @Transient var life = Lifetime()
  }

  @Persistent class Luggage {
    var weight: Int = 0
    var tags: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent final class Trunk: Luggage {
    var lid: String = ""

    init() { super.init(weight: 0) }
  }

  @Persistent final class Locker {
    var age: Int = 0
    var marks: [Int] = []
    var tags: [String] = []
    @Transient var life = Lifetime()
  }
}

private enum Latter {
  @Persistent final class Cabinet {
    @Column("labels", renamedFrom: "tags") var tags: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent(renamedFrom: "cabinet") final class Wardrobe {
    var width: Int = 0
    @Transient var life = Lifetime()
  }

  @Persistent class Luggage {
    @Column("kilos") var weight: Int = 0
    @Column(codec: JSONCodec<[String]>()) var tags: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent final class Trunk: Luggage {
    var lid: String = ""

    init() { super.init(weight: 0) }
  }

  @Persistent final class Locker {
    @Column("years") var age: Int = 0
    @Column("points") var marks: [Int] = []
    @Column(codec: JSONCodec<[String]>()) var tags: [String] = []
    @Transient var life = Lifetime()
  }
}
