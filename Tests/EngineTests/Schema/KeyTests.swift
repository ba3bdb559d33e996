import PersistentObjects
import TestSupport
import Testing

@Suite struct KeyTests {
  @Test(.notOnPostgreSQL("Keys come from sequences there.")) func aDeletedKeyIsNeverGivenAgain()
    throws
  {
    try TemporaryStore.run { store, session in
      let first = Address(city: "1")
      let second = Address(city: "2")
      try session.given(first, second)
      try second.delete()
      let third = Address(city: "3")
      try session.save(third)
      #expect(third.pk == 3)
      try Address.query.delete(in: session)

      let reopened = try store.reopened()
      let pk = try reopened.blocking.transaction { session in
        let fourth = Address(city: "4")
        try session.save(fourth)
        return fourth.pk
      }
      #expect(pk == 4)
      reopened.close()
    }
  }

  @Test func keysOfTheDatabaseAreRespected() throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Address.self)
      try session.execute("INSERT INTO address (pk, city) VALUES (100, 'raw')")
      let next = Address(city: "next")
      try session.save(next)
      #expect(next.pk == 101)
    }
  }

  @Test(.notOnPostgreSQL("Keys come from sequences there."))
  func theCounterCostsOneRowPerTransaction() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      let statements = try store.statements {
        try session.transaction {
          for number in 0..<100 { try session.save(Address(city: "\(number)")) }
        }
      }
      #expect(statements.filter { $0.hasPrefix("INSERT INTO address") }.count == 100)
      #expect(statements.filter { $0.contains("_persistent_sequence") }.count == 2)
      #expect(statements.filter { !$0.contains("level_1") }.count == 104)
    }
  }

  @Test func timeOrderedKeysGrowAndNeedNoCounter() throws {
    try TemporaryStore.run(keys: TimeOrderedKeys()) { store, session in
      try session.makeTables(for: Address.self)
      let addresses = (0..<1000).map { Address(city: "\($0)") }
      let statements = try store.statements { try session.save(contentsOf: addresses) }
      #expect(!statements.contains { $0.contains("_persistent_sequence") })
      let keys = addresses.compactMap(\.pk)
      #expect(keys == keys.sorted() && Set(keys).count == 1000 && keys.allSatisfy { $0 > 1 << 50 })
      let first = try #require(keys.first)
      #expect(try session.find(Address.self, pk: first) === addresses[0])
    }
  }

  /// The random start was drawn again for each key, so the keys of a millisecond were far apart.
  @Test func timeOrderedKeysCountUpWithinAMillisecond() throws {
    let strategy = TimeOrderedKeys()
    let keys = try (0..<10_000).map { _ in try strategy.nextKey(table: "address") { 0 } }
    let steps = zip(keys, keys.dropFirst()).filter { $0 >> 22 == $1 >> 22 }.map { $1 - $0 }
    #expect(!steps.isEmpty && steps.allSatisfy { $0 == 1 })
  }

  /// The changes of the detached object counted as unsaved for ever.
  @Test func anObjectWhoseKeyAnotherOneGetsHasNothingToSave() throws {
    try TemporaryStore.run(keys: OneKey()) { store, _ in
      try store.store.blocking.transaction { session in
        let old = Address(city: "old")
        try session.save(old)
        old.city = "changed"
        try session.execute("DELETE FROM address")
        let new = Address(city: "new")
        try session.save(new)
        #expect(old.state == .detached && new.state == .clean)
      }
      #expect(try store.rows("SELECT pk, city FROM address") == ["7|new"])
    }
  }

  @Test func aTableWithoutFreeKeysIsAnError() throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Address.self)
      try session.execute("INSERT INTO address (pk, city) VALUES (\(Int64.max), 'last')")
      let error = failure { try session.save(Address(city: "?")) }
      #expect(error?.code == .databaseFailed)
      #expect(try Address.count(in: session) == 1)
    }
  }
}

/// The same key for all rows.
private struct OneKey: KeyStrategy {
  func nextKey(table: String, counted: () throws -> Int64) throws -> Int64 { 7 }
}
