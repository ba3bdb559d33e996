import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Columns of doubles, whose types and records differ between versions of the package.
@Suite struct RecordedStorageTests {
  /// Turns the file into one of an earlier version, in which `DateAsReal` had a column of type
  /// REAL.
  private func makeOld(_ session: Session) throws {
    try session.given(Sample(grams: 5, made: Date(timeIntervalSinceReferenceDate: 7)))
    try session.transaction {
      try session.execute("DROP TABLE sample")
      try session.execute(
        "CREATE TABLE sample (pk INTEGER PRIMARY KEY, grams ANY, made REAL) STRICT")
      try session.execute("INSERT INTO sample VALUES (1, 5.0, 7.0)")
      try session.execute(
        "UPDATE _persistent_column SET storage = 'real' WHERE column_name = 'made'")
    }
  }

  private func layout(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT name, sql FROM sqlite_schema")
      + store.rows("SELECT * FROM _persistent_column ORDER BY 1, 2")
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func storesDoublesInColumnsThatKeepEachBit() throws {
    try TemporaryStore.run { store, session in
      let sample = Sample(grams: -0.0, made: Date(timeIntervalSinceReferenceDate: 7))
      try session.save(sample)
      #expect(
        try store.rows("SELECT sql FROM sqlite_schema WHERE name = 'sample'") == [
          "CREATE TABLE sample (pk INTEGER PRIMARY KEY, grams ANY, made ANY) STRICT"
        ])
      #expect(try store.record("grams") == ["any|real|1|1"])
      #expect(try store.record("made") == ["any|date-real|1|1"])
      #expect(try store.rows("SELECT grams, made FROM sample") == ["-0.0|7.0"])
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func opensFilesOfTheVersionBeforeWithoutAChangeOfTheirLayout() throws {
    try TemporaryStore.run { store, session in
      try makeOld(session)
      let before = try layout(store)
      let reopened = try store.reopened()
      defer { reopened.close() }
      let statements = try store.statements {
        let session = Session(store: reopened)
        let sample = try #require(try Sample.findAll(in: session).first)
        #expect(sample.grams == 5 && sample.made.timeIntervalSinceReferenceDate == 7)
        sample.grams = -0.0
        try session.save(sample)
      }
      let changes = ["CREATE", "ALTER", "DROP", "INSERT", "UPDATE"]
      #expect(
        statements.filter { statement in changes.contains(where: statement.hasPrefix) } == [
          "UPDATE sample SET grams = ?2 WHERE pk = ?1"
        ])
      #expect(try layout(store) == before)
      #expect(try store.rows("SELECT grams FROM sample") == ["-0.0"])
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func givesARecodedColumnOfTypeRealTheTypeThatKeepsEachBit() throws {
    try TemporaryStore.run { store, session in
      try makeOld(session)
      let new = try store.reopened()
      defer { new.close() }
      try new.blocking.recode(
        .property(\Measured.Sample.made, from: DateAsReal()) {
          -$0.timeIntervalSinceReferenceDate
        })
      #expect(try store.record("made") == ["any|real|1|1"])
      #expect(
        try store.rows("SELECT sql FROM sqlite_schema WHERE name = 'sample'") == [
          "CREATE TABLE sample (pk INTEGER PRIMARY KEY, grams ANY, made ANY) STRICT"
        ])
      #expect(try store.rows("SELECT made FROM sample") == ["-7.0"])
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func leavesAColumnOfTypeRealAloneThatItsOwnCodecRecodes() throws {
    try TemporaryStore.run { store, session in
      try makeOld(session)
      let before = try layout(store)
      let new = try store.reopened()
      defer { new.close() }
      #expect(try new.blocking.recode(.property(\Sample.made, from: DateAsReal())) == 0)
      #expect(try layout(store) == before)
    }
  }
}

@Persistent final class Sample {
  var grams: Double
  @Column(codec: DateAsReal()) var made: Date
  @Transient var life = Lifetime()
}

private enum Measured {
  @Persistent final class Sample {
    var grams: Double
    var made: Double
    @Transient var life = Lifetime()
  }
}
