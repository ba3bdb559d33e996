import PersistentObjects
import Testing

@testable import PersistentObjectsPostgreSQL

/// The answers that stores wait for: each takes as long as many statements.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct RoundTripTests {
  private let schema = TestSchema()
  private let driver: CountedDriver
  private let store: Store

  init() throws {
    driver = CountedDriver(schema)
    store = try Store(driver: driver, configuration: StoreConfiguration(codecs: .standard))
  }

  /// Makes tables and prepares statements first, by doing the same before.
  private func roundTrips(_ body: () async throws -> Void) async throws -> Int {
    try await body()
    let before = driver.roundTrips
    try await body()
    return driver.roundTrips - before
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
    #expect(sum == 2 * (10_000 * 2 + 9_999 * 5_000))
    store.close()
  }

  /// The transaction begins with the first statement, and savepoints are not needed.
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

@Persistent final class Crate {
  var number: Int
  var labels: [String] = []
  var counts: [String: Int] = [:]
}
