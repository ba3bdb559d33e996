import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// The number of round trips of stores; each takes as long as many statements.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct RoundTripTests {
  private let schema = TestSchema()
  private let driver: CountedDriver
  private let store: Store

  init() throws {
    driver = CountedDriver(schema)
    store = try Store(driver: driver, configuration: StoreConfiguration(codecs: .standard))
  }

  /// Makes tables and prepares statements by running `body` twice beforehand: the first time, the
  /// engine inspects each statement.
  private func roundTrips(_ body: () async throws -> Void) async throws -> Int {
    try await driver.roundTrips(after: 2, body)
  }

  @Test func aSaveOfTenThousandWithTwoCollectionsTakesAtMostTen() async throws {
    let count = try await roundTrips {
      try await store.transaction { session in
        for number in 0..<10_000 {
          try session.insert(
            Crate(number: number, labels: ["a", "\(number)"], counts: ["x": number, "y": 0]))
        }
      }
    }
    #expect(count <= 10)
    let sum = try await store.session { session in
      try Crate.findAll(in: session).reduce(0) { $0 + $1.labels.count + ($1.counts["x"] ?? 0) }
    }
    #expect(sum == 3 * (10_000 * 2 + 9_999 * 5_000))
    store.close()
  }

  /// The transaction begins with the first statement, and no savepoints are needed.
  @Test func aChangeOfTwoObjectsTakesFour() async throws {
    try await store.transaction { session in
      for number in 1...2 { try session.insert(Crate(number: number, labels: [], counts: [:])) }
    }
    let count = try await roundTrips {
      try await store.transaction { session in
        for pk in [1, 2] as [Int64] {
          try #require(try session.find(Crate.self, pk: pk)).number += 1
        }
        try session.save()
      }
    }
    #expect(count == 4)
    store.close()
  }

  /// Rows are deleted together; the last ones along with the `COMMIT`.
  @Test(arguments: [1, 2, 300]) func deletionsTakeOne(count: Int) async throws {
    let before = 4 * count
    try await store.transaction { session in
      for number in 0..<before {
        try session.insert(Crate(number: number, labels: ["a"], counts: [:]))
      }
    }
    let trips = try await roundTrips {
      try await store.transaction { session in
        for crate in try Crate.query.limit(count).find(in: session) { try crate.delete() }
      }
    }
    // One round trip finds them.
    #expect(trips == 2)
    #expect(try await store.session { try Crate.count(in: $0) } == before - 3 * count)
    let labels = try await store.session { try $0.rows("SELECT count(*) FROM crate_labels")[0][0] }
    #expect(labels == .integer(Int64(before - 3 * count)))
    store.close()
  }

  /// The first reply shows whether the known delete rules are still current.
  @Test func aDeletionOfItsOwnTakesTwo() throws {
    let session = Session(store: store)
    let crates = (0..<3).map { Crate(number: $0, labels: [], counts: [:]) }
    try session.save(contentsOf: crates)
    for crate in crates.prefix(2) { try crate.delete() }
    let before = driver.roundTrips
    try crates[2].delete()
    #expect(driver.roundTrips - before == 2)
    #expect(try Crate.count(in: session) == 0)
    store.close()
  }

  /// New and changed objects of several classes, and the elements of new ones, in one save.
  @Test func aSaveOfSeveralClassesTakesOne() async throws {
    try await store.transaction { session in
      try session.insert(Crate(number: 0, labels: [], counts: [:]))
      try session.insert(Seal(code: "first"))
    }
    let count = try await roundTrips {
      try await store.transaction { session in
        try #require(try session.find(Crate.self, pk: 1)).number += 1
        try #require(try session.find(Seal.self, pk: 1)).code += "."
        for number in 1...3 {
          try session.insert(Crate(number: number, labels: ["a", "b"], counts: ["x": number]))
          try session.insert(Seal(code: UUID().uuidString))
        }
        try session.save()
      }
    }
    // Two finds, the unique value that changes beside new ones, and the end of the transaction.
    #expect(count == 5)
    let (numbers, codes, labels) = try await store.session { session in
      let crates = try Crate.query.order(by: \.pk).find(in: session)
      let seals = try Seal.query.order(by: \.pk).find(in: session)
      return (crates.map(\.number), seals.map(\.code), crates.map(\.labels.count))
    }
    #expect(numbers == [3] + Array(repeating: [1, 2, 3], count: 3).joined())
    #expect(codes.first == "first..." && codes.count == 10)
    #expect(labels == [0] + Array(repeating: 2, count: 9))
    store.close()
  }

  /// Elements that are changed, added and removed, along with the rows of their objects. Growing an
  /// array takes another statement from the second time on.
  @Test func changesWithinCollectionsTakeOne() async throws {
    let session = Session(store: store)
    let crates = (0..<3).map {
      Crate(number: $0, labels: ["a", "b", "c"], counts: ["x": 1, "\($0)": 2])
    }
    try session.save(contentsOf: crates)
    let count = try await driver.roundTrips(after: 4) {
      for crate in crates {
        crate.counts["\(crate.number)"] = nil
        crate.number += 1
        crate.counts["\(crate.number)"] = 2
        crate.labels[1] += "!"
        crate.labels.append("\(crate.number)")
        crate.counts["x", default: 0] += 1
      }
      try session.save()
    }
    #expect(count == 1)
    let (labels, counts) = try await store.session { session in
      let crates = try Crate.query.order(by: \.pk).find(in: session)
      return (crates.map(\.labels), crates.map(\.counts))
    }
    #expect(labels == (1...3).map { ["a", "b!!!!!", "c"] + ($0..<($0 + 5)).map(String.init) })
    #expect(counts == (5...7).map { ["x": 6, "\($0)": 2] })
    store.close()
  }

  /// The number of rows that a statement moves is compared before the `COMMIT` is sent.
  @Test func movingElementsOfArraysTakesTwo() async throws {
    let session = Session(store: store)
    let crates = (0..<3).map { Crate(number: $0, labels: ["a", "b", "c", "d"], counts: [:]) }
    try session.save(contentsOf: crates)
    let count = try await driver.roundTrips(after: 1) {
      for crate in crates { crate.labels.append(crate.labels.removeFirst()) }
      try session.save()
    }
    #expect(count == 2)
    let labels = try await store.session { session in
      try Crate.query.find(in: session).map(\.labels)
    }
    #expect(labels == Array(repeating: ["c", "d", "a", "b"], count: 3))
    store.close()
  }

  @Test func aRefusedRowIsNamedBesideElementsThatMove() async throws {
    try await store.transaction { session in
      try session.insert(Crate(number: 1, labels: ["a", "b", "c", "d"]))
      try session.insert(Seal(code: "7"))
    }
    let error = await #expect(throws: PersistenceError.self) {
      try await store.transaction { session in
        let crate = try #require(try Crate.query.findFirst(in: session))
        crate.labels.append(crate.labels.removeFirst())
        for number in 0..<10 { try session.insert(Seal(code: "\(number)")) }
      }
    }
    #expect(error?.code == .constraintViolated)
    #expect(error?.context.property == "code", "\(error as Any)")
    store.close()
  }

  /// No more than 512 statements wait together.
  @Test func aThousandChangesWithinACollectionTakeTwoMore() async throws {
    let session = Session(store: store)
    let numbers = (0..<1_200).map { ("\($0)", $0) }
    let crate = Crate(number: 0, labels: [], counts: Dictionary(uniqueKeysWithValues: numbers))
    try session.save(crate)
    let count = try await roundTrips {
      for key in crate.counts.keys { crate.counts[key, default: 0] += 1 }
      try session.save()
    }
    #expect(count == 3)
    let sum = try await store.session {
      try #require(try $0.find(Crate.self, pk: 1)).counts.values.reduce(0, +)
    }
    #expect(sum == 1_200 * 1_199 / 2 + 3 * 1_200)
    store.close()
  }

  /// One of the statements that are sent together fails, among single rows and in a batch.
  @Test(arguments: [2, 20], [false, true])
  func theErrorIsOfTheObjectThatIsRefused(count: Int, goesOn: Bool) async throws {
    try await store.transaction { session in
      try session.insert(Crate(number: 0, labels: [], counts: [:]))
      try session.insert(Seal(code: "same"))
    }
    let caught = Mutex<PersistenceError?>(nil)
    let thrown = await failureOf {
      try await store.transaction { session in
        let crate = try #require(try session.find(Crate.self, pk: 1))
        do {
          try session.transaction {
            for number in 1...count {
              try session.insert(Crate(number: number, labels: ["a"], counts: [:]))
              try session.insert(Seal(code: number == 2 ? "same" : "\(number)"))
            }
            crate.number = 7
            try session.save()
          }
        } catch let error as PersistenceError where goesOn {
          // The last error counts: the transaction is run again to go on.
          caught.withLock { $0 = error }
          try session.insert(Seal(code: "other"))
        }
      }
    }
    #expect((thrown == nil) == goesOn)
    let error = thrown ?? caught.withLock(\.self)
    #expect(error?.constraint?.properties == ["code"] && error?.constraint?.conflictingPK == 1)
    #expect(error?.context.className == "Seal")
    let (crates, seals) = try await store.session { session in
      (
        try Crate.query.find(in: session).map(\.number),
        try Seal.query.order(by: \.pk).find(in: session).map(\.code)
      )
    }
    #expect(crates == [0] && seals == (goesOn ? ["same", "other"] : ["same"]))
    store.close()
  }

  @Test func aRowThatIsGoneIsReported() async throws {
    try await store.transaction { session in
      for number in 1...2 { try session.insert(Crate(number: number, labels: [], counts: [:])) }
    }
    let error = await failureOf {
      try await store.transaction { session in
        let crate = try #require(try session.find(Crate.self, pk: 2))
        try session.execute("DELETE FROM crate WHERE pk = 2")
        crate.number = 7
        try session.insert(Seal(code: "a"))
        try session.save()
      }
    }
    #expect(error?.code == .objectNotFound, "\(error as Any)")
    #expect(error?.context.className == "Crate" && error?.context.pk == 2)
    #expect(try await store.session { try Seal.count(in: $0) } == 0)
    store.close()
  }

  @Test func aLoadTakesOneForEachTable() async throws {
    try await store.transaction { session in
      for number in 0..<1000 {
        try session.insert(Crate(number: number, labels: ["a"], counts: ["b": 1]))
      }
    }
    let count = try await roundTrips {
      let sum = try await store.session { session in
        try Crate.findAll(in: session).reduce(0) { $0 + $1.labels.count + $1.counts.count }
      }
      #expect(sum == 2000)
    }
    // Three tables, and the end of the transaction.
    #expect(count == 4)
    store.close()
  }

  @Test func whatNeedsNoDatabaseTakesNone() async throws {
    let count = try await roundTrips {
      try await store.transaction { _ in }
      try await store.session { _ in }
    }
    #expect(count == 0)
    store.close()
  }
}

@Persistent final class Seal {
  @Column(unique: true) var code: String
}

@Persistent final class Crate {
  var number: Int
  var labels: [String] = []
  var counts: [String: Int] = [:]
}
