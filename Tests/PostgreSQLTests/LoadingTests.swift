import PersistentObjects
import Synchronization
import Testing

@testable import PersistentObjectsPostgreSQL

/// Large batches, which are sent to the server by `COPY`.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct LoadingTests {
  private let schema = TestSchema()
  private let store: Store
  init() throws {
    store = try Store(schema.configuration, configuration: StoreConfiguration(codecs: .standard))
  }

  private struct Label: Sendable {
    var code: String
    var note: String?
  }

  private func save(_ labels: [Label]) async throws {
    try await store.transaction { session in
      try session.save(
        contentsOf: labels.enumerated().map {
          Tin(code: $1.code, weight: Double($0), note: $1.note)
        }
      )
    }
  }

  private func labels(_ change: (inout [Label]) -> Void = { _ in }) -> [Label] {
    var labels = (0..<3000).map { Label(code: "\($0)") }
    change(&labels)
    return labels
  }

  @Test func manyRowsAreLoadedAndFewAreInserted() async throws {
    let statements = Mutex<[String]>([])
    store.trace { event in statements.withLock { $0.append(event.sql) } }
    try await save(labels())
    try await save((0..<20).map { Label(code: "few \($0)") })
    let texts = statements.withLock { $0 }
    let loading = "COPY tin (pk, code, weight, note) FROM STDIN (FORMAT binary)"
    #expect(texts.count { $0 == loading } == 1)
    #expect(texts.count { $0.hasPrefix("INSERT INTO tin ") } == 1)
    let weights = try await store.session { try Tin.findAll(in: $0).map(\.weight) }
    #expect(weights == (Array(0..<3000) + Array(0..<20)).map { Double($0) })
    store.close()
  }

  @Test(arguments: [0, 1500, 2999])
  func theOneThatIsRefusedIsNamedAndNoneIsSaved(_ place: Int) async throws {
    try await save([Label(code: "same")])
    let twice = await #expect(throws: PersistenceError.self) {
      try await save(labels { $0[place].code = "same" })
    }
    #expect(twice?.constraint?.properties == ["code"] && twice?.constraint?.conflictingPK == 1)
    let nul = await #expect(throws: PersistenceError.self) {
      try await save(labels { $0[place].note = "a\0b" })
    }
    #expect(nul?.code == .encodingFailed && nul?.context.property == "note")
    #expect(try await store.session { try Tin.count(in: $0) } == 1)
    store.close()
  }

  /// Another program has made the column, with a type that the engine would not choose.
  @Test func columnsOfOtherTypesTakeTheirValues() async throws {
    try await save([Label(code: "first")])
    try await store.execute("ALTER TABLE tin ALTER weight TYPE numeric")
    try await store.execute("ALTER TABLE tin ALTER code TYPE varchar(20)")
    try await save(labels())
    let count = try await store.session { try Tin.count(in: $0) }
    #expect(count == 3001)
    store.close()
  }
}

@Persistent final class Tin {
  @Column(unique: true) var code: String
  var weight: Double
  var note: String?
}
