import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct AggregateTests {
  @Test func sumsAveragesAndExtremes() throws {
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: Entry.samples)
      let all = Entry.query
      #expect(try all.value(.minimum(\.name), in: session) == "B")
      #expect(try all.value(.maximum(\.name), in: session) == "x")
      #expect(try all.value(.maximum(\.number), in: session) == 3)
      #expect(try all.value(.maximum(\.day), in: session) == Date(timeIntervalSince1970: 1e9))
      #expect(try all.value(.minimum(\.real), in: session) == -.infinity)
      #expect(try all.value(.average(\.number), in: session) == 2)
      #expect(try Entry.where { $0.real.isBetween(0...1) }.value(.sum(\.real), in: session) == 0.5)
      #expect(try Entry.where { $0.name == "?" }.value(.sum(\.real), in: session) == 0)
      #expect(try Entry.where { $0.name == "?" }.value(.average(\.real), in: session) == nil)
      #expect(try Entry.where { $0.name == "?" }.value(.maximum(\.name), in: session) == nil)

      let statements = try store.statements {
        _ = try Entry.where { $0.isOdd == true }.value(.maximum(\.name), in: session)
      }
      #expect(
        statements == ["SELECT max(name) FROM (SELECT name FROM entry WHERE is_odd = ?1)"])
    }
  }

  @Test(.onSQLite) func countsAndDeletesByCondition() throws {
    try TemporaryStore.run { store, session in
      let entries = Entry.samples
      try session.save(contentsOf: entries)
      entries[4].name = "unsaved"
      // The first deletion reads the file's records of references.
      try session.cancelledTransaction { try entries[0].delete() }
      let statements = try store.statements {
        let deleted = try Entry.where { $0.number == 3 }.delete(in: session)
        #expect(deleted == 2)
      }
      #expect(
        statements == [
          "BEGIN IMMEDIATE", "SELECT pk FROM entry WHERE number = ?1",
          "DELETE FROM entry WHERE pk IN (SELECT c0 FROM _persistent_rows(?1))", "COMMIT",
        ])
      #expect(entries.map(\.state) == [.clean, .clean, .deleted, .clean, .deleted, .clean, .clean])
      try session.save()
      #expect(try Entry.count(in: session) == 5)
      #expect(try Entry.delete(in: session) { $0.name == "?" } == 0)

      try session.cancelledTransaction {
        try Entry.query.delete(in: session)
        #expect(try Entry.count(in: session) == 0)
      }
      #expect(entries[0].state == .clean && entries[1].parent === entries[0])
      try Entry.query.order(by: \.name).limit(1).delete(in: session)
      #expect(entries[0].state == .deleted && entries[1].parent == nil)
    }
  }

  @Test func anIntegerSumThatDoesNotFitIsAnError() throws {
    try TemporaryStore.run { _, session in
      try session.given(
        Invoice(number: .max, customer: .joe()), Invoice(number: 1, customer: .ann()))
      let error = failure { _ = try Invoice.query.value(.sum(\.number), in: session) }
      #expect(error?.code == .databaseFailed)
      #expect(try Invoice.query.limit(1).value(.sum(\.number), in: session) == .max)
    }
  }
}
