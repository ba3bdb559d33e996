import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsEngine

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

  /// A server refuses the row only after its object has taken the place of the other one.
  @Test func anObjectWhoseKeyIsRefusedToAnotherStaysAsItWas() throws {
    try TemporaryStore.run(keys: OneKey()) { store, session in
      let twins = [Address(city: "a"), Address(city: "b")]
      #expect(failure { try session.save(contentsOf: twins) }?.code == .constraintViolated)
      #expect(twins.allSatisfy { $0.state == .new && $0.pk == nil })
      let old = Address(city: "old")
      try session.save(old)
      old.city = "changed"
      for twin in twins {
        #expect(failure { try session.save(twin) }?.code == .constraintViolated)
        #expect(old.state == .changed && old.changedProperties == ["city"] && twin.state == .new)
      }
      try session.save(old)
      #expect(try session.find(Address.self, pk: 7) === old)
      #expect(try store.rows("SELECT pk, city FROM address") == ["7|changed"])
    }
  }

  @Test func anObjectWhoseKeyAnotherOneHadInAFailedTransactionComesBack() throws {
    try TemporaryStore.run(keys: OneKey()) { store, session in
      let home = Address(city: "Rome")
      let old = Folio(name: "old", home: home)
      try session.save(old)
      for state in [ObjectState.clean, .changed] {
        try session.cancelledTransaction {
          try session.execute("DELETE FROM folio")
          let new = Folio(name: "new")
          try session.save(new)
          #expect(old.state == .detached && new.state == .clean)
          old.name = "while it was detached"
        }
        #expect(old.state == state && old.name == "old" && old.home === home)
        #expect(try session.find(Folio.self, pk: 7) === old)
        old.amount = 5
      }
      try session.save()
      #expect(try store.rows("SELECT name, amount, home FROM folio") == ["old|5|7"])
    }
  }

  /// Other transactions gave keys back that they had taken before.
  @Test func keysOfADroppedTableAreNotGivenBack() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      let other = try store.reopened()
      defer { other.close() }
      let generation = other.keyStock.generation
      try other.blocking.prune(table: "address")
      other.keyStock.add(["address": [5...9]], checked: ["address"], of: generation)
      #expect(other.keyStock.take("address").isEmpty && !other.keyStock.isChecked("address"))
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
