import Foundation
import PersistentObjects
import PersistentObjectsGeneration
import PersistentObjectsInspection
import PersistentObjectsTransfer
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Stores that are copied from a file to a server, and back.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct CopyTests {
  private let schema = TestSchema()

  private func onServer(_ classes: [any PersistentObject.Type] = []) throws -> Store {
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.classes = classes
    return try Store(schema.configuration, configuration: configuration)
  }

  private func withFiles(_ body: (TemporaryFile, TemporaryFile) async throws -> Void) async throws {
    let files = [try TemporaryFile(), try TemporaryFile()]
    defer { for file in files { file.remove() } }
    try await body(files[0], files[1])
  }

  /// Saves an address, and returns its key.
  private func saveRome(in store: Store) async throws -> Int64? {
    try await store.transaction { session in
      let rome = Address(city: "Rome")
      try session.save(rome)
      return rome.pk
    }
  }

  @Test func whatCameBackFromTheServerIsTheSame() async throws {
    try await withFiles { first, last in
      let original = try Store(path: first.path, classes: Zoo.classes)
      try await original.transaction { try Zoo.fill($0, withNUL: false) }
      let server = try onServer(Zoo.classes)
      let there = try await original.copy(to: server)
      // The conditions of indices are written in the database's own SQL.
      #expect(there.leftOut == ["the index index_shelf_title_partial of shelf"])
      try await server.session { for type in Zoo.classes { _ = try type.count(in: $0) } }
      let problems = try await server.checkIntegrity().problems
      #expect(problems.isEmpty)

      let copy = try Store(path: last.path)
      let back = try await server.copy(to: copy)
      #expect(back.rowCount == there.rowCount && back.tableCount == there.tableCount)
      copy.close()
      server.close()
      original.close()
      let files = [try InspectedFile(first.path), try InspectedFile(last.path)]
      let checksums = try files.map { try $0.checksum() }
      #expect(checksums[0] == checksums[1] && checksums[0].rowCount == there.rowCount)
      let opened = try Store(path: last.path, classes: Zoo.classes)
      try await opened.session { for type in Zoo.classes { _ = try type.count(in: $0) } }
      opened.close()
      let models = try [first, last].map { try InspectedFile($0.path).declaredModel() }
      #expect(models[0] == models[1])
    }
  }

  /// The program changes one line.
  @Test func aProgramGoesOnOnTheServerWithTheKeysThatFollow() async throws {
    try await withFiles { file, _ in
      let original = try Store(path: file.path)
      try await original.transaction { session in
        for number in 0..<250 { try session.insert(Address(city: "\(number)")) }
      }
      try await original.transaction { try $0.execute("DELETE FROM address WHERE pk > 240") }
      let server = try onServer()
      try await original.copy(to: server)
      let pk = try await saveRome(in: server)
      #expect(pk ?? 0 > 250, "a key was given again")
      original.close()
      server.close()
    }
  }

  @Test func theKeysOfACopiedTableAreNotGivenAgainAfterItWasPruned() async throws {
    try await withFiles { file, _ in
      let original = try Store(path: file.path)
      try await original.transaction { session in
        for number in 0..<250 { try session.insert(Address(city: "\(number)")) }
      }
      let server = try onServer()
      try await original.copy(to: server)
      original.close()
      try await server.prune(table: "address")
      server.close()
      let later = try onServer()
      let pk = try await saveRome(in: later)
      #expect(pk ?? 0 > 250, "a key was given again")
      later.close()
    }
  }

  @Test func theKeysOfRowsInsertedBySQLAreNotGivenAgainAfterTheirTableWasPruned() async throws {
    let first = try onServer()
    _ = try await saveRome(in: first)
    try await first.execute("INSERT INTO address (pk, city) VALUES (5000, 'Rome')")
    first.close()
    let second = try onServer()
    try await second.prune(table: "address")
    second.close()
    let third = try onServer()
    let pk = try await saveRome(in: third)
    #expect(pk ?? 0 > 5000, "a key was given again")
    third.close()
  }

  /// Rows of other programs get their keys from the sequence.
  @Test func keysFollowTheGreaterOfCounterAndSequenceInEitherDirection() async throws {
    try await withFiles { first, last in
      let original = try Store(path: first.path)
      _ = try await saveRome(in: original)
      try await original.execute("UPDATE _persistent_sequence SET next_pk = 5000")
      let server = try onServer()
      try await original.copy(to: server)
      try await server.execute("INSERT INTO address (city) VALUES ('Oslo')")
      let pk = try await server.session { try Address.findAll(in: $0).compactMap(\.pk).max() }
      #expect(pk ?? 0 >= 5000, "a key was given again")

      try await server.execute("UPDATE _persistent_sequence SET next_pk = 9000")
      let copy = try Store(path: last.path)
      try await server.copy(to: copy)
      let next = try await saveRome(in: copy)
      #expect(next ?? 0 >= 9000, "a key was given again")
      for store in [original, server, copy] { store.close() }
    }
  }

  /// The meaning of a codec that only a property names is not known: its column has no native type
  /// until the class is used, and the index compared it with a value of that type.
  @Test func anIndexWithAConditionForANativeTypeIsLeftToItsClass() async throws {
    let other = TestSchema()
    let original = try onServer([Permit.self])
    let copy = try Store(
      other.configuration, configuration: StoreConfiguration(codecs: .standard))
    try await original.transaction { try $0.save(Permit(name: "a", until: .now)) }
    let report = try await original.copy(to: copy)
    #expect(report.leftOut == ["the index unique_permit_name_partial of permit"])
    let count = try await copy.session { try Permit.count(in: $0) }
    #expect(count == 1)
    let refusal = await failureOf {
      try await copy.transaction { try $0.save(Permit(name: "a", until: .now)) }
    }
    #expect(refusal?.constraint?.properties == ["name"])
    original.close()
    copy.close()
  }

  /// The server took 7 and 3 for them.
  @Test(arguments: ["'7'", "2.5", "-5", "'9223372036854775808'"])
  func aCellThatIsNoUnsignedNumberIsNotCopied(_ cell: String) async throws {
    try await withFiles { file, _ in
      let original = try Store(path: file.path)
      try await original.transaction { session in
        try session.save(Letterbox(token: UUID(), emptied: .now, opened: .now))
        try session.execute(Criteria(stringLiteral: "UPDATE letterbox SET size = \(cell)"))
      }
      let server = try onServer()
      let error = await failureOf { try await original.copy(to: server) }
      #expect(error?.code == .decodingFailed && error?.context.column == "size", "\(error as Any)")
      original.close()
      server.close()
    }
  }

  @Test func aTextThatTheServerDoesNotKeepIsNamed() async throws {
    try await withFiles { file, _ in
      let original = try Store(path: file.path)
      try await original.transaction { session in
        for number in 0..<20 { try session.insert(Address(city: number == 11 ? "a\0b" : "x")) }
      }
      let server = try onServer()
      let error = await failureOf { try await original.copy(to: server) }
      #expect(error?.code == .encodingFailed && error?.context.column == "city", "\(error as Any)")
      #expect(error?.context.pk == 12 && error?.message.contains("NUL") == true)
      let tables = try await server.tables()
      #expect(tables.isEmpty)
      original.close()
      server.close()
    }
  }
}

@Persistent private final class Permit {
  var name: String
  @Column(codec: DateAsTimestamp()) var until: Date
  static let indices: [Index<Permit>] = [
    .unique(\.name).where { $0.until > Date(timeIntervalSince1970: 0) }
  ]
}
