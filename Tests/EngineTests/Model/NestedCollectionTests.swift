import PersistentObjects
import TestSupport
import Testing

@Suite struct NestedCollectionTests {
  static let insertRow = "INSERT INTO grid_rows (parent_pk, array_index, value) VALUES (?1, ?2, ?3)"
  static let insertCell = """
    INSERT INTO grid_rows_elements (parent_pk, array_index, array_index_2, value) \
    VALUES (?1, ?2, ?3, ?4)
    """
  static let updateCell = """
    UPDATE grid_rows_elements SET value = ?4 \
    WHERE parent_pk = ?1 AND array_index = ?2 AND array_index_2 = ?3
    """

  /// Deleting an element's target leaves a gap, after which the collection is written anew.
  @Test func anOptionalOneWithAGapIsWrittenAnew() throws {
    try TemporaryStore.run { store, session in
      let (rome, oslo) = (Address(city: "Rome"), Address(city: "Oslo"))
      let tour = GuidedTour(stages: ["first": [rome, oslo], "second": [oslo]])
      try session.save(tour)
      try session.delete(rome)
      tour.stages?["first"]?.append(Address(city: "Bonn"))
      try session.save()
      tour.stages = ["third": [oslo]]
      try session.save()
      #expect(
        try store.rows("SELECT dictionary_key FROM guided_tour_stages ORDER BY 1") == ["third"])
      #expect(try store.rows("SELECT count(*) FROM guided_tour_stages_elements") == ["1"])
    }
  }

  // MARK: Tables

  @Test(.onSQLite) func eachLevelHasATableThatAPersonCanRead() throws {
    try TemporaryStore.run { store, session in
      try session.save(Grid(rows: [["a", "b"], [], ["c"]]))
      #expect(
        try store.rows("SELECT sql FROM sqlite_schema WHERE name LIKE 'grid_rows%'") == [
          """
          CREATE TABLE grid_rows (parent_pk INTEGER NOT NULL REFERENCES grid (pk) \
          ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, array_index INTEGER NOT NULL, \
          value INTEGER, PRIMARY KEY (parent_pk, array_index)) STRICT, WITHOUT ROWID
          """,
          """
          CREATE TABLE grid_rows_elements (parent_pk INTEGER NOT NULL, \
          array_index INTEGER NOT NULL, array_index_2 INTEGER NOT NULL, value TEXT, \
          PRIMARY KEY (parent_pk, array_index, array_index_2), \
          FOREIGN KEY (parent_pk, array_index) REFERENCES grid_rows (parent_pk, array_index) \
          ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED) STRICT, WITHOUT ROWID
          """,
        ])
      #expect(
        try store.rows("SELECT * FROM grid_rows ORDER BY 1, 2") == ["1|0|1", "1|1|1", "1|2|1"])
      #expect(
        try store.rows("SELECT * FROM grid_rows_elements ORDER BY 1, 2, 3") == [
          "1|0|0|a", "1|0|1|b", "1|2|0|c",
        ])
    }
  }

  @Test func allShapesComeBack() throws {
    try TemporaryStore.run { store, session in
      let shapes = Shapes()
      shapes.fill()
      try session.save(shapes)
      let other = Session(store: try store.reopened())
      let found = try #require(try other.find(Shapes.self, pk: 1))
      found.expectEqual(shapes)
      #expect(try store.rows("SELECT count(*) FROM shapes_rooms_elements_elements") == ["4"])
    }
  }

  @Test func emptyIsNotNilAtAnyLevel() throws {
    try TemporaryStore.run { store, session in
      let values: [[[String]?]?] = [nil, [], [nil], [[]], [nil, ["a"], []], [["b"], nil]]
      let shapes = Shapes()
      for value in values + values.reversed() {
        shapes.maybe = value
        try session.save(shapes)
        let other = Session(store: store.store)
        #expect(try other.find(Shapes.self, pk: 1)?.maybe == value)
      }
    }
  }

  @Test func aTypeWithACodecOfItsOwnStaysInOneColumn() throws {
    let codecs = CodecRegistry.standard.registering(JSONCodec<[String]>())
    try TemporaryStore.run(codecs: codecs) { store, session in
      try session.save(Grid(rows: [["a"], []]))
      #expect(try store.rows("SELECT * FROM grid_rows ORDER BY 1, 2") == ["1|0|[\"a\"]", "1|1|[]"])
      #expect(try store.rows("SELECT 1 FROM sqlite_schema WHERE name LIKE '%elements'") == [])
    }
  }

  // MARK: Differences

  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statements: [String]
    let change: @Sendable (inout [[String]]) -> Void

    init(
      _ name: String, _ statements: [String],
      _ change: @escaping @Sendable (inout [[String]]) -> Void
    ) {
      testDescription = name
      self.statements = statements
      self.change = change
    }
  }

  static let shift = [
    """
    UPDATE grid_rows SET array_index = -1 - array_index - ?3 \
    WHERE parent_pk = ?1 AND array_index >= ?2
    """,
    """
    UPDATE grid_rows SET array_index = -1 - array_index WHERE parent_pk = ?1 AND array_index < 0
    """,
  ]
  static let cut =
    "DELETE FROM grid_rows WHERE parent_pk = ?1 AND array_index >= ?2 AND array_index < ?3"

  static let edits = [
    Edit("change one", [updateCell]) { $0[2][0] = "x" },
    Edit("append to an inner one", [insertCell]) { $0[1].append("x") },
    Edit("append", [insertRow, insertCell]) { $0.append(["x"]) },
    Edit("insert at the front", shift + [insertRow, insertCell]) { $0.insert(["x"], at: 0) },
    Edit("remove the first", [cut] + shift) { $0.removeFirst() },
    Edit("remove the last", [cut]) { $0.removeLast() },
    Edit("change nothing", []) { $0 = $0.map { Array($0) } },
    Edit("swap", [updateCell, updateCell]) { $0.swapAt(2, 3) },
  ]

  @Test(arguments: edits)
  func writesOnlyTheDifference(_ edit: Edit) throws {
    try TemporaryStore.run { store, session in
      let grid = Grid(rows: [["a", "b"], [], ["c"], ["d"]])
      try session.given(grid, Grid(rows: [["untouched"]]))
      edit.change(&grid.rows)
      let statements = try store.statements { try grid.save() }
      #expect(statements == ["BEGIN IMMEDIATE"] + edit.statements + ["COMMIT"])
      let other = Session(store: store.store)
      #expect(try other.find(Grid.self, pk: 1)?.rows == grid.rows)
      #expect(try other.find(Grid.self, pk: 2)?.rows == [["untouched"]])
    }
  }

  /// Collections got the places of others, or those that had been removed stayed.
  @Test(arguments: ["remove the first", "remove the last", "insert"])
  func anArrayThatSomebodyElseHasShortenedIsNotChanged(_ edit: String) throws {
    try TemporaryStore.run { store, session in
      let grid = Grid(rows: [["a"], ["b"], ["c"]])
      try session.given(grid)
      let other = Session(store: store.store)
      let same = try #require(try other.find(Grid.self, pk: 1))
      same.rows.remove(at: 1)
      try other.save(same)
      switch edit {
      case "remove the first": grid.rows.removeFirst()
      case "remove the last": grid.rows.removeLast()
      default: grid.rows.insert(["x"], at: 0)
      }
      #expect(failure { try session.save(grid) }?.code == .objectNotFound)
      try session.revert(grid)
      #expect(grid.rows == [["a"], ["c"]])
    }
  }

  @Test func aReplacedCollectionIsReadBeforeItIsCompared() throws {
    try TemporaryStore.run { store, session in
      try session.given(Grid(rows: [["a", "b"], ["c"]]), Grid(rows: [["d"]]))
      let other = Session(store: store.store)
      let grids = try Grid.findAll(in: other)
      grids[0].rows = [["a", "x"], ["c"]]
      grids[1].rows = [["d"]]
      let statements = try store.statements { try other.save() }
      #expect(statements.filter { $0.hasPrefix("SELECT") }.count == 2)
      #expect(
        statements.filter { !$0.hasPrefix("SELECT") }
          == ["BEGIN IMMEDIATE", Self.updateCell, "COMMIT"])
    }
  }

  @Test func aDamagedCollectionCanBeReplaced() throws {
    try TemporaryStore.run { store, session in
      try session.given(Numbers(rows: [[1], [2]]))
      try session.execute("UPDATE numbers_rows SET value = NULL WHERE array_index = 0")
      let other = Session(store: store.store)
      let found = try #require(try other.find(Numbers.self, pk: 1))
      found.rows = [[3]]
      try found.save()
      let third = Session(store: store.store)
      #expect(try third.find(Numbers.self, pk: 1)?.rows == [[3]])
    }
  }

  @Test func membersOfASetAreWrittenOneByOne() throws {
    try TemporaryStore.run { store, session in
      let shapes = Shapes()
      shapes.paths = [["a", "b"], ["c"], []]
      try session.save(shapes)
      shapes.paths.remove(["c"])
      shapes.paths.insert(["d"])
      #expect(
        try store.statements { try shapes.save() } == [
          "BEGIN IMMEDIATE", "DELETE FROM shapes_paths WHERE parent_pk = ?1 AND set_member = ?2",
          "INSERT INTO shapes_paths (parent_pk, set_member, value) VALUES (?1, ?2, ?3)",
          """
          INSERT INTO shapes_paths_elements (parent_pk, set_member, array_index_2, value) \
          VALUES (?1, ?2, ?3, ?4)
          """,
          "COMMIT",
        ])
      let other = Session(store: store.store)
      #expect(try other.find(Shapes.self, pk: 1)?.paths == [["a", "b"], ["d"], []])
    }
  }

  // MARK: Objects

  @Test func objectsInCollectionsInCollectionsAreReadInThreeStatements() throws {
    try TemporaryStore.run { store, session in
      let cities = ["Rome", "Oslo", "Bonn"].map { Address(city: $0) }
      let tours = (0..<5).map {
        Tour(number: $0, stages: [[cities[0], cities[1]], [], [cities[2]]])
      }
      for tour in tours { try session.save(tour) }
      let other = Session(store: store.store)
      let found = try Tour.findAll(in: other)
      let statements = try store.statements {
        for tour in found {
          #expect(tour.stages.map { $0.map(\.city) } == [["Rome", "Oslo"], [], ["Bonn"]])
        }
      }
      #expect(statements.filter { $0.hasPrefix("SELECT") }.count == 3)
      #expect(found[0].stages[0][0] === found[4].stages[0][0])
    }
  }

  @Test func objectsThatAreDeletedLeaveInnerCollections() throws {
    try TemporaryStore.run { store, session in
      let cities = ["Rome", "Oslo", "Bonn"].map { Address(city: $0) }
      let tour = Tour(number: 1, stages: [[cities[0], cities[1]], [cities[0]], [cities[2]]])
      tour.byName = ["a": [cities[0], cities[2]], "b": [cities[1]]]
      try session.save(tour)
      try cities[0].delete()
      #expect(tour.stages.map { $0.map(\.city) } == [["Oslo"], [], ["Bonn"]])
      #expect(tour.byName.mapValues { $0.map(\.city) } == ["a": ["Bonn"], "b": ["Oslo"]])
      #expect(tour.state == .clean)
      tour.stages[0].append(cities[2])
      tour.byName["a"]?.append(cities[1])
      try tour.save()
      let other = Session(store: store.store)
      let found = try #require(try other.find(Tour.self, pk: 1))
      #expect(found.stages.map { $0.map(\.city) } == [["Oslo", "Bonn"], [], ["Bonn"]])
      #expect(found.byName.mapValues { $0.map(\.city) } == ["a": ["Bonn", "Oslo"], "b": ["Oslo"]])
      #expect(
        try store.rows("SELECT array_index, array_index_2 FROM tour_stages_elements ORDER BY 1, 2")
          == ["0|0", "0|1", "2|0"])
    }
  }

  @Test func newObjectsAreReachedThroughInnerCollections() throws {
    try TemporaryStore.run { store, session in
      let tour = Tour(number: 1, stages: [])
      try session.save(tour)
      tour.stages = [[], [Address(city: "Rome")]]
      try tour.save()
      #expect(try store.rows("SELECT city FROM address") == ["Rome"])
      #expect("\(tour)".contains("stages: [[], [Address#1]]"))
    }
  }

  /// The numbers of a set's members are those of their contents before a target was deleted.
  @Test func aSetOfCollectionsCanBeEditedAfterADeletionInOne() throws {
    try TemporaryStore.run { store, session in
      let cities = ["Rome", "Oslo", "Bonn"].map { Address(city: $0) }
      let club = Club(routes: [[cities[0], cities[1]], [cities[2]], []])
      try session.given(club)
      try session.delete(cities[0])
      club.routes.remove([cities[1]])
      club.routes.insert([cities[2], cities[1]])
      try session.save()
      let other = Session(store: store.store)
      let found = try #require(try other.find(Club.self, pk: 1))
      #expect(Set(found.routes.map { $0.map(\.city) }) == [["Bonn"], ["Bonn", "Oslo"], []])
      try other.delete(try #require(try other.find(Address.self, pk: cities[1].pk ?? 0)))
      found.routes = [[], [found.routes.first { !$0.isEmpty }?[0]].compactMap { $0 }]
      try other.save()
      let third = Session(store: store.store)
      let last = try #require(try third.find(Club.self, pk: 1))
      #expect(Set(last.routes.map { $0.map(\.city) }) == [["Bonn"], []])
    }
  }

  // MARK: Refusals

  @Test func archivesOfEarlierVersionsAreNotReadAsRows() throws {
    let earlier = CodecRegistry.standard.registering(JSONCodec<[String]>())
    try TemporaryStore.run(codecs: earlier) { store, session in
      try session.save(Grid(rows: [["a"], ["b"]]))
      let other = Session(store: try store.reopened())
      let error = failure { _ = try other.find(Grid.self, pk: 1) }
      #expect(error?.code == .codecMismatch)
      #expect(error?.context.table == "grid_rows" && error?.context.property == "rows")
      #expect(
        try store.rows("SELECT value FROM grid_rows ORDER BY array_index") == [
          "[\"a\"]", "[\"b\"]",
        ])
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func anInnerRowWithoutItsCollectionIsAnError() throws {
    try TemporaryStore.run { store, session in
      try session.given(Grid(rows: [["a"], ["b"]]))
      var configuration = SQLiteConfiguration(path: store.path)
      configuration.foreignKeys = false
      let unwatched = try Store(configuration)
      try Session(store: unwatched).execute("DELETE FROM grid_rows WHERE array_index = 0")
      let other = Session(store: store.store)
      let found = try #require(try other.find(Grid.self, pk: 1))
      #expect(found.rows == [])
      let error = failure { try other.save() }
      #expect(error?.code == .sessionFailed)
      #expect((error?.cause as? PersistenceError)?.context.table == "grid_rows_elements")
      try Session(store: unwatched).execute(
        "DELETE FROM grid_rows_elements WHERE array_index = 0")
      unwatched.close()
    }
  }
}

@Persistent final class Grid {
  var rows: [[String]] = []
  @Transient var life = Lifetime()
}

@Persistent final class Numbers {
  var rows: [[Int]] = []
  @Transient var life = Lifetime()
}

@Persistent final class Tour {
  var number: Int
  var stages: [[Address]] = []
  var byName: [String: [Address]] = [:]
  @Transient var life = Lifetime()
}

@Persistent final class GuidedTour {
  var stages: [String: [Address]]?
  @Transient var life = Lifetime()
}

@Persistent final class Club {
  var routes: Set<[Address]> = []
  @Transient var life = Lifetime()
}

@Persistent final class Shapes {
  var lists: [String: [Int]] = [:]
  var groups: [Set<String>] = []
  var rooms: [[[Int]]] = []
  var maybe: [[String]?]?
  var tables: [String: [String: Double]] = [:]
  var paths: Set<[String]> = []
  var families: Set<Set<Int>> = []
  var texts: [[String?]] = []
  var bytes: [[UInt8]] = []
  var byNumber: [Int: Set<[String]>] = [:]
  @Transient var life = Lifetime()

  func fill() {
    lists = ["b": [1, 2], "a": [], "c": [3]]
    groups = [["x", "y"], [], ["x"]]
    rooms = [[[1], [2, 3]], [], [[], [4]]]
    maybe = [nil, [], ["a", "b"]]
    tables = ["t": ["x": 1.5, "y": -0.0], "": [:]]
    paths = [["a", "b"], ["b", "a"], []]
    families = [[1, 2, 3], [4], []]
    texts = [["a", nil], [nil], []]
    bytes = [[1, 2], [], [255]]
    byNumber = [1: [["a"], ["b", "c"]], -1: [], 9: [[]]]
  }

  func expectEqual(_ other: Shapes, _ note: String = "") {
    #expect(lists == other.lists, "\(note)")
    #expect(groups == other.groups, "\(note)")
    #expect(rooms == other.rooms, "\(note)")
    #expect(maybe == other.maybe, "\(note)")
    #expect(tables == other.tables, "\(note)")
    #expect(paths == other.paths, "\(note)")
    #expect(families == other.families, "\(note)")
    #expect(texts == other.texts, "\(note)")
    #expect(bytes == other.bytes, "\(note)")
    #expect(byNumber == other.byNumber, "\(note)")
  }
}
