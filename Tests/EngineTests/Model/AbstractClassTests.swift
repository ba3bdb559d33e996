import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsEngine

/// Classes that have no table, and whose only objects are those of their subclasses.
@Suite struct AbstractClassTests {
  private static let classes: [any PersistentObject.Type] = [
    Shape.self, Circle.self, Square.self, Tile.self,
  ]

  // MARK: Tables

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func onlyConcreteClassesHaveTablesAndRecords() throws {
    try TemporaryStore.run(classes: Self.classes) { store, session in
      try session.makeTables(for: Circle.self, Square.self, Tile.self)
      #expect(
        try store.rows(
          "SELECT name, class_name, superclass_table FROM _persistent_table ORDER BY 1, 2")
          == [
            "circle|Circle|NULL", "circle_notes|Circle|NULL", "drawing|Drawing|NULL",
            "drawing_shapes|Drawing|NULL", "square|Square|NULL", "square_notes|Square|NULL",
            "tile|Tile|square", "tile_notes|Tile|NULL",
          ])
      #expect(
        try store.rows("SELECT sql FROM sqlite_schema WHERE name IN ('square', 'tile')") == [
          """
          CREATE TABLE square (pk INTEGER PRIMARY KEY, name TEXT, sides INTEGER DEFAULT 0, \
          inside INTEGER, inside_class TEXT, version INTEGER DEFAULT 0) STRICT
          """,
          """
          CREATE TABLE tile (pk INTEGER PRIMARY KEY, name TEXT, sides INTEGER DEFAULT 0, \
          inside INTEGER, inside_class TEXT, version INTEGER DEFAULT 0, colour TEXT) STRICT
          """,
        ])
      #expect(
        try store.rows(
          "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'tile' ORDER BY name")
          == ["index_tile_inside", "unique_tile_name"])
      #expect(
        try store.rows(
          "SELECT codec FROM _persistent_column WHERE column_name = 'inside_class' AND table_name = 'tile'"
        )
          == [CodecIdentifier.referenceToAny.name])
      #expect(try Shape.tableExists(in: session) == false)
      #expect(Shape.tableName == "" && Shape.entity.isAbstract && !Square.entity.isAbstract)
    }
  }

  @Test func referencesAreToAnyClassInTheFile() throws {
    try TemporaryStore.run(classes: Self.classes) { store, session in
      let drawing = Drawing(title: "d", main: Square(name: "s"))
      drawing.shapes = [Circle("c"), Square(name: "t"), Tile("u", colour: "red")]
      try session.save(drawing)
      #expect(try store.rows("SELECT main, main_class FROM drawing") == ["1|square"])
      #expect(
        try store.rows("SELECT fk, fk_class FROM drawing_shapes ORDER BY array_index")
          == ["1|circle", "2|square", "1|tile"])
      let other = Session(store: store.store)
      let found = try #require(try other.find(Drawing.self, pk: 1))
      #expect(found.main is Square && found.main?.name == "s")
      #expect(found.shapes.map { "\(type(of: $0))" } == ["Circle", "Square", "Tile"])
      #expect(try Drawing.findByMain(found.main, in: other) == [found])
      #expect(try Drawing.find(in: other) { $0.main.name == "s" } == [found])
      #expect(try Drawing.find(in: other) { $0.main.isIn(Shape.query) } == [found])
      let tiles = Shape.where { $0.name == "u" }
      #expect(try Drawing.find(in: other) { $0.main.isIn(tiles) } == [])
      #expect(try Drawing.find(in: other) { $0.shapes.contains { $0.name == "u" } } == [found])
      #expect(try Drawing.find(in: other) { $0.shapes.max(\.name) == "u" } == [found])
      try other.delete(try #require(found.main))
      #expect(found.main == nil)
      #expect(try store.rows("SELECT main, main_class FROM drawing") == ["NULL|NULL"])
      #expect(try store.store.blocking.checkIntegrity().problems.isEmpty)
    }
  }

  /// The first use of a class creates its table, which ends the snapshot that the subclasses were
  /// found in.
  @Test func aSubclassWhoseTableAppearsMeanwhileIsNotLeftOut() throws {
    try TemporaryStore.run(classes: Self.classes) { temporary, session in
      let other = try temporary.reopened(classes: Self.classes)
      defer { other.close() }
      try session.makeTables(for: Person.self)
      try temporary.store.blocking.session { session in
        #expect(try Person.count(in: session) == 0)
        try other.blocking.transaction { try $0.save(Tile("t", colour: "red")) }
        #expect(try Shape.count(in: session) == 1)
      }
    }
  }

  /// A reference without a class has no default class here.
  @Test func aReferenceWithoutAClassIsAnError() throws {
    try TemporaryStore.run(classes: Self.classes) { _, session in
      try session.save(Frame(content: Square(name: "s")))
      try session.execute("UPDATE frame SET content_class = NULL")
      session.clear()
      let error = failure { _ = try Frame.findAll(in: session) }
      #expect(error?.code == .decodingFailed)
      #expect(error?.context.property == "content" && error?.context.pk == 1)
    }
  }

  // MARK: Refused

  @Test func anObjectOfTheClassItselfIsNotSaved() throws {
    try TemporaryStore.run(classes: Self.classes) { store, session in
      let shape = Shape(name: "s")
      let uses: [() throws -> Void] = [
        { try session.save(shape) }, { try session.insert(shape) },
        { try session.save(Drawing(title: "d", main: shape)) },
        { try session.save(contentsOf: [Square(name: "q"), shape]) },
        { try session.upsert(shape, by: \.name) },
      ]
      for use in uses {
        let error = failure(use)
        #expect(error?.code == .invalidModel && error?.context == .init(className: "Shape"))
        #expect(error?.message.contains("Shape is abstract") == true)
      }
      #expect(shape.state == .new)
      let counts = [try Square.count(in: session), try Drawing.count(in: session)]
      #expect(counts == [0, 0])
    }
  }

  @Test func aKeyDoesNotSayWhichTableIsMeant() throws {
    try TemporaryStore.run(classes: Self.classes) { store, session in
      let square = Square(name: "s")
      try session.save(square)
      let uses: [() throws -> Void] = [
        { _ = try session.find(Shape.self, pk: 1) }, { _ = try Shape.findByPK(1, in: session) },
        { _ = try session.find(Key<Shape>(1)) }, { try Shape.delete(pk: 1, in: session) },
        { _ = try session.schema(of: Shape.self) },
        { _ = try store.store.blocking.prune(Shape.self) },
        { _ = try store.store.blocking.recode(.property(\Shape.name)) },
      ]
      for use in uses {
        let error = failure(use)
        #expect(error?.code == .invalidModel && error?.context == .init(className: "Shape"))
      }
      let shape: Shape = square
      #expect(try session.find(try #require(shape.anyKey)) === square)
    }
  }

  // MARK: Inherited

  @Test func rulesHooksIndicesAndVersionsAreThoseOfEachSubclass() throws {
    try TemporaryStore.run(classes: Self.classes) { store, session in
      let square = Square(name: "s", sides: 4)
      try session.save(square)
      square.notes = ["a"]
      try square.save()
      #expect(square.saves == 2 && square.version == 2)
      #expect(failure { try session.save(Square(name: "")) }?.code == .validationFailed)
      #expect(failure { try session.save(Square(name: "s")) }?.code == .constraintViolated)
      try session.save(Circle("s"))
      square.sides = 5
      #expect(
        try store.statements { try square.save() } == [
          "BEGIN IMMEDIATE",
          """
          UPDATE square SET sides = ?2, version = ?3 WHERE pk = ?1 AND coalesce(version, 0) = ?4
          """, "COMMIT",
        ])
      #expect(
        square.description
          == #"Square#1(name: "s", sides: 5, inside: nil, notes: ["a"], version: 3)"#)
      #expect(square.snapshot.sides == 5 && square.snapshot.pk == 1)
      let copy = try Square(values: ["name": "copy", "sides": 3])
      #expect(copy.name == "copy" && copy.notes == [])
    }
  }

  @Test func inversesReachOverClassesWithoutTables() throws {
    try TemporaryStore.run(classes: [Novice.self, Adept.self]) { store, session in
      let master = Master(name: "m")
      let pupils = [Novice(name: "n", teacher: master), Adept(name: "a", teacher: master)]
      #expect(master.pupils == pupils)
      try session.save(master)
      let other = Session(store: store.store)
      let found = try #require(try Master.findAll(in: other).first)
      var names: [String] = []
      let reading = try store.statements { names = found.pupils.map(\.name) }
      #expect(Set(names) == ["a", "n"])
      #expect(
        reading.filter { $0.contains("FROM adept") } == [
          """
          SELECT pk, name, teacher, teacher_class FROM adept \
          WHERE teacher IN (SELECT c0 FROM _persistent_rows(?1)) AND teacher_class = ?2 ORDER BY pk
          """
        ])
      #expect(try found.findRelated(Pupil.self, in: other) == found.pupils)
      #expect(
        try found.findRelated(Pupil.self, through: \.teacher, in: other, where: { $0.name == "a" })
          .map(\.name) == ["a"])
      #expect(try Master(name: "x").findRelated(Pupil.self, in: other) == [])
      let refused = failure { _ = try found.findRelated(Pupil.self, "name = 'a'", in: other) }
      #expect(refused?.code == .invalidQuery)
    }
  }
}
