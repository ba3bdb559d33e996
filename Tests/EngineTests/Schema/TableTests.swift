import PersistentObjects
import TestSupport
import Testing

@Suite struct TableTests {
  @Test(.onSQLite) func tablesAreMadeAtTheFirstUse() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Person.self)
      let parent =
        "parent_pk INTEGER NOT NULL REFERENCES person (pk) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"
      #expect(
        try store.rows(
          "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name"
        )
          == [
            "CREATE TABLE address (pk INTEGER PRIMARY KEY, city TEXT, street TEXT) STRICT",
            """
            CREATE TABLE person (pk INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, \
            age INTEGER DEFAULT 0, birthdate TEXT, photo BLOB, favourite TEXT, \
            home INTEGER REFERENCES address (pk) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED, \
            aliases INTEGER) STRICT
            """,
            "CREATE TABLE person_aliases (\(parent), array_index INTEGER NOT NULL, value TEXT, PRIMARY KEY (parent_pk, array_index)) STRICT, WITHOUT ROWID",
            "CREATE TABLE person_friends (\(parent), array_index INTEGER NOT NULL, fk INTEGER REFERENCES person (pk) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, PRIMARY KEY (parent_pk, array_index)) STRICT, WITHOUT ROWID",
            "CREATE TABLE person_nick_names (\(parent), array_index INTEGER NOT NULL, value TEXT, PRIMARY KEY (parent_pk, array_index)) STRICT, WITHOUT ROWID",
            "CREATE TABLE person_scores (\(parent), dictionary_key TEXT, value ANY, PRIMARY KEY (parent_pk, dictionary_key)) STRICT, WITHOUT ROWID",
            "CREATE TABLE person_tags (\(parent), value TEXT, PRIMARY KEY (parent_pk, value)) STRICT, WITHOUT ROWID",
          ])
      #expect(
        try store.rows(
          "SELECT name FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'sqlite%' ORDER BY name"
        )
          == [
            "index_person_friends_fk", "index_person_home", "index_person_last_name",
            "index_person_last_name_first_name",
          ])
    }
  }

  @Test func eachColumnIsRecordedWithItsCodec() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Person.self)
      #expect(
        try store.rows("SELECT name, class_name FROM _persistent_table WHERE name = 'person'")
          == ["person|Person"])
      let columns = try store.rows(
        """
        SELECT column_name, property, codec, version FROM _persistent_column \
        WHERE table_name IN ('person', 'person_scores') ORDER BY column_name
        """)
      #expect(
        columns == [
          "age|age|integer|1", "aliases|aliases|collection-presence|1",
          "birthdate|birthdate|date-text|1", "dictionary_key|scores|text|1",
          "favourite|favourite|hex-color|1", "first_name|firstName|text|1",
          "home|home|reference(address)|1", "last_name|lastName|text|1",
          "photo|photo|bytes|1", "value|scores|real|1",
        ])
    }
  }

  @Test func anotherStoreFindsTheTablesInOrder() throws {
    try TemporaryStore.run { store, session in
      try session.save(Person.joe())
      let other = try store.reopened()
      let statements = try store.statements {
        try other.blocking.session { session in _ = try Person.findAll(in: session) }
      }
      #expect(!statements.contains { $0.hasPrefix("CREATE") || $0 == "BEGIN IMMEDIATE" })
      other.close()
    }
  }

  @Test func namesAreQuotedWhereTheyMustBe() throws {
    try TemporaryStore.run { store, session in
      let odd = Order(group: 1, odd: "x")
      odd.values = ["v"]
      try session.save(odd)
      odd.odd = "y"
      odd.values.append("w")
      try odd.save()
      #expect(try store.rows("SELECT \"group\", \"Odd \"\"name\"\"\" FROM \"order\"") == ["1|y"])
      #expect(try Order.findByOdd("y", in: session) == [odd])
      try odd.delete()
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func aUniqueIndexIsKept() throws {
    try TemporaryStore.run { store, session in
      try session.save(Ticket(code: "a"))
      #expect(
        try store.rows("SELECT sql FROM sqlite_schema WHERE name = 'unique_ticket_code'")
          == ["CREATE UNIQUE INDEX unique_ticket_code ON ticket (code)"])
      #expect(failure { try session.save(Ticket(code: "a")) }?.code == .constraintViolated)
    }
  }

  @Test func refusesTwoClassesWithOneTable() throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Order.self)
      let error = failure { try session.makeTables(for: OtherOrder.self) }
      #expect(error?.code == .invalidModel)
      #expect(error?.message.contains("Order and OtherOrder") == true)
      #expect(failure { try session.makeTables(for: BadIndex.self) }?.code == .invalidModel)
    }
  }

  /// The class that had the child table was refused after the other one.
  @Test func aRefusedClassTakesNoNameOfAChildTable() throws {
    try TemporaryStore.run { _, session in
      try session.cancelledTransaction { try session.makeTables(for: Orchard.self) }
      let error = failure { try session.makeTables(for: OrchardTrees.self) }
      #expect(error?.code == .invalidModel)
      #expect(error?.message.contains("needs the child table 'orchard_trees_old'") == true)
      try session.makeTables(for: Orchard.self)
    }
  }
}

@Persistent final class Order {
  var group: Int
  @Column("Odd \"name\"") var odd: String
  var values: [String] = []
  @Transient var life = Lifetime()
}

@Persistent(table: "order") final class OtherOrder {
  var name: String
}

@Persistent private final class Orchard {
  var treesOld: [String] = []
}

@Persistent private final class OrchardTrees {
  var old: [String] = []
}

@Persistent final class BadIndex {
  var names: [String] = []
  static let indices: [Index<BadIndex>] = [[\.names]]
}
