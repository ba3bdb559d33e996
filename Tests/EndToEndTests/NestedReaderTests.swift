import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Sessions that hold all connections and wait for child tasks that need further ones.
@Suite(.onSQLite, .timeLimit(.minutes(5))) struct NestedReaderTests {
  /// A store with few readers, in which every wait for one would take longer than the test may.
  private func withStore(
    readers: Int, _ body: @Sendable (Store) async throws -> Void
  ) async throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    var configuration = SQLiteConfiguration(path: file.path)
    configuration.maximumReaders = readers
    var patience = StoreConfiguration(codecs: .standard)
    patience.acquisitionTimeout = .seconds(3000)
    let store = try Store(configuration, configuration: patience)
    try await store.transaction { try $0.save(Address(city: "Bonn")) }
    try await body(store)
    let report = await store.close(waitingUpTo: .seconds(60))
    #expect(report.unfinished.isEmpty)
  }

  /// Reads in sessions that are nested to a depth, each in a child task of the one before.
  private static func count(_ store: Store, depth: Int) async throws -> Int {
    try await store.session { session in
      let count = try Address.count(in: session)
      if depth == 1 { return count }
      async let below = Self.count(store, depth: depth - 1)
      return try await count + below
    }
  }

  @Test(arguments: [1, 2, 3]) func aChildGetsAReaderIfItsParentHasTheLast(
    _ readers: Int
  ) async throws {
    try await withStore(readers: readers) { store in
      let count = try await Self.count(store, depth: readers + 1)
      #expect(count == readers + 1)
    }
  }

  @Test func nestingWithoutEndIsRefused() async throws {
    try await withStore(readers: 2) { store in
      let error = await failureOf { _ = try await Self.count(store, depth: 9) }
      #expect(error?.code == .deadlock)
      let count = try await Self.count(store, depth: 4)
      #expect(count == 4)
    }
  }

  /// Regression test: everything that reads stood still for 30 s.
  @Test func manyParentsAtOnceGoOn() async throws {
    try await withStore(readers: 4) { store in
      let begun = Rendezvous(count: 5)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<20 {
          if number == 4 { await begun.arrive() }
          group.addTask {
            try await store.session { session in
              let count = try Address.count(in: session)
              if number < 4 { await begun.arrive() }
              async let child = store.session { try Address.count(in: $0) }
              return try await count + child
            }
          }
        }
        for try await count in group { #expect(count == 2) }
      }
    }
  }

  @Test func aGroupOfChildrenGoesOn() async throws {
    try await withStore(readers: 1) { store in
      let sum = try await store.session { session in
        try await withThrowingTaskGroup(of: Int.self) { group in
          _ = try Address.count(in: session)
          for _ in 0..<50 { group.addTask { try await Self.count(store, depth: 1) } }
          return try await group.reduce(0, +)
        }
      }
      #expect(sum == 50)
    }
  }

  @Test func blockingChildrenGoOn() async throws {
    try await withStore(readers: 1) { store in
      let count = try await store.session { session in
        _ = try Address.count(in: session)
        async let child = Self.blockingCount(store)
        return try await child
      }
      #expect(count == 1)
    }
  }

  private static func blockingCount(_ store: Store) async throws -> Int {
    try store.blocking.session { try Address.count(in: $0) }
  }

  /// The writer's child waits for a reader, and the reader's child for the writer.
  @Test func readersAndTheWriterWaitForEachOther() async throws {
    try await withStore(readers: 1) { store in
      let begun = Rendezvous(count: 2)
      async let writing: Int = store.transaction { session in
        try session.save(Address(city: "Köln"))
        await begun.arrive()
        async let child = Self.count(store, depth: 1)
        return try await child
      }
      async let reading: Void = store.session { session in
        _ = try Address.count(in: session)
        await begun.arrive()
        async let child: Void = store.transaction { try $0.save(Address(city: "Rom")) }
        try await child
      }
      let seen = try await writing
      #expect(seen == 1)
      try await reading
      let count = try await Self.count(store, depth: 1)
      #expect(count == 3)
    }
  }
}

/// A place where tasks wait until all of them have come.
private actor Rendezvous {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { missing = count }

  func arrive() async {
    missing -= 1
    if missing > 0 { return await withCheckedContinuation { waiting.append($0) } }
    for task in waiting { task.resume() }
  }
}
