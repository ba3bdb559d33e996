import PersistentObjects
import TestSupport
import Testing

/// The number of statements needed to start with many classes.
@Suite struct OpeningTests {
  static let classes: [any Simple.Type] = [
    SimpleA.self, SimpleB.self, SimpleC.self, SimpleD.self, SimpleE.self,
  ]

  private func insertEach(in session: Session) throws {
    for type in Self.classes { try session.insert(type.init()) }
    try session.save()
  }

  private func find<Object: Simple>(_ type: Object.Type, in session: Session) throws {
    #expect(try type.findByPK(1, in: session) != nil)
  }

  private static let readings = [
    "SELECT name, class_name, superclass_table, owner_table FROM _persistent_table",
    """
    SELECT table_name, column_name, property, storage, codec, version, oldest_version, on_delete, \
    deletes_targets FROM _persistent_column
    """,
    "SELECT name, table_name, definition FROM _persistent_index",
  ]

  @Test func recordsAreReadOnceForAllClasses() throws {
    try TemporaryStore.run { store, session in
      try session.transaction { try insertEach(in: session) }
      let reopened = try store.reopened()
      defer { reopened.close() }
      let first = try store.statements {
        try reopened.lendSession { try find(SimpleA.self, in: $0) }
      }
      #expect(first.filter { $0.contains("_persistent") } == Self.readings)
      let others = try store.statements {
        try reopened.lendSession { session in
          for type in Self.classes { try find(type, in: session) }
        }
      }
      #expect(others.filter { $0.contains("_persistent") }.isEmpty)
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func newTablesAreMadeWithoutReadingTheOthers() throws {
    try TemporaryStore.run { store, session in
      let made = try store.statements { try session.transaction { try insertEach(in: session) } }
      #expect(made.filter { Self.readings.contains($0) }.isEmpty)
      #expect(made.count { $0.hasPrefix("CREATE TABLE simple") } == Self.classes.count)
      let records = made.filter { $0.hasPrefix("INSERT INTO _persistent") }
      // With so few rows, each is written separately.
      #expect(records.count { $0.contains("_persistent_table") } == Self.classes.count)
      #expect(records.count { $0.contains("_persistent_column") } == Self.classes.count + 1)
      #expect(records.count { $0.contains("_persistent_sequence") } == Self.classes.count)
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func tablesThatAreMadeAloneNeedOneReadingOfTheOthers() throws {
    try TemporaryStore.run { store, session in
      try session.given(SimpleA())
      let made = try store.statements {
        for type in Self.classes.dropFirst() { try session.save(type.init()) }
      }
      // The classes that are known are compared with the changed layout; nothing is read for the
      // new one.
      for reading in Self.readings {
        #expect(made.count { $0 == reading } == Self.classes.count - 1)
      }
    }
  }

  @Test func tablesThatAreMadeTogetherAreRecordedTogether() throws {
    try TemporaryStore.run { store, session in
      let made = try store.statements { try session.makeTables(for: Citizen.self) }
      let records = made.filter { $0.contains("INTO _persistent") }
      #expect(records.count == 3)
      #expect(records.allSatisfy { $0.contains(" SELECT c0") })
      #expect(made.count { $0.hasPrefix("CREATE TABLE") } > 10)
    }
  }

  /// The file looks as it did before the rollback, and differs from what the transaction saw in
  /// between.
  @Test func tablesThatWereTakenBackAreMadeAgain() throws {
    try TemporaryStore.run { store, session in
      try session.transaction {
        try session.save(SimpleA())
        try session.cancelledTransaction { try session.save(SimpleB()) }
        try session.save(SimpleC())
        try session.save(SimpleB())
      }
      #expect(try store.rows("SELECT name FROM _persistent_table ORDER BY name").count == 3)
      try session.cancelledTransaction { try session.save(SimpleD()) }
      try session.save(SimpleE())
      try session.save(SimpleD())
      let reopened = try store.reopened()
      defer { reopened.close() }
      try reopened.lendSession { session in
        for type in Self.classes { try find(type, in: session) }
      }
    }
  }

  /// A program may change the engine's records in the middle of a transaction.
  @Test func recordsThatSQLHasChangedAreReadAgain() throws {
    try TemporaryStore.run { _, session in
      let error = failure {
        try session.transaction {
          try session.save(SimpleA())
          try session.save(SimpleB())
          try session.execute(
            """
            INSERT INTO _persistent_column (table_name, column_name, property, storage, codec, \
            version, oldest_version) VALUES ('x', 'y', 'y', 'nothing', 'text', 1, 1)
            """)
          try session.save(SimpleC())
        }
      }
      #expect(error?.code == .corrupt)
    }
  }
}

protocol Simple: PersistentObject {
  init()
}

@Persistent final class SimpleA: Simple {
  var number: Int = 0
  init() {}
}

@Persistent final class SimpleB: Simple {
  var number: Int = 0
  var name: String = ""
  init() {}
}

@Persistent final class SimpleC: Simple {
  var number: Int = 0
  init() {}
}

@Persistent final class SimpleD: Simple {
  var number: Int = 0
  init() {}
}

@Persistent final class SimpleE: Simple {
  var number: Int = 0
  init() {}
}
