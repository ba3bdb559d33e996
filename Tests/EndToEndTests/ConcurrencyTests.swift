import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct ConcurrencyTests {
  @Test func aThousandTasksAtOnceWaitForEachOther() async throws {
    try await TemporaryStore.runAsync { temporary in
      let store = temporary.store
      try await store.transaction { session in
        try session.given(
          Invoice(number: 0, customer: .joe()), Invoice(number: 0, customer: .ann()))
      }
      // Writers move 1 from one invoice to another, so readers must always see the sum 0.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<1000 {
          group.addTask {
            if task.isMultiple(of: 2) {
              try await Self.move(store)
            } else {
              try await Self.check(store)
            }
          }
        }
        try await group.waitForAll()
      }
      let numbers = try await store.session { session in
        try Invoice.findAll(in: session).map(\.number)
      }
      #expect(numbers == [-500, 500])
    }
  }

  /// Many attempts on databases where several transactions write at once: each conflicts with all
  /// others.
  private static let attempts = TestedDatabase.current == .sqlite ? nil : 1000

  private static func move(_ store: Store) async throws {
    try await store.transaction(attempts: attempts) { session in
      let invoices = try Invoice.findAll(in: session)
      invoices[0].number -= 1
      await Task.yield()
      invoices[1].number += 1
      try session.save()
    }
  }

  private static func check(_ store: Store) async throws {
    try await store.session { session in
      let first = try #require(try session.find(Invoice.self, pk: 1))
      await Task.yield()
      let second = try #require(try session.find(Invoice.self, pk: 2))
      #expect(first.number + second.number == 0 && first.customer.firstName == "Joe")
    }
  }

  @Test func threadsMayUseAStoreAtOnce() async throws {
    try await TemporaryStore.runAsync { temporary in
      let store = temporary.store
      DispatchQueue.concurrentPerform(iterations: 100) { iteration in
        #expect(throws: Never.self) {
          try store.blocking.transaction(attempts: Self.attempts) { session in
            try session.save(Address(city: "\(iteration)"))
          }
          try store.blocking.session { session in
            let count = try Address.count(in: session)
            let found = try Address.findAll(in: session).count
            #expect(found == count, "one snapshot")
          }
        }
      }
      let cities = try Self.cities(store)
      #expect(cities.count == 100)
    }
  }

  @Test func aSessionInsideASessionOfTheSameTaskIsTheSame() async throws {
    try await TemporaryStore.runAsync { temporary in
      let store = temporary.store
      try await store.transaction { outer in
        let session = ObjectIdentifier(outer)
        try outer.save(Address(city: "1"))
        try await store.session { inner in
          #expect(ObjectIdentifier(inner) == session)
          let count = try Address.count(in: inner)
          #expect(count == 1, "it sees what is not committed yet")
          try Self.save("2", store)
        }
        do {
          try await store.transaction { inner in
            #expect(ObjectIdentifier(inner) == session)
            try inner.save(Address(city: "3"))
            throw CancellationError()
          }
        } catch is CancellationError {}
      }
      #expect(try Self.cities(store) == ["1", "2"])
    }
  }

  private static func save(_ city: String, _ store: Store) throws {
    try store.blocking.transaction { try $0.save(Address(city: city)) }
  }

  private static func cities(_ store: Store) throws -> [String] {
    try store.blocking.session { try Address.findAll(in: $0).map(\.city) }
  }

  @Test func aTransactionInsideASnapshotSeesTheLatest() async throws {
    try await TemporaryStore.runAsync { temporary in
      let store = temporary.store
      try Self.save("old", store)
      try await store.session { session in
        let address = try #require(try session.find(Address.self, pk: 1))
        try await Task {
          try await store.transaction { other in
            try #require(try other.find(Address.self, pk: 1)).city = "new"
            try other.save()
          }
        }.value
        let snapshot = try session.find(Address.self, pk: 1)?.city
        #expect(snapshot == "old")
        try await store.transaction { same in
          let latest = try same.find(Address.self, pk: 1)?.city
          #expect(latest == "new")
        }
        #expect(address.city == "new")
      }
    }
  }

  @Test func childTasksHaveSessionsOfTheirOwn() async throws {
    try await TemporaryStore.runAsync { temporary in
      let store = temporary.store
      try Self.save("seen", store)
      try await store.transaction { session in
        try session.save(Address(city: "unseen"))
        async let count = store.session { child in try Address.count(in: child) }
        let seen = try await count
        #expect(seen == 1)
      }
    }
  }

  #if os(Linux)
    @Test(.timeLimit(.minutes(10))) func shortWorkIsDoneWhereItIsCalled() async throws {
      try await TemporaryStore.runAsync { temporary in
        // Other tests may be using the threads meanwhile.
        while try await temporary.store.session({ _ in Self.isOnStoreThread }) {}
        while try await temporary.store.transaction({ _ in Self.isOnStoreThread }) {}
      }
    }

    @Test func theWorkIsDoneOnTheStoresOwnThreadsIfAsked() async throws {
      try await TemporaryStore.runAsync { temporary in
        try await temporary.store.session(on: .storeThreads) { session in
          #expect(Self.isOnStoreThread)
          _ = try Address.count(in: session)
          await Task.yield()
          #expect(Self.isOnStoreThread)
        }
      }
    }

    private static var isOnStoreThread: Bool {
      let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      return name?.hasPrefix("Persistent") == true
    }
  #endif

  @Test func aClosedStoreSaysSo() async throws {
    try await TemporaryStore.runAsync { temporary in
      let store = try temporary.reopened()
      try Self.save("x", store)
      store.close()
      #expect(failure { _ = try Self.cities(store) }?.code == .storeClosed)
      await #expect(throws: PersistenceError.self) {
        try await store.session { _ = try Address.count(in: $0) }
      }
    }
  }

  @Test func anErrorOfTheBodyIsThrownAndRollsBack() async throws {
    struct Mine: Error {}
    try await TemporaryStore.runAsync { temporary in
      let store = temporary.store
      await #expect(throws: Mine.self) {
        try await store.transaction { session in
          try session.save(Address(city: "x"))
          throw Mine()
        }
      }
      #expect(throws: Mine.self) { try Self.fail(Mine(), store) }
      let cities = try Self.cities(store)
      #expect(cities == [])
    }
  }

  private static func fail(_ error: any Error, _ store: Store) throws {
    try store.blocking.transaction { session in
      try session.save(Address(city: "x"))
      throw error
    }
  }

  @Test func anActorMayOwnASession() async throws {
    try await TemporaryStore.runAsync { temporary in
      let library = Library(temporary.store)
      for city in ["a", "b"] { try await library.add(city) }
      let cities = try await library.cities
      #expect(cities == ["a", "b"])
      await library.close()
    }
  }
}

private actor Library {
  private let session: Session
  private var addresses: [Address] = []

  init(_ store: Store) { session = Session(store: store) }

  func add(_ city: String) throws {
    let address = Address(city: city)
    try session.save(address)
    addresses.append(address)
  }

  var cities: [String] { get throws { try Address.findAll(in: session).map(\.city) } }

  func close() {
    addresses = []
    session.clear()
  }
}
