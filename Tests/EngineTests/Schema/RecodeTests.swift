import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Columns in a class's own table that another codec wrote.
@Suite struct RecodeTests {
  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func rewritesOneBatchAfterTheOther()
    throws
  {
    try evolve([1, nil, 3]) { store, new in
      var count = 0
      let statements = try store.statements {
        count = try new.blocking.recode(.property(\Loud.Paint.color, from: HexColor()))
      }
      #expect(count == 2)
      let select = "SELECT pk, color FROM paint WHERE color IS NOT NULL ORDER BY pk LIMIT 1000"
      let update = "UPDATE paint SET color = ?1 WHERE pk = ?2"
      #expect(
        statements.filter { !$0.contains("_schema") && !$0.contains("pragma") }.suffix(12) == [
          "BEGIN IMMEDIATE",
          "SELECT name, class_name, superclass_table, owner_table FROM _persistent_table",
          """
          SELECT table_name, column_name, property, storage, codec, version, oldest_version, \
          on_delete, deletes_targets FROM _persistent_column
          """,
          "SELECT name, table_name, definition FROM _persistent_index",
          "SELECT count(color) FROM paint", select, update, update,
          """
          INSERT INTO _persistent_column \
          (table_name, column_name, property, storage, codec, version, oldest_version, \
          on_delete, deletes_targets) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (table_name, column_name) \
          DO UPDATE SET property = excluded.property, storage = excluded.storage, \
          codec = excluded.codec, version = excluded.version, \
          oldest_version = excluded.oldest_version, on_delete = excluded.on_delete, \
          deletes_targets = excluded.deletes_targets
          """,
          "CREATE VIEW _persistent_layout AS SELECT 1", "DROP VIEW _persistent_layout", "COMMIT",
        ])
      #expect(
        try store.rows("SELECT color FROM paint ORDER BY pk") == ["#00000A", "NULL", "#00001E"])
      #expect(try store.record("color") == ["text|loud-color|1|1"])
    }
  }

  @Test func theErrorOfAnOldFileTellsTheRemedy() throws {
    try evolve([1]) { store, new in
      let error = failure { _ = try Loud.Paint.findAll(in: Session(store: new)) }
      #expect(error?.code == .codecMismatch)
      let problems = error?.problems ?? []
      #expect(
        problems.first?.message == """
          the property is stored by the codec 'loud-color 1', but it was written by the codec \
          'hex-color 1'; nothing was changed. Rewrite it with try await store.recode(.property(\
          \\Loud.Paint.color, from: <#the codec 'hex-color 1'#>)) (with transform: if the type has changed, too), \
          use the old codec with @Column(codec:), or a new column name
          """)
      let calls = [
        "property(\\Loud.Paint.color, from: <#", "property(\\Loud.Paint.shades, from: <#",
        "property(\\Loud.Paint.mixes, from: <#", "property(\\Loud.Paint.uses, from: <#",
        "keys(\\Loud.Paint.uses, from: <#", "property(\\Loud.Paint.notes, from: OptionalCodec(<#",
      ]
      for call in calls { #expect(problems.contains { $0.message.contains(call) }, "\(call)") }
      #expect(problems.count == calls.count)
    }
  }

  @Test func aSecondCallWritesNothing() throws {
    try evolve([1, 2]) { store, new in
      #expect(try new.blocking.recode(.property(\Loud.Paint.color, from: HexColor())) == 2)
      var count = 0
      let statements = try store.statements {
        count += try new.blocking.recode(.property(\Loud.Paint.color, from: HexColor()))
        count += try new.blocking.recode(.property(\Loud.Paint.color))
      }
      #expect(count == 0)
      #expect(!statements.contains { $0.hasPrefix("BEGIN IMMEDIATE") || $0.hasPrefix("UPDATE") })
      let other = try store.reopened(codecs: Loud.codecs)
      #expect(try other.blocking.recode(.property(\Loud.Paint.color, from: HexColor())) == 0)
      other.close()
    }
  }

  @Test func anEmptyFileHasNothingToRewrite() throws {
    try TemporaryStore.run { store, _ in
      let empty = try store.reopened(codecs: Loud.codecs)
      #expect(try empty.blocking.recode(.property(\Loud.Paint.color, from: HexColor())) == 0)
      #expect(try empty.blocking.recode(.keys(\Loud.Paint.uses, from: HexColor())) == 0)
      empty.close()
      #expect(try store.rows("SELECT name FROM sqlite_schema") == [])
    }
  }

  @Test func aCellThatCannotBeReadUndoesAll() throws {
    try evolve((0..<2500).map { $0 }) { store, new in
      try store.store.blocking.session { session in
        try session.execute("UPDATE paint SET color = 'red' WHERE pk = 1700")
      }
      let before = try store.dump()
      let loud = try store.reopened(codecs: Loud.codecs)
      defer { loud.close() }
      for (error, className) in [
        (
          failure { try new.blocking.recode(.property(\Numbered.Paint.color, from: HexColor())) },
          "Numbered.Paint"
        ),
        (
          failure { try loud.blocking.recode(.property(\Loud.Paint.color, from: HexColor())) },
          "Loud.Paint"
        ),
      ] {
        #expect(error?.code == .decodingFailed)
        #expect(
          error?.context
            == .init(
              className: className, property: "color", table: "paint", column: "color", pk: 1700))
        #expect(error?.message.contains("'red' is not a color") == true)
        #expect(try store.dump() == before)
      }
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL.")) func anotherTypeTakesANewColumn() throws
  {
    try evolve([1, nil, 3]) { store, new in
      // Indices of another program are also recreated.
      try store.store.blocking.session { session in
        try session.execute("CREATE INDEX theirs ON paint (name) WHERE color > 'a'")
        try session.execute("CREATE INDEX pair ON paint (name, color)")
        try session.execute("CREATE INDEX names ON paint (name)")
      }
      let statements = try store.statements {
        try new.blocking.recode(.property(\Numbered.Paint.color, from: HexColor()))
      }
      #expect(
        statements.filter { ["ALTER", "DROP ", "CREAT"].contains($0.prefix(5)) } == [
          "DROP INDEX IF EXISTS pair", "DROP INDEX IF EXISTS theirs",
          "ALTER TABLE paint ADD COLUMN _persistent_recoded INTEGER",
          "ALTER TABLE paint DROP COLUMN color",
          "ALTER TABLE paint RENAME COLUMN _persistent_recoded TO color",
          "CREATE INDEX pair ON paint (name, color)",
          "CREATE INDEX theirs ON paint (name) WHERE color > 'a'",
        ])
      let rows = try store.rows("SELECT color, typeof(color) FROM paint ORDER BY pk")
      #expect(rows == ["10|integer", "NULL|null", "30|integer"])
      #expect(try store.record("color") == ["integer|number-color|1|1"])
      _ = try recodeChildren(new)
      let session = Session(store: new)
      let found = try Numbered.Paint.findByColor(Color(number: 30), in: session)
      #expect(found.map(\.name) == ["3"], "the declared index is made with the first use")
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func aDefaultValueIsRewrittenToo() throws
  {
    try TemporaryStore.run { store, session in
      try session.given(Tagged.Old(age: "7"), Tagged.Old(color: Color(number: 2), age: nil))
      let new = try store.reopened()
      defer { new.close() }
      // Each new form except the last is the old form of the next row.
      #expect(try new.blocking.recode(.property(\Tagged.New.color, from: HexColor())) == 2)
      #expect(
        try new.blocking.recode(.property(\Tagged.New.age, from: StringCodec()) { Int($0) ?? 0 })
          == 1)
      #expect(
        try store.rows("SELECT color, age FROM tagged ORDER BY pk") == [
          "#000002|7", "#000003|NULL",
        ])
      let schema = try store.rows("SELECT sql FROM sqlite_schema WHERE name LIKE '%tagged%'")
      #expect(
        schema.sorted()
          == [
            """
            CREATE TABLE tagged (pk INTEGER PRIMARY KEY, color TEXT DEFAULT '#000002', \
            age INTEGER) STRICT
            """,
            "CREATE INDEX index_tagged_age ON tagged (age)",
            "CREATE UNIQUE INDEX unique_tagged_color ON tagged (color)",
          ].sorted())
      try withExtendedLifetime(Session(store: new)) { session in
        let found = try Tagged.New.findAll(in: session)
        #expect(found.map(\.age) == [7, nil])
        #expect(found.map(\.color) == [Color(number: 1), Color(number: 2)])
      }
    }
  }

  @Test func valuesThatBecomeEqualUnderAUniqueIndexAreAnError() throws {
    try TemporaryStore.run { store, session in
      try session.given(Tagged.Old(color: Color(hex: "#a")), Tagged.Old(color: Color(hex: "#A")))
      let before = try store.dump()
      let new = try store.reopened()
      let error = failure {
        try new.blocking.recode(.property(\Tagged.New.color, from: HexColor()))
      }
      #expect(error?.code == .constraintViolated)
      #expect(error?.context.property == "color")
      #expect(try store.dump() == before)
      new.close()
    }
  }

  @Test func aTransformThatThrowsUndoesAll() throws {
    try TemporaryStore.run { store, session in
      try session.given(
        Tagged.Old(age: "7"), Tagged.Old(color: Color(number: 3), age: "seven"))
      let before = try store.dump()
      let new = try store.reopened()
      let error = failure {
        try new.blocking.recode(
          .property(\Tagged.New.age, from: StringCodec()) { text in
            guard let age = Int(text) else { throw CodecError("'\(text)' is no age") }
            return age
          })
      }
      #expect(error?.code == .encodingFailed && error?.context.pk == 2)
      #expect((error?.cause as? CodecError)?.reason == "'seven' is no age")
      #expect(try store.dump() == before)
      new.close()
    }
  }

  @Test func codecsThatTheFileCannotTellApartAreRefused() throws {
    try evolve([1]) { store, new in
      let error = failure {
        try new.blocking.recode(
          .property(\Before.Paint.name, from: StringCodec()) { $0.uppercased() })
      }
      #expect(error?.code == .codecMismatch)
      #expect(error?.message.contains("are both 'text 1'") == true)
      #expect(error?.context.property == "name")
    }
  }

  @Test func anotherCodecThanTheRecordedOneIsRefused() throws {
    try evolve([1]) { store, new in
      let before = try store.dump()
      let error = failure {
        try new.blocking.recode(
          .property(\Loud.Paint.color, from: LoudColor(identifier: .init("quiet", version: 3))))
      }
      #expect(error?.code == .codecMismatch && error?.context.column == "color")
      #expect(error?.message.contains("'hex-color 1', which 'quiet 3'") == true)
      #expect(
        failure { try new.blocking.recode(.property(\Loud.Paint.color)) }?.code == .codecMismatch)
      #expect(try store.dump() == before)
    }
  }

  @Test func whatNoCodecStoresIsRefused() throws {
    try TemporaryStore.run { store, _ in
      let errors = [
        failure { try store.store.blocking.recode(.property(\Person.home)) },
        failure { try store.store.blocking.recode(.property(\Person.friends)) },
        failure { try store.store.blocking.recode(.property(\Person.isSelected)) },
        failure {
          try store.store.blocking.recode(.property(\Person.nickNames, from: JSONCodec<[String]>()))
        },
        failure {
          try store.store.blocking.recode(
            .property(\Person.scores, from: IntCodec()) { ["\($0)": 1.0] })
        },
      ]
      #expect(errors.map { $0?.code } == Array(repeating: .invalidQuery, count: 5))
    }
  }

  @Test func tellsItsProgressAndCanBeCancelled() throws {
    struct Cancelled: Error {}
    try evolve((0..<2500).map { $0 }) { store, new in
      let before = try store.dump()
      var told: [[Int]] = []
      #expect(throws: Cancelled.self) {
        try new.blocking.recode(.property(\Numbered.Paint.color, from: HexColor())) { done, total in
          told.append([done, total])
          if done == 2000 { throw Cancelled() }
        }
      }
      #expect(told == [[1000, 2500], [2000, 2500]])
      #expect(try store.dump() == before)
      told = []
      try new.blocking.recode(.property(\Numbered.Paint.color, from: HexColor())) {
        told.append([$0, $1])
      }
      #expect(told == [[1000, 2500], [2000, 2500], [2500, 2500]])
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func aRenamedClassIsRewrittenUnderItsOldName() throws {
    try evolve([1, 2]) { store, new in
      let new2 = try store.reopened(codecs: Numbered.codecs)
      defer { new2.close() }
      #expect(try new2.blocking.recode(.property(\Moved.Varnish.tone, from: HexColor())) == 2)
      #expect(try new2.blocking.recode(.keys(\Moved.Varnish.duties, from: HexColor())) == 4)
      #expect(try new2.blocking.recode(.property(\Moved.Varnish.duties, from: HexColor())) == 4)
      #expect(try new2.blocking.recode(.property(\Moved.Varnish.blends, from: HexColor())) == 4)
      #expect(
        try store.rows("SELECT DISTINCT \"table\" FROM pragma_foreign_key_list('paint_mixes')")
          == ["paint"])
      try withExtendedLifetime(Session(store: new2)) { session in
        let varnishes = try Moved.Varnish.findAll(in: session)
        #expect(varnishes.map(\.tone) == [Color(number: 10), Color(number: 20)])
        #expect(varnishes.map(\.price) == [5, 5])
        #expect(varnishes[1].blends == [Color(number: 21), Color(number: 22)])
        #expect(varnishes[1].duties[Color(number: 25)] == Color(number: 26))
      }
    }
  }

  @Test func eachClassHasItsOwnTable() throws {
    try TemporaryStore.run { store, session in
      try session.given(
        Family.OldBase(color: Color(number: 1)), Family.OldDerived(Color(number: 2)))
      let new = try store.reopened()
      defer { new.close() }
      #expect(try new.blocking.recode(.property(\Family.Base.color, from: HexColor())) == 1)
      #expect(try store.record("color") == ["integer|number-color|1|1", "text|hex-color|1|1"])
      #expect(try new.blocking.recode(.property(\Family.Derived.color, from: HexColor())) == 1)
      #expect(try Family.Derived.findAll(in: Session(store: new)).count == 1)
    }
  }

  @Test func rowsAreUpgradedAsTheyAreSavedAndThenAllAtOnce() throws {
    try TemporaryStore.run { store, session in
      try session.given(Graded.One(mark: 1), Graded.One(mark: 2))
      let new = try store.reopened()
      defer { new.close() }
      try withExtendedLifetime(Session(store: new)) { session in
        let marks = try Graded.Two.findAll(in: session)
        marks[0].mark = 10
        try session.save()
        #expect(try store.rows("SELECT mark FROM graded ORDER BY pk") == ["v2:10", "v1:2"])
        #expect(try store.record("mark") == ["text|graded|2|1"])
      }
      let last = try store.reopened()
      defer { last.close() }
      #expect(
        failure { try last.blocking.recode(.property(\Graded.Strict.mark)) }?.message.contains(
          "'graded 1–2'")
          == true)
      #expect(try new.blocking.recode(.property(\Graded.Two.mark)) == 2)
      #expect(try store.rows("SELECT mark FROM graded ORDER BY pk") == ["v2:10", "v2:2"])
      #expect(try store.record("mark") == ["text|graded|2|2"])
      #expect(try new.blocking.recode(.property(\Graded.Two.mark)) == 0)
      #expect(try Graded.Strict.findAll(in: Session(store: last)).count == 2)
    }
  }

  @Test func anOlderVersionIsReadByAnInstanceOfIt() throws {
    try TemporaryStore.run { store, session in
      try session.given(Graded.One(mark: 1))
      let new = try store.reopened()
      #expect(
        try new.blocking.recode(.property(\Graded.Strict.mark, from: Graded.Codec(version: 1))) == 1
      )
      #expect(
        try new.blocking.recode(.property(\Graded.Strict.mark, from: Graded.Codec(version: 1))) == 0
      )
      #expect(try store.rows("SELECT mark FROM graded") == ["v2:1"])
      new.close()
    }
  }
}
