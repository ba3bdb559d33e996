import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsEngine

/// Finders and queries of classes without a table find the objects of all subclasses.
@Suite struct AbstractFinderTests {
  private func withShapes(_ body: (TemporaryStore, Session, [Shape]) throws -> Void) throws {
    try TemporaryStore.run(classes: [Circle.self, Square.self, Tile.self]) { store, session in
      let shapes = [
        Circle("a"), Square(name: "b", sides: 4), Square(name: "c", sides: 4),
        Tile("d", colour: "red"),
      ]
      shapes[0].inside = shapes[1]
      shapes[3].inside = shapes[0]
      try session.given(shapes[0], shapes[1], shapes[2], shapes[3])
      try body(store, session, shapes)
    }
  }

  @Test func findObjectsOfAllSubclasses() throws {
    try withShapes { store, session, shapes in
      let byKey = [shapes[0], shapes[1], shapes[3], shapes[2]]
      #expect(try Shape.findAll(in: session) == byKey)
      #expect(try Shape.count(in: session) == 4)
      #expect(try Shape.findByName("d", in: session) == [shapes[3]])
      #expect(try Shape.findByName(matching: "%", in: session) == byKey)
      #expect(try Shape.findFirstByName("b", in: session) === shapes[1])
      #expect(try Shape.countBySides(4, in: session) == 3)
      #expect(try Shape.findByInside(shapes[1], in: session) == [shapes[0]])
      #expect(try Shape.findByInside(nil, in: session) == [shapes[1], shapes[2]])
      #expect(try Shape.find(in: session) { $0.inside.name == "a" } == [shapes[3]])
      #expect(try Shape.find(["name": "c", "sides": 4], in: session) == [shapes[2]])
      #expect(try Shape.query.includingSubclasses().find(in: session) == byKey)
      #expect(try Shape.query.limit(2).includingSubclasses().find(in: session).count == 2)
      #expect(
        try Shape.query.order(by: \.name).offset(1).limit(2).find(in: session)
          == [shapes[1], shapes[2]])
      #expect(try Shape.query.value(.maximum(\.name), in: session) == "d")
      #expect(try Shape.query.value(.sum(\.sides), in: session) == 12)
      let names = try Shape.query.values(of: \.name, in: session)
      #expect(names.map { _, name in name } == ["a", "b", "d", "c"])
      let groups = try Shape.query.grouped(by: \.sides).values(.count(), in: session)
      #expect(groups.map { "\($0.key): \($0.1)" } == ["0: 1", "4: 3"])
      var walked: [Shape] = []
      try Shape.query.forEach(in: session) { walked.append($0) }
      #expect(walked == byKey)
      let page = try Shape.query.page(size: 3, in: session)
      let next = try Shape.query.page(size: 3, after: page.next, in: session)
      #expect(page.objects + next.objects == byKey && next.next == nil)
      #expect(try Shape.query.explain(in: session).sql == Shape.query.sql(in: session))
      #expect(try Shape.query.explainPage(size: 2, in: session).sql.contains("UNION ALL"))
      #expect(try Polygon.findAll(in: session) == [shapes[1], shapes[3], shapes[2]])
      #expect(try Coloured.findAll(in: session) == [shapes[3]])
      #expect(try Square.findAll(in: session) == [shapes[1], shapes[2]])
      #expect(try Coloured.findFirstByColour("red", in: session) === shapes[3])
    }
  }

  @Test func deleteObjectsOfAllSubclasses() throws {
    try withShapes { store, session, shapes in
      let count = try Shape.delete(in: session) { $0.sides == 4 }
      #expect(count == 3)
      #expect(shapes.map(\.state) == [.clean, .deleted, .deleted, .deleted])
      #expect(shapes[0].inside == nil)
      #expect(try Shape.deleteAll(in: session) == 1)
    }
  }

  @Test func runOneStatementForKeysAndOneForEachClass() throws {
    try withShapes { store, session, _ in
      _ = try Shape.count(in: session)
      let found = try store.statements { _ = try Shape.findByName("b", in: session) }
      #expect(
        found == [
          "SELECT name, class_name, superclass_table, owner_table FROM _persistent_table",
          "BEGIN DEFERRED",
          """
          SELECT pk AS v0, 'circle' AS v1 FROM circle WHERE name = ?1 \
          UNION ALL SELECT pk AS v0, 'square' AS v1 FROM square WHERE name = ?2 \
          UNION ALL SELECT pk AS v0, 'tile' AS v1 FROM tile WHERE name = ?3 ORDER BY v0, v1
          """,
          """
          SELECT pk, name, sides, inside, inside_class, version FROM square \
          WHERE pk IN (SELECT c0 FROM _persistent_rows(?1))
          """, "COMMIT",
        ])
      let counted = try store.statements { _ = try Coloured.count(in: session) }
      #expect(counted.last == "SELECT count(*) FROM (SELECT 1 FROM tile)")
      #expect(counted.count == 2)
      let own = try store.statements { _ = try Tile.findByName("d", in: session) }
      #expect(
        own == [
          """
          SELECT pk, name, sides, inside, inside_class, version, colour FROM tile \
          WHERE name = ?1 ORDER BY pk
          """
        ])
    }
  }

  @Test func criteriaSpeakOfOneTable() throws {
    try withShapes { _, session, _ in
      let error = failure { _ = try Shape.find("WHERE name = 'a'", in: session) }
      #expect(error?.code == .invalidQuery)
      let squares = try Square.find("WHERE name = 'b'", in: session)
      #expect(squares.map(\.name) == ["b"])
    }
  }

  // MARK: Classes that the store does not know

  @Test func aStoreThatHasMetNoSubclassSaysSo() throws {
    try withShapes { store, _, _ in
      let other = try store.reopened(classes: [Drawing.self, Shape.self])
      let error = failure { _ = try Shape.findAll(in: Session(store: other)) }
      #expect(error?.code == .unknownClass && error?.context.className == "Shape")
      #expect(error?.message.contains("`classes`") == true)
      other.close()
    }
  }

  @Test func aTableThatMayBeOfAnUnknownSubclassIsAnError() throws {
    try withShapes { store, _, _ in
      let other = try store.reopened(classes: [Circle.self, Square.self])
      let session = Session(store: other)
      let error = failure { _ = try Shape.findAll(in: session) }
      #expect(error?.code == .unknownClass)
      #expect(error?.context == .init(className: "Shape", table: "tile"))
      // The class inherits from one with a table, which is not a subclass of this one.
      #expect(failure { _ = try Coloured.count(in: session) }?.code == .unknownClass)
      _ = try Tile.count(in: session)
      #expect(try Shape.count(in: session) == 4)
      withExtendedLifetime(session) { other.close() }
    }
  }

  /// The file's tables may belong to classes of other programs.
  @Test func tablesWithOtherPropertiesAreNoneOfASubclass() throws {
    try withShapes { store, session, _ in
      try session.given(Drawing(title: "d"), Novice(name: "n"))
      let other = try store.reopened(classes: [Circle.self, Square.self, Tile.self])
      let error = failure { _ = try Shape.count(in: Session(store: other)) }
      #expect(error?.context.table == "novice", "it has a name, too")
      other.close()
      let knowing = try store.reopened(
        classes: [Circle.self, Square.self, Tile.self, Novice.self])
      #expect(try Shape.count(in: Session(store: knowing)) == 4)
      knowing.close()
    }
  }

  @Test func theFirstSubclassGetsItsTableWhereNoneHasOne() throws {
    try TemporaryStore.run(classes: [Circle.self, Square.self]) { store, session in
      #expect(try Shape.findAll(in: session) == [])
      #expect(try Shape.count(in: session) == 0)
      let tables = try store.rows(
        "SELECT name FROM _persistent_table WHERE owner_table IS NULL ORDER BY 1")
      #expect(tables == ["circle", "drawing"])
    }
  }
}
