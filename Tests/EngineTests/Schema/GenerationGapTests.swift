import PersistentObjects
import TestSupport
import Testing

/// A model that grows only in the generated file, and classes that take over the tables of others.
@Suite struct GenerationGapTests {
  private func evolve(
    _ old: (Session) throws -> Void, _ new: (TemporaryStore, Session) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      try old(session)
      let reopened = try store.reopened()
      try withExtendedLifetime(Session(store: reopened)) { try new(store, $0) }
      reopened.close()
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func aPropertyThatTheMachineAddsIsAdded()
    throws
  {
    try evolve { session in
      try session.save(First.Contact(name: "Joe", boss: First.Contact(name: "Eve")))
    } _: { store, session in
      let statements = try store.statements { _ = try Second.Contact.count(in: session) }
      #expect(
        statements.filter { $0.hasPrefix("ALTER") } == [
          "ALTER TABLE contact ADD COLUMN age INTEGER DEFAULT 7"
        ])
      let joe = try #require(try Second.Contact.findFirstByName("Joe", in: session))
      #expect(joe.age == 7 && joe.boss?.greeting == "I am Eve" && joe.phones == [])
      #expect(joe.boss?.reports == [joe])
      let bob = Second.Contact(name: "Bob", age: 3, boss: joe)
      try session.save(bob)
      #expect(try Second.Contact.find(in: session) { $0.boss.age == 7 && $0.age == 3 } == [bob])
      #expect(joe.reports == [bob])
    }
  }

  /// The file does not show whether a class inherits its properties from one without a table.
  @Test func classesThatAreSplitFitTheTableOfOneThatWasNot() throws {
    try evolve { session in
      let joe = Whole.Contact(name: "Joe")
      joe.boss = Whole.Contact(name: "Eve")
      try session.save(joe)
    } _: { store, session in
      let before = try record(store)
      let joe = try #require(try First.Contact.findFirstByName("Joe", in: session))
      #expect(joe.boss?.greeting == "I am Eve")
      #expect(try session.schema(of: First.Contact.self).pending.isEmpty)
      #expect(try record(store) == before)
    }
  }

  private func record(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT sql FROM sqlite_schema")
      + store.rows("SELECT * FROM _persistent_table")
      + store.rows("SELECT * FROM _persistent_column ORDER BY 1, 2")
      + store.rows("SELECT * FROM _persistent_index ORDER BY 1, 2")
  }
}

private enum Whole {
  @Persistent final class Contact {
    var name: String
    var boss: Contact?
    @Inverse(\Contact.boss) var reports: [Contact]
    @Transient var life = Lifetime()
    static let indices: [Index<Contact>] = [[\.name]]
  }
}

private enum First {
  @Persistent(abstract: true) class _Contact {
    var name: String
    var boss: Contact?
    @Inverse(\Contact.boss) var reports: [Contact]
    @Transient var life = Lifetime()
    private static let indices: [Index<_Contact>] = [[\.name]]
  }

  @Persistent final class Contact: _Contact {
    var greeting: String { "I am \(name)" }
  }
}

private enum Second {
  @Persistent(abstract: true) class _Contact {
    var name: String
    var age: Int = 7
    var boss: Contact?
    @Inverse(\Contact.boss) var reports: [Contact]
    var phones: [String] = []
    @Transient var life = Lifetime()
    private static let indices: [Index<_Contact>] = [[\.name]]
  }

  @Persistent final class Contact: _Contact {
    var greeting: String { "I am \(name)" }
  }
}
