import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Sessions that read from servers that follow another one.
@Suite(.enabled(if: hasServer, "make test-postgres installs a server."), .serialized)
struct ReplicaTests {
  private let primary: PrivateServer
  private let replicas: [PrivateServer]

  init() throws {
    let primary = try PrivateServer()
    self.primary = primary
    replicas = try (0..<2).map { _ in try PrivateServer(following: primary) }
  }

  private func store(_ replicas: ArraySlice<PrivateServer>) throws -> Store {
    let configuration = primary.configuration { configuration in
      configuration.replicas = replicas.map { $0.configuration().connection }
      configuration.maximumReplicaLag = .milliseconds(300)
    }
    return try Store(configuration, configuration: StoreConfiguration(codecs: .standard))
  }

  private static func isOnReplica(_ session: Session) throws -> Bool {
    try session.rows("SELECT pg_is_in_recovery()::int")[0][0] == .integer(1)
  }

  @Test func sessionsReadFromReplicasAndTransactionsDoNot() async throws {
    let store = try store(replicas[...])
    for number in 1...20 {
      let isOnReplica = try await store.transaction { session in
        try session.save(Address(city: "\(number)"))
        return try Self.isOnReplica(session)
      }
      #expect(!isOnReplica)
      let position = try await store.position()
      let copy = StorePosition(position.description)
      let (count, isCopy) = try await store.session(after: copy) { session in
        (try Address.count(in: session), try Self.isOnReplica(session))
      }
      #expect(count == number && isCopy)
    }
    let position = try store.blocking.position()
    let count = try store.blocking.session(after: position) { try Address.count(in: $0) }
    #expect(count == 20)
    store.close()
  }

  /// A session reads where it has written, from then on.
  @Test func aSessionThatWritesSeesWhatItHasWritten() async throws {
    let store = try store(replicas[...])
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    try replicas.forEach { try $0.setReplay(isPaused: true) }
    let cities = try await store.session { session in
      try session.save(Address(city: "Oslo"))
      return try Address.query.order(by: \.pk).find(in: session).map(\.city)
    }
    #expect(cities == ["Rome", "Oslo"])
    store.close()
  }

  @Test func aReplicaThatStandsStillIsNotReadForLong() async throws {
    let store = try store(replicas[..<1])
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    let first = try await store.position()
    #expect(try await store.session(after: first) { try Self.isOnReplica($0) })
    try replicas[0].setReplay(isPaused: true)
    try await store.transaction { try $0.save(Address(city: "Oslo")) }
    let second = try await store.position()
    let (count, isCopy) = try await store.session(after: second) { session in
      (try Address.count(in: session), try Self.isOnReplica(session))
    }
    #expect(count == 2 && !isCopy)
    // Whoever does not say what to see gets what the bound allows.
    try await Task.sleep(for: .seconds(1))
    #expect(try await store.session { try Address.count(in: $0) } == 2)
    try replicas[0].setReplay(isPaused: false)
    var isBack = false
    for _ in 0..<100 where !isBack {
      try await Task.sleep(for: .milliseconds(200))
      isBack = try await store.session { try Self.isOnReplica($0) }
    }
    #expect(isBack, "a replica that is near enough again is read again")
    store.close()
  }

  @Test func aReplicaThatDiesIsReplaced() async throws {
    let store = try store(replicas[...])
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    let position = try await store.position()
    for server in replicas {
      #expect(try await store.session(after: position) { try Self.isOnReplica($0) })
      server.kill()
      // Work that was under way would be lost; there is none.
      for _ in 0..<3 { #expect(try await store.session { try Address.count(in: $0) } == 1) }
    }
    #expect(try await store.session { try !Self.isOnReplica($0) })
    store.close()
  }

  @Test func aTextThatIsNoPositionIsRefused() async throws {
    let store = try store(replicas[..<1])
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    for text in ["x", "0/", "/0", "0/1'", "0/1/2", "+1/2", "123456789/0"] {
      let position = StorePosition(text)
      let error = await failureOf {
        _ = try await store.session(after: position) { try Address.count(in: $0) }
      }
      #expect(error?.code == .invalidQuery, "\(text)")
    }
    store.close()
  }
}
