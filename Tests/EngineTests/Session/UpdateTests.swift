import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent class Counter {
  var name: String
  var count: Int8 = 0
  var note: String?
  var home: Town?
  var marks: [Int] = []
  /// The rows that an update reads from other tables have columns of such names.
  @Column("v1", .version) var version: Int
  @Column(.updatedAt) var changed: Date?
  private static let rules: [Rule<Counter>] = [
    .length(\.note, ...8), Rule(\.name, "must not be bad") { $0 != "bad" },
  ]
}

@Persistent final class FastCounter: Counter {
  var speed: Int = 1

  init(name: String) { super.init(name: name) }
}

@Suite struct UpdateTests {
  @Test func changesRowsByOneStatement() throws {
    try TemporaryStore.run { store, session in
      let (bonn, rome) = (Town(name: "Bonn"), Town(name: "Rome"))
      let counters = ["a", "b", "c"].map { Counter(name: $0, count: 1, home: bonn) }
      try session.save(contentsOf: counters)
      try session.given(rome)
      var count = 0
      let statements = try store.statements {
        count = try Counter.where { $0.name > "a" }.update(in: session) {
          $0.count += 1
          $0.note = $0.name.optional + "!"
          $0.name = $0.name + "'\""
          $0.home = rome
        }
      }
      #expect(count == 2)
      #expect(statements.count(where: { $0.hasPrefix("UPDATE") }) == 1)
      #expect(counters.map(\.count) == [1, 2, 2])
      #expect(counters.map(\.note) == [nil, "b!", "c!"])
      #expect(counters[1].name == "b'\"" && counters[2].home == rome)
      #expect(counters.map(\.version) == [1, 2, 2])
      #expect(counters[1].state == .clean && counters[1].changed != nil)
      session.clear()
      let found = try Counter.count(in: session) { $0.home.name == "Rome" && $0.count == 2 }
      #expect(found == 2)
    }
  }

  @Test func valuesComeFromOtherTables() throws {
    try TemporaryStore.run { _, session in
      let counters = ["a", "b", "c"].map {
        Counter(name: $0, home: Town(name: "in " + $0), marks: [1, 2, 3])
      }
      try session.save(contentsOf: counters)
      let count = try Counter.query.order(by: \.name, .descending).limit(2).update(in: session) {
        $0.note = $0.home.name
        $0.count = when($0.marks.count > 2, then: 7, else: 8)
      }
      #expect(count == 2)
      #expect(counters.map(\.note) == [nil, "in b", "in c"])
      #expect(counters.map(\.count) == [0, 7, 7])
    }
  }

  /// The key and the class of such a reference are columns of different types.
  @Test func referencesThatNameTheirClassAreSetAfterALimit() throws {
    try TemporaryStore.run(classes: [Dog.self]) { _, session in
      let dog = Dog(name: "Rex")
      let keepers = ["a", "b", "c"].map { Keeper(name: $0) }
      try session.save(contentsOf: keepers)
      try session.given(dog)
      try Keeper.query.order(by: \.name).limit(2).update(in: session) { $0.pet = dog }
      #expect(keepers.map(\.pet?.name) == ["Rex", "Rex", nil])
      session.clear()
      let found = try Keeper.query.order(by: \.name).find(in: session)
      #expect(found.map { $0.pet is Dog } == [true, true, false])
      try Keeper.query.order(by: \.name).limit(1).update(in: session) { $0.pet = nil }
      #expect(found.map { $0.pet is Dog } == [false, true, false])
    }
  }

  /// Values alone have no type in SQL.
  @Test func anAssignmentComputesWithTheValuesAssignedBeforeIt() throws {
    try TemporaryStore.run { _, session in
      let counter = Counter(name: "a")
      try session.given(counter)
      try Counter.query.update(in: session) {
        $0.count = 5
        $0.count += 1
        $0.name = "x"
        $0.name = $0.name + "y"
      }
      #expect(counter.count == 6 && counter.name == "xy")
      try Counter.query.update(in: session) {
        $0.count = 7
        $0.count = abs($0.count)
      }
      #expect(counter.count == 7)
    }
  }

  @Test func everyClassOfAFamilyIsChanged() throws {
    try TemporaryStore.run(classes: [FastCounter.self]) { _, session in
      let fast = FastCounter(name: "f")
      let slow = Counter(name: "s")
      try session.given(fast, slow)
      let all = try Counter.query.includingSubclasses().update(in: session) { $0.count = 9 }
      #expect(all == 2 && fast.count == 9 && slow.count == 9)
      let some = try Counter.query.update(in: session) { $0.count -= 1 }
      #expect(some == 1 && fast.count == 9 && slow.count == 8)
    }
  }

  private static func code(
    _ session: Session, _ change: (inout ColumnChanges<Counter>) -> Void
  ) -> PersistenceError.Code? {
    failure { _ = try Counter.query.update(in: session, change) }?.code
  }

  @Test func refusesWhatThePropertyCannotHold() throws {
    try TemporaryStore.run { _, session in
      let counter = Counter(name: "a", count: 100)
      try session.given(counter, Counter(name: "b", count: 1))
      #expect(Self.code(session) { $0.count += 100 } == .decodingFailed)
      #expect(Self.code(session) { $0.count = nil } == .invalidQuery)
      #expect(Self.code(session) { $0.version = 3 } == .invalidQuery)
      #expect(Self.code(session) { $0.name = "bad" } == .validationFailed)
      #expect(Self.code(session) { $0.note = "far too long" } == .validationFailed)
      #expect(Self.code(session) { $0.marks = [1] } == .invalidQuery)
      #expect(Self.code(session) { $0.count = $0.count / 0 } != nil)
      #expect(counter.count == 100 && counter.version == 1)
      let stored = try Counter.query.select(\.count).find(in: session)
      #expect(stored == [100, 1])
    }
  }

