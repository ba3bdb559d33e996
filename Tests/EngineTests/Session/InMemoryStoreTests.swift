import PersistentObjects
import TestSupport
import Testing

/// A store in memory, whose writer also reads, so that one connection serves reads, cursors and
/// transactions.
@Suite struct InMemoryStoreTests {
  private func run(_ body: (Store, Session) throws -> Void) throws {
    let store = try Store(path: ":memory:")
    try withExtendedLifetime(Session(store: store)) { try body(store, $0) }
    store.close()
  }

  @Test func savesFindsAndRollsBack() throws {
    try run { _, session in
      let joe = Person.joe()
      joe.home = Address(city: "Rome")
      try session.save(joe)
      try session.cancelledTransaction {
        joe.age = 1
        try session.save()
        try session.transaction { try session.save(Person.ann()) }
      }
      #expect(joe.age == 31 && joe.state == .clean)
      #expect(try Person.findAll(in: session) == [joe])
    }
  }

  @Test func aCursorAndATransactionShareTheConnection() throws {
    try run { _, session in
      try session.save(contentsOf: (1...3).map { Person(firstName: "P", lastName: "Q", age: $0) })
      let cursor = try session.cursor(Person.query)
      let first = try #require(try cursor.next())
      first.age = 10
      try first.save()
      #expect(failure { _ = try cursor.next() }?.code == .sessionFailed)
      #expect(try Person.query.value(.sum(\.age), in: session) == 15)
    }
  }

  /// Other sessions would otherwise wait until the limit, although this one is idle.
  @Test func aCursorThatASaveEndsReturnsTheConnection() throws {
    try run { store, session in
      try session.save(Address(city: "Rome"))
      let cursor = try session.cursor(Address.query)
      try session.save(Address(city: "Oslo"))
      #expect(try store.blocking.session { try Address.count(in: $0) } == 2)
      #expect(failure { _ = try cursor.next() }?.code == .sessionFailed)
    }
  }

  /// Finds by key keep their statement open, which locked all tables.
  @Test func aSessionThatHasFoundByKeyMayDropATable() throws {
    try run { store, session in
      try session.save(contentsOf: [Address(city: "Rome"), Address(city: "Oslo")])
      try session.execute("CREATE TABLE junk (n INTEGER)")
      try store.blocking.session { lent in
        for pk: Int64 in 1...2 { _ = try lent.find(Address.self, pk: pk) }
        try lent.execute("DROP TABLE junk")
      }
      #expect(try Address.count(in: session) == 2)
    }
  }

  @Test func lentSessionsMayBeNested() throws {
    let store = try Store(path: ":memory:")
    let count = try store.blocking.session { outer in
      _ = try Address.count(in: outer)
      try store.blocking.transaction { inner in try inner.save(Address(city: "Rome")) }
      return try Address.count(in: outer)
    }
    #expect(count == 1)
    store.close()
  }

  /// A session that has saved reads again: it must not wait for one that waits for its thread.
  @Test func sessionsThatSaveAndReadDoNotBlockEachOther() async throws {
    let store = try Store(path: ":memory:")
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          try await store.session { session in
            try session.save(Address(city: "Rome"))
            #expect(try Address.count(in: session) > 0)
          }
        }
      }
      try await group.waitForAll()
    }
    store.close()
  }

  @Test func sessionsOfTheStoreSeeOneDatabase() throws {
    try run { store, session in
      try session.save(Address(city: "Rome"))
      #expect(try Address.findAll(in: Session(store: store)).map(\.city) == ["Rome"])
      try store.blocking.transaction { try $0.save(Address(city: "Oslo")) }
      #expect(try Address.count(in: session) == 2)
    }
  }
}
