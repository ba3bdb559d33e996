import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Child tables that another codec wrote.
@Suite struct RecodeCollectionTests {
  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func everyKindOfCollectionIsRewritten()
    throws
  {
    try evolve([1, 2, nil]) { store, new in
      let schema = try tables(store)
      #expect(try recodeChildren(new) == [4, 4, 4, 4, 2])
      #expect(try new.blocking.recode(.property(\Numbered.Paint.color, from: HexColor())) == 2)
      let integers = schema.map {
        $0.replacingOccurrences(of: "dictionary_key TEXT", with: "dictionary_key INTEGER")
          .replacingOccurrences(of: "value TEXT", with: "value INTEGER")
      }
      #expect(try tables(store) == integers, "but for their types the tables are as before")
      #expect(
        try store.rows("SELECT * FROM paint_uses ORDER BY 1, 2")
          == ["1|13|14", "1|15|16", "2|23|24", "2|25|26"])
      #expect(try store.record("value") == Array(repeating: "integer|number-color|1|1", count: 4))
      #expect(try store.record("dictionary_key") == ["integer|number-color|1|1"])
      try withExtendedLifetime(Session(store: new)) { session in
        try expectPaints(session)
        let paint = try #require(try session.find(Numbered.Paint.self, pk: 2))
        paint.mixes.remove(Color(number: 21))
        paint.uses[Color(number: 23)] = nil
        paint.shades.append(Color(number: 5))
        try session.save()
      }
      #expect(try store.rows("SELECT value FROM paint_mixes WHERE parent_pk = 2") == ["22"])
    }
  }

  /// The SQL of the child tables, without the quotes that SQLite puts around a renamed table.
  private func tables(_ store: TemporaryStore) throws -> [String] {
    try store.rows(
      "SELECT sql FROM sqlite_schema WHERE name LIKE 'paint!_%' ESCAPE '!' ORDER BY name"
    ).map { $0.replacingOccurrences(of: "\"", with: "") }
  }

  private func expectPaints(_ session: Session) throws {
    let paints = try Numbered.Paint.findAll(in: session)
    #expect(paints.map(\.shades.count) == [2, 2, 0])
    #expect(paints.map(\.mixes.count) == [2, 2, 0])
    let paint = try #require(paints.dropFirst().first)
    func color(_ number: Int) -> Color { Color(number: number) }
    #expect(paint.shades == [color(20), color(20)])
    #expect(paint.mixes == [color(21), color(22)])
    #expect(paint.uses == [color(23): color(24), color(25): color(26)])
    #expect(paint.notes == [color(27), nil])
    #expect(paints.last?.notes == nil)
  }

  /// SQLite reads a row of a table without rowids again if it is changed in the midst of a walk and
  /// its new value is greater.
  @Test func valuesThatGrowAreRewrittenOnce() throws {
    try TemporaryStore.run { store, session in
      let degrees = Array(-5..<2_500)
      let labels = ["a", String(repeating: "b", count: 3 << 20), "c"]
      let former = WholeDegrees.Thermometer(
        readings: degrees, peaks: ["May": 20, "July": 35], labels: labels)
      try session.save(former)
      let new = try store.reopened()
      defer { new.close() }
      let thousandfold = { @Sendable in Millidegrees.Value(number: $0 * 1_000) }
      #expect(
        try new.blocking.recode(
          .property(\Millidegrees.Thermometer.readings, from: IntCodec(), transform: thousandfold))
          == 2_505)
      #expect(
        try new.blocking.recode(
          .property(\Millidegrees.Thermometer.peaks, from: IntCodec(), transform: thousandfold))
          == 2)
      #expect(
        try new.blocking.recode(
          .property(
            \Millidegrees.Thermometer.labels, from: StringCodec(),
            transform: { Millidegrees.Label(text: $0 + "!") })) == 3)
      try withExtendedLifetime(Session(store: new)) { session in
        let found = try #require(try Millidegrees.Thermometer.findAll(in: session).first)
        #expect(found.readings.map(\.number) == degrees.map { $0 * 1_000 })
        #expect(found.peaks.mapValues(\.number) == ["May": 20_000, "July": 35_000])
        #expect(found.labels.map(\.text) == labels.map { $0 + "!" })
      }
    }
  }

  @Test func textsStayWhereTheyAre() throws {
    try evolve([1], codecs: Loud.codecs) { store, new in
      let schema = try tables(store)
      let statements = try store.statements {
        try new.blocking.recode(.property(\Loud.Paint.shades, from: HexColor()))
        try new.blocking.recode(.property(\Loud.Paint.uses, from: HexColor()))
      }
      #expect(!statements.contains { $0.hasPrefix("ALTER") || $0.hasPrefix("CREATE TABLE") })
      #expect(
        statements.contains(
          "UPDATE paint_uses SET value = ?1 WHERE parent_pk = ?2 AND dictionary_key = ?3"))
      try new.blocking.recode(.property(\Loud.Paint.mixes, from: HexColor()))
      try new.blocking.recode(.keys(\Loud.Paint.uses, from: HexColor()))
      #expect(try tables(store) == schema)
      #expect(
        try store.rows("SELECT value FROM paint_shades ORDER BY 1") == ["#00000A", "#00000A"])
      #expect(
        try store.rows("SELECT dictionary_key, value FROM paint_uses ORDER BY 1")
          == ["#00000D|#00000E", "#00000F|#000010"])
    }
  }

  /// The tables of sets, and of dictionaries with other keys, are made anew.
  @Test func rewrittenRowsStillGoWithTheirObject() throws {
    try evolve([1, 2]) { store, new in
      #expect(try recodeChildren(new) == [4, 4, 4, 4, 2])
      try new.blocking.execute("DELETE FROM paint WHERE pk = 1")
      for table in ["paint_shades", "paint_mixes", "paint_uses", "paint_notes"] {
        let parents = Criteria(stringLiteral: "SELECT parent_pk FROM \(table) ORDER BY 1")
        #expect(try store.rows(parents) == ["2", "2"], "\(table)")
      }
    }
  }

  @Test(arguments: [true, false])
  func elementsThatBecomeEqualAreAnErrorThatChangesNothing(keys: Bool) throws {
    try evolve([1, 2], codecs: Loud.codecs) { store, new in
      try store.store.blocking.session { session in
        try session.execute("INSERT INTO paint_mixes VALUES (2, '#00001F'), (2, '#00001f')")
        try session.execute("INSERT INTO paint_uses VALUES (2, '#A', '#1'), (2, '#a', '#2')")
      }
      let before = try store.dump()
      let error = failure {
        if keys {
          try new.blocking.recode(.keys(\Loud.Paint.uses, from: HexColor()))
        } else {
          try new.blocking.recode(.property(\Loud.Paint.mixes, from: HexColor()))
        }
      }
      #expect(error?.code == .constraintViolated)
      #expect(
        error?.context
          == .init(
            className: "Loud.Paint", property: keys ? "uses" : "mixes",
            table: keys ? "paint_uses" : "paint_mixes",
            column: keys ? "dictionary_key" : "value", pk: 2))
      #expect(try store.dump() == before)
    }
  }

  /// The class of the objects has changed, too, and has not been used since.
  @Test func keysAreRewrittenBesideTheClassesOfObjects() throws {
    try TemporaryStore.run(codecs: Before.codecs) { store, session in
      let wall = Gallery.OpenWall()
      let colors = [Color(number: 1), Color(number: 2)]
      wall.places = [colors[0]: Gallery.Open(name: "a"), colors[1]: Gallery.Print("b")]
      try session.save(wall)
      let new = try store.reopened(codecs: Numbered.codecs)
      defer { new.close() }
      #expect(try new.blocking.recode(.keys(\Gallery.ClosedWall.places, from: HexColor())) == 2)
      #expect(
        try store.rows("SELECT dictionary_key, fk_class FROM wall_places ORDER BY 1")
          == ["1|painting", "2|print"])
      let open = try store.reopened(codecs: Numbered.codecs, classes: [Gallery.Print.self])
      defer { open.close() }
      let names = try open.blocking.session { session in
        try Gallery.OpenWall.findAll(in: session).first?.places.mapValues(\.name)
      }
      #expect(names == [colors[0]: "a", colors[1]: "b"])
    }
  }

  @Test func keysAreRewrittenBesideObjectsWithoutClasses() throws {
    try TemporaryStore.run(codecs: Before.codecs) { store, session in
      let wall = Gallery.ClosedWall()
      wall.places = [Color(number: 1): Gallery.Closed(name: "a")]
      try session.save(wall)
      let new = try store.reopened(codecs: Numbered.codecs)
      defer { new.close() }
      #expect(try new.blocking.recode(.keys(\Gallery.OpenWall.places, from: HexColor())) == 1)
      let names = try new.blocking.session { session in
        try Gallery.OpenWall.findAll(in: session).first?.places.mapValues(\.name)
      }
      #expect(names == [Color(number: 1): "a"])
      #expect(
        try store.rows("SELECT dictionary_key, fk_class FROM wall_places") == ["1|painting"])
      #expect(try new.blocking.checkIntegrity().isSound)
    }
  }

  /// Each new key would collide with the next old one if rows were updated in place.
  @Test func newKeysMayBeOldKeysOfOthers() throws {
    try evolve([1], codecs: CodecRegistry.standard.registering(NextColor())) { store, new in
      try new.blocking.recode(.property(\Numbered.Paint.mixes, from: HexColor()))
      #expect(try store.rows("SELECT value FROM paint_mixes ORDER BY 1") == ["#00000c", "#00000d"])
    }
  }

  @Test func anElementThatCannotBeReadIsToldByItsObject() throws {
    try evolve([1, 2]) { store, new in
      try store.store.blocking.session { session in
        try session.execute("UPDATE paint_shades SET value = 'red' WHERE parent_pk = 2")
      }
      let before = try store.dump()
      let error = failure {
        try new.blocking.recode(.property(\Numbered.Paint.shades, from: HexColor()))
      }
      #expect(error?.code == .decodingFailed)
      #expect(
        error?.context
          == .init(
            className: "Numbered.Paint", property: "shades", table: "paint_shades", column: "value",
            pk: 2))
      #expect(try store.dump() == before)
    }
  }

  /// Tests a collection longer than a batch, keys that are invalid texts, and triggers of another
  /// program.
  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL.")) func longCollectionsAreRewrittenWhole()
    throws
  {
    try evolve([1]) { store, new in
      try store.store.blocking.session { session in
        try session.execute(
          """
          WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 3599)
          INSERT INTO paint_shades SELECT 1, i, printf('#%06x', i) FROM n
          """)
        try session.execute(
          """
          WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 3599)
          INSERT INTO paint_uses SELECT 1, CAST(X'FF' || printf('%06x', i) AS TEXT), '#f' FROM n
          """)
        try session.execute("CREATE TABLE log (id INTEGER PRIMARY KEY)")
        try session.execute(
          "CREATE TRIGGER note AFTER INSERT ON paint_mixes BEGIN INSERT INTO log VALUES (NULL); END"
        )
      }
      #expect(try new.blocking.recode(.property(\Numbered.Paint.shades, from: HexColor())) == 3502)
      #expect(try new.blocking.recode(.property(\Numbered.Paint.uses, from: HexColor())) == 3502)
      #expect(try new.blocking.recode(.property(\Numbered.Paint.mixes, from: HexColor())) == 2)
      #expect(
        try store.rows(
          "SELECT count(*), sum(value = array_index) FROM paint_shades WHERE array_index >= 100")
          == ["3500|3500"])
      #expect(
        try store.rows(
          """
          SELECT count(*), min(typeof(dictionary_key)) FROM paint_uses \
          WHERE value = 15 AND hex(dictionary_key) LIKE 'FF%'
          """) == ["3500|text"])
      try new.blocking.session { try $0.execute("INSERT INTO paint_mixes VALUES (1, 99)") }
      #expect(try store.rows("SELECT count(*) FROM log") == ["1"])
    }
  }
}
