import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsEngine

@Suite struct WideClassTests {
  @Test func changesOfAllPropertiesAreTracked() throws {
    try TemporaryStore.run { store, session in
      let wide = Wide()
      try session.save(wide)
      wide.p0 = -1
      wide.p62 = -1
      wide.p63 = -1
      wide.p298 = -1
      wide.p299.append(7)
      #expect(wide.changedProperties == ["p0", "p62", "p63", "p298", "p299"])
      let update = "UPDATE wide SET p0 = ?2, p62 = ?3, p63 = ?4, p298 = ?5 WHERE pk = ?1"
      let insert = "INSERT INTO wide_p299 (parent_pk, array_index, value) VALUES (?1, ?2, ?3)"
      #expect(
        try store.statements { try wide.save() } == ["BEGIN IMMEDIATE", update, insert, "COMMIT"])
      #expect(wide.state == .clean)

      let other = Session(store: store.store)
      let found = try #require(try other.find(Wide.self, pk: 1))
      #expect(found.p298 == -1 && found.p299 == [7] && found.p64 == 64 && found.p289 == [])
    }
  }

  @Test func propertiesBeyondTheBitsAreRevertedAndRolledBack() throws {
    try TemporaryStore.run { store, session in
      let wide = Wide()
      try session.save(wide)
      wide.p100 = -1
      wide.p200 = -2
      wide.p199 = [1]
      try wide.revert(\.p100)
      #expect(wide.p100 == 100 && wide.changedProperties == ["p199", "p200"])
      try session.cancelledTransaction {
        wide.p200 = -3
        wide.p101 = -4
        wide.p199 = []
        try session.save()
        wide.p298 = -5
      }
      #expect(wide.p200 == -2 && wide.p101 == 101 && wide.p298 == 298 && wide.p199 == [1])
      #expect(wide.changedProperties == ["p199", "p200"])
      try session.save()
      #expect(try store.rows("SELECT p100, p101, p200 FROM wide") == ["100|101|-2"])
      #expect(try store.rows("SELECT value FROM wide_p199") == ["1"])
    }
  }

  /// Each property is journaled once per transaction level.
  @Test func repeatedChangesBeyondTheBitsGoBackLevelByLevel() throws {
    try TemporaryStore.run { _, session in
      let wide = Wide()
      try session.save(wide)
      try session.cancelledTransaction {
        for value in [-1, -2] { wide.p100 = value }
        try session.cancelledTransaction {
          for value in [-3, -4] { (wide.p100, wide.p101) = (value, value) }
          for value in [1, 2] { wide.p199.append(value) }
        }
        #expect(wide.p100 == -2 && wide.p101 == 101 && wide.p199 == [])
        for value in [-5, -6] { (wide.p100, wide.p101) = (value, value) }
      }
      #expect(wide.p100 == 100 && wide.p101 == 101 && wide.p199 == [])
      #expect(wide.state == .clean)
    }
  }

  @Test func manySavesOfOnePropertyPrepareOneStatement() throws {
    try TemporaryStore.run { _, session in
      let wide = Wide()
      try session.save(wide)
      let context = try session.context(of: Wide._entity)
      let update = { (property: Int) in
        context.plan.update(
          WrittenColumns(
            bits: session.tracker.bits(of: [property]),
            positions: [context.plan.bindings[property].position]))
      }
      let first = update(70)
      #expect(update(70) === first && update(71) !== first)
    }
  }
}
