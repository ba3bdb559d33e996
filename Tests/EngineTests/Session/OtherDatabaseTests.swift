import Foundation
import PersistentObjects
import StrictDriver
import TestSupport
import Testing

/// The engine's part in using databases that are unlike SQLite: several transactions write at once,
/// a failure spoils its transaction, and references are checked immediately.
@Suite struct OtherDatabaseTests {
  /// Runs a test with a store on the strict database.
  private func run(_ body: (Store) async throws -> Void) async throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try TestedDatabase.strict.store(at: file.path)
    defer { store.close() }
    try await body(store)
  }

  // MARK: Several writers

  @Test func oneOfTwoTransactionsInEachOthersWayIsRunAgain() async throws {
    try await run { store in
      try await store.transaction { try $0.save(Address(city: "Rome")) }
      let meeting = Meeting(of: 2)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for street in ["a", "b"] {
          group.addTask {
            try await store.transaction(attempts: 20) { session in
              let rome = try #require(try session.find(Address.self, pk: 1))
              meeting.arrive()
              rome.street = (rome.street ?? "") + street
            }
          }
        }
        try await group.waitForAll()
      }
      let street = try await store.session { try $0.find(Address.self, pk: 1)?.street }
      #expect(["ab", "ba"].contains(street))
    }
  }

  @Test func keysAreGivenOutOnceByTransactionsThatWriteAtOnce() async throws {
    try await run { store in
      try await store.transaction { try $0.save(Address(city: "Rome")) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<12 {
          group.addTask {
            try await store.transaction(attempts: 200) { try $0.save(Address(city: "\(number)")) }
          }
        }
        try await group.waitForAll()
      }
      let cities = try await store.session { try Address.findAll(in: $0).map(\.city) }
      #expect(Set(cities).count == 13)
    }
  }

  @Test func aConflictWithoutAnotherAttemptLeavesNothing() async throws {
    try await run { store in
      try await store.transaction { try $0.save(Address(city: "Rome")) }
      let meeting = Meeting(of: 2)
      let results = await withTaskGroup(of: PersistenceError?.self) { group in
        for city in ["Oslo", "Bern"] {
          group.addTask {
            await failureOf {
              try await store.transaction { session in
                _ = try session.find(Address.self, pk: 1)
                meeting.arrive()
                try session.save(Address(city: city))
              }
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(results.compactMap(\.self).map(\.code) == [.busy])
      #expect(results.compactMap(\.self).map(\.isTransient) == [true])
      let found = try await store.session { try Address.count(in: $0) }
      #expect(found == 2)
    }
  }

  /// Transactions that lock the same rows in different orders would block each other. Unique values
  /// move on in the order of changes. Transactions that lock the same rows in different orders
  /// block each other.
  @Test func changedRowsAreWrittenByTableAndKeyExceptUniqueValues() async throws {
    try await run { store in
      try await store.transaction { session in
        try session.save(contentsOf: (1...6).map { Turn(number: $0) })
        try session.save(contentsOf: (1...3).map { Pass(number: $0) })
        try session.save(Person.joe())
      }
      let statements = StatementRecorder(of: store)
      let keys = try await store.transaction { session in
        let passes = try Pass.query.order(by: \.number, .descending).find(in: session)
        for pass in passes { pass.number += 1 }
        let log = TurnLog()
        for turn in try Turn.query.order(by: \.number, .descending).find(in: session) {
          turn.log = log
          if turn.number.isMultiple(of: 2) { turn.note = "even" } else { turn.other = "odd" }
        }
        try #require(try session.find(Person.self, pk: 1)).age += 1
        try session.save()
        return log.numbers
      }
      #expect(keys == [2, 4, 6, 1, 3, 5])
      let updates = statements.all.filter { $0.hasPrefix("UPDATE") }
      let tables = updates.map { String($0.split(separator: " ")[1]) }
      #expect(
        tables == ["person"] + Array(repeating: "turn", count: 6)
          + Array(repeating: "pass", count: 3))
    }
  }

  // MARK: A spoiled transaction

  @Test func aTransactionGoesOnAfterASaveThatWasRefused() async throws {
    try await run { store in
      try await store.transaction { session in
        try session.save(Pass(number: 1))
        let second = Pass(number: 1)
        let refusal = failure { try session.save(second) }
        #expect(refusal?.constraint?.properties == ["number"])
        #expect(refusal?.constraint?.conflictingPK == 1)
        #expect(second.state == .new)
        second.number = 2
        try session.save(second)
      }
      let found = try await store.session { try Pass.findAll(in: $0).map(\.number) }
      #expect(found == [1, 2])
    }
  }

  @Test func theRowThatIsRefusedAmongManyIsNamed() async throws {
    try await run { store in
      try await store.transaction { try $0.save(Pass(number: 7)) }
      let refusal = await failureOf {
        try await store.transaction { session in
          try session.save(contentsOf: (0..<20).map { Pass(number: $0) })
        }
      }
      #expect(refusal?.constraint?.conflictingPK == 1)
      let found = try await store.session { try Pass.count(in: $0) }
      #expect(found == 1)
    }
  }

  // MARK: References that are checked immediately

  @Test func objectsThatReferToEachOtherInACircleAreSaved() async throws {
    try await run { store in
      try await store.transaction { session in
        let passes = (0..<20).map { Pass(number: $0) }
        for (index, pass) in passes.enumerated() { pass.next = passes[(index + 1) % 20] }
        try session.save(passes[0])
      }
      let count = try await store.session { session in
        let first = try #require(try session.find(Pass.self, pk: 1))
        let ring = sequence(first: first) { $0.next === first ? nil : $0.next }
        return Array(ring).count
      }
      #expect(count == 20)
    }
  }

  @Test func aReferenceToARowThatIsGoneIsNamed() async throws {
    try await run { store in
      try await store.transaction { session in
        try session.save(contentsOf: [Pass(number: 1), Pass(number: 2)])
      }
      let refusal = await failureOf {
        try await store.transaction { session in
          let first = try #require(try session.find(Pass.self, pk: 1))
          first.next = try session.find(Pass.self, pk: 2)
          try session.execute("DELETE FROM pass WHERE pk = 2")
          try session.save()
        }
      }
      #expect(refusal?.constraint?.kind == .foreignKey)
      #expect(refusal?.context.property == "next" && refusal?.context.pk == 1)
    }
  }

  @Test func theOrderOfDeletionsDoesNotMatter() async throws {
    try await run { store in
      try await store.transaction { session in
        try session.save(Invoice(number: 1, customer: .joe()))
      }
      let refusal = await failureOf {
        _ = try await store.transaction { try Person.delete(pk: 1, in: $0) }
      }
      #expect(refusal?.code == .constraintViolated && refusal?.context.className == "Invoice")
      try await store.transaction { session in
        _ = try Person.delete(pk: 1, in: session)
        _ = try Invoice.delete(pk: 1, in: session)
      }
      let found = try await store.session { try Person.count(in: $0) }
      #expect(found == 0)
    }
  }
}

/// A class with a unique column and a reference to its own class.
@Persistent final class Pass {
  @Column(unique: true) var number: Int
  var next: Pass?
}

/// A place where tasks wait for each other, once; later tasks go on immediately.
///
/// `@unchecked Sendable`: the condition guards the count.
private final class Meeting: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  init(of count: Int) { missing = count }

  func arrive() {
    condition.lock()
    defer { condition.unlock() }
    missing -= 1
    condition.broadcast()
    while missing > 0 { condition.wait() }
  }
}

/// The numbers of turns in the order in which they were written.
private final class TurnLog {
  var numbers: [Int] = []
}

@Persistent private final class Turn {
  var number: Int
  var note: String?
  var other: String?
  @Transient var log: TurnLog?

  init(number: Int) { self.number = number }

  func didUpdate() { log?.numbers.append(number) }
}