  @Test func inversesFollowWrittenReferences() throws {
    try TemporaryStore.run { _, session in
      let (p, q) = (Dock(name: "p"), Dock(name: "q"))
      let (boat, new) = (Boat(name: "b", dock: p), Boat(name: "n"))
      try session.given(p, q, boat)
      q.boats.append(new)
      #expect(p.boats == [boat])
      try Boat.query.update(in: session) { $0.dock = q }
      #expect(p.boats == [] && q.boats == [new, boat] && boat.dock === q)
      try session.save()
      #expect(new.state == .clean)
    }
  }

  @Test func newObjectsThatOnlyAnInverseHoldsAreKept() throws {
    try TemporaryStore.run { store, session in
      let (dock, boat) = (Dock(name: "q"), Boat(name: "b"))
      try session.given(dock, boat)
      dock.boats.append(Boat(name: "n"))
      #expect(throws: Refusal.self) {
        try session.transaction {
          try Boat.where { $0.name == "b" }.update(in: session) { $0.dock = dock }
          throw Refusal()
        }
      }
      #expect(dock.boats.map(\.name) == ["n"])
      try Boat.where { $0.name == "b" }.update(in: session) { $0.dock = dock }
      try session.save()
      #expect(dock.boats.map(\.name) == ["n", "b"])
      #expect(try store.rows("SELECT name FROM boat WHERE dock = 1 ORDER BY 1") == ["b", "n"])
    }
  }

  /// The update counts the version, but does not hide what someone else has saved.
  @Test func whatOthersHaveSavedIsStillAConflict() throws {
    try TemporaryStore.run { store, session in
      let mine = Counter(name: "a")
      try session.given(mine)
      let other = Session(store: store.store)
      let theirs = try #require(try other.find(Counter.self, pk: 1))
      theirs.note = "theirs"
      try other.save()
      mine.note = "mine"
      try Counter.query.update(in: session) { $0.count = 5 }
      #expect(mine.count == 5)
      #expect(failure { try session.save() }?.code == .conflict)
    }
  }

  /// The rollback makes the row what it was when it was read.
  @Test func whatTheTransactionItselfHasWrittenIsAConflict() throws {
    try TemporaryStore.run { store, session in
      try session.given(Counter(name: "a"))
      func conflict(with write: @Sendable (Session) throws -> Void) -> RowConflict? {
        failure {
          try store.store.blocking.transaction(attempts: 1) { session in
            try #require(try session.find(Counter.self, pk: 1)).note = "mine"
            try write(session)
          }
        }?.conflict
      }
      let update = conflict { _ = try Counter.query.update(in: $0) { $0.note = "theirs" } }
      #expect(update?.presentValues?["note"] == .text("theirs"))
      let sql = conflict { try $0.execute("UPDATE counter SET v1 = v1 + 1") }
      #expect(sql?.presentValues?["version"] == .integer(2))
      #expect(conflict { try $0.execute("DELETE FROM counter") }?.isDeleted == true)
    }
  }

  /// The rows could not be read any more.
  @Test(arguments: [false, true]) func aVersionThatCannotGrowIsNotWritten(isLimited: Bool) throws {
    try TemporaryStore.run { store, session in
      try session.given(Posting(text: "a"))
      try session.execute("UPDATE posting SET revision = \(Int(Int32.max))")
      let other = Session(store: store.store)
      let query = isLimited ? Posting.query.limit(1) : Posting.query
      let error = failure { _ = try query.update(in: other) { $0.text = "b" } }
      #expect(error?.code == .encodingFailed && error?.context.property == "version")
      #expect(error?.context.pk == 1)
      #expect(try Posting.findAll(in: other).map(\.text) == ["a"])
    }
  }

  @Test func aVersionOf64BitsThatCannotGrowIsAnOverflow() throws {
    try TemporaryStore.run { _, session in
      try session.given(Counter(name: "a"))
      try session.execute("UPDATE counter SET v1 = \(Int.max)")
      let error = failure { _ = try Counter.query.update(in: session) { $0.note = "b" } }
      #expect(error?.code == .databaseFailed)
      #expect(try Counter.findAll(in: session).map(\.note) == [nil])
    }
  }

  private struct Refusal: Error {}

  @Test func unsavedChangesStayAndRollbacksTakeItBack() throws {
    try TemporaryStore.run { _, session in
      let clean = Counter(name: "a")
      let changed = Counter(name: "b")
      try session.given(clean, changed)
      changed.note = "mine"
      try Counter.query.update(in: session) { $0.count = 5 }
      #expect(changed.note == "mine" && changed.state == .changed && changed.count == 5)
      #expect(throws: Refusal.self) { try Self.updateInVain(session) }
      #expect(clean.count == 5 && changed.count == 5)
      try session.save()
      #expect(changed.note == "mine" && changed.version == 3)
      changed.note = "again"
      try Counter.query.update(in: session) { $0.note = "theirs" }
      #expect(changed.note == "again" && clean.note == "theirs")
      #expect(failure { try session.save() }?.code == .conflict)
      let stored = try Counter.query.select(\.count).distinct().find(in: session)
      #expect(stored == [5])
    }
  }

  private static func updateInVain(_ session: Session) throws {
    try session.transaction {
      try Counter.query.update(in: session) { $0.count = 6 }
      throw Refusal()
    }
  }
}
