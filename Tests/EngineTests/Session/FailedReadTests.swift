import PersistentObjects
import TestSupport
import Testing

/// A read that fails in a getter, which cannot throw.
@Suite struct FailedReadTests {
  @Test func nothingIsSavedAfterIt() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["Jo"]
      try session.save(joe)
      try withExtendedLifetime(Session(store: store.store)) { other in
        let found = try #require(try other.find(Person.self, pk: 1))
        try session.execute("UPDATE person_nick_names SET value = NULL")

        #expect(found.nickNames == [])
        found.nickNames.append("new")
        found.age = 1
        let error = failure { try other.save() }
        #expect(error?.code == .sessionFailed)
        #expect((error?.cause as? PersistenceError)?.code == .decodingFailed)
        #expect(failure { try found.save() }?.code == .sessionFailed)
        #expect(failure { _ = try Person.findAll(in: other) }?.code == .sessionFailed)
        #expect(failure { _ = try other.rows("SELECT 1") }?.code == .sessionFailed)
        #expect(failure { try other.transaction {} }?.code == .sessionFailed)

        other.clear()
        #expect(try Person.findAll(in: other).map(\.age) == [31])
        #expect(found.state == .detached)
      }
      #expect(try store.rows("SELECT value FROM person_nick_names") == ["NULL"])
    }
  }

  @Test func aTransactionThrowsItAtItsEndAndRollsBack() throws {
    try TemporaryStore.run { store, session in
      try session.save(Person.joe())
      let other = Session(store: store.store)
      let found = try #require(try other.find(Person.self, pk: 1))
      let error = failure {
        try other.transaction {
          found.age = 1
          try found.save()
          try other.execute("DROP TABLE person_friends")
          #expect(found.friends == [])
          found.friends.append(found)
        }
      }
      #expect(error?.code == .sessionFailed)
      #expect(found.state == .clean && found.age == 31 && found.friends == [])
      found.age = 2
      try found.save()
      #expect(try store.rows("SELECT age FROM person") == ["2"])
    }
  }

  @Test func aLentSessionThrowsItAtItsEnd() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["Jo"]
      try session.save(joe)
      try session.execute("UPDATE person_nick_names SET value = NULL")
      let error = failure {
        try store.store.blocking.session { session in
          for person in try Person.findAll(in: session) { #expect(person.nickNames == []) }
        }
      }
      #expect(error?.code == .sessionFailed)
    }
  }
}
