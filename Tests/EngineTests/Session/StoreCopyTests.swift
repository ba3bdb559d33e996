import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsConnections
@testable import PersistentObjectsEngine

/// Copying a store to another store of the same database.
@Suite struct StoreCopyTests {
  private let keepsNUL = TestedDatabase.current.keepsNUL

  @Test func theOtherStoreHasTheSameTablesRowsRecordsAndCounters() throws {
    try TemporaryStore.run(classes: Zoo.classes) { original, session in
      try session.transaction { try Zoo.fill(session, withNUL: keepsNUL) }
      // The key of the deleted object must not be used again.
      try session.transaction {
        let last = Person(firstName: "Last", lastName: "One")
        try session.save(last)
        try session.delete(last)
      }
      try withTarget { target, file in
        var told: [Int] = []
        let report = try original.store.blocking.copy(to: target) { done, total in
          told.append(done)
          #expect(total >= done)
        }
        let (dumped, expected) = (try contents(of: target), try contents(of: original.store))
        #expect(dumped == expected)
        #expect(report.leftOut == [] && report.rowCount == told.last && report.tableCount > 30)
        let copy = try TestedDatabase.current.store(at: file.path, classes: Zoo.classes)
        defer { copy.close() }
        try verifyUse(of: copy, like: session)
      }
    }
  }

  /// The rows of all tables, without recorded keys if sequences provide the keys.
  private func contents(of store: Store) throws -> [String] {
    let all = try store.dump().sorted()
    return TestedDatabase.current == .postgres
      ? all.filter { !$0.hasPrefix("_persistent_sequence: ") } : all
  }

  /// Uses the classes, for which the copy must lack nothing, and takes a key.
  private func verifyUse(of copy: Store, like session: Session) throws {
    let statements = StatementRecorder(of: copy)
    let pks = try copy.blocking.session { session in
      for type in Zoo.classes { _ = try type.count(in: session) }
      return try Person.findAll(in: session).compactMap(\.pk)
    }
    #expect(statements.all.filter { $0.hasPrefix("CREATE") || $0.hasPrefix("ALTER") } == [])
    #expect(try pks == Person.findAll(in: session).compactMap(\.pk))
    let pk = try copy.blocking.transaction { session in
      let person = Person(firstName: "New", lastName: "One")
      try session.save(person)
      return person.pk ?? 0
    }
    #expect(!pks.contains(pk) && pk > (pks.max() ?? 0) + 1, "a deleted key was given again")
    let problems = try copy.blocking.checkIntegrity().problems
    #expect(problems.isEmpty)
  }

  private func withTarget(_ body: (Store, TemporaryFile) throws -> Void) throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try TestedDatabase.current.store(at: file.path)
    defer { store.close() }
    try body(store, file)
  }

  @Test func objectsOfTwoStoresAreNotMixed() throws {
    try TemporaryStore.run { original, session in
      try session.given(Address(city: "Rome"))
      try withTarget { target, _ in
        try target.blocking.transaction {
          try $0.save(Invoice(number: 1, customer: .init(firstName: "", lastName: "")))
        }
        let before = try target.dump()
        let error = failure { try original.store.blocking.copy(to: target) }
        #expect(error?.code == .cannotOpen && error?.message.contains("another schema") == true)
        let after = try target.dump()
        #expect(after == before)
      }
      #expect(failure { try original.store.blocking.copy(to: original.store) }?.code == .cannotOpen)
    }
  }

  @Test func whatThrowsMeanwhileLeavesNothingBehind() throws {
    struct Enough: Error {}
    try TemporaryStore.run { original, session in
      try session.given(Address(city: "Rome"), Person(firstName: "Joe", lastName: "Smith"))
      try withTarget { target, _ in
        #expect(throws: Enough.self) {
          try original.store.blocking.copy(to: target) { _, _ in throw Enough() }
        }
        let left = try target.blocking.tables()
        #expect(left.isEmpty)
        let report = try original.store.blocking.copy(to: target)
        #expect(report.rowCount == 2)
      }
    }
  }

  @Test func tablesColumnsAndIndicesOfOthersAreListed() throws {
    try TemporaryStore.run { original, session in
      try session.given(Address(city: "Rome"))
      for sql in [
        "CREATE TABLE mine (a INTEGER)", "ALTER TABLE address ADD COLUMN note TEXT",
        "CREATE INDEX by_note ON address (note)",
      ] { try session.execute(Criteria(stringLiteral: sql)) }
      try withTarget { target, _ in
        let report = try original.store.blocking.copy(to: target)
        #expect(
          report.leftOut == [
            "the table mine", "the column address.note", "the index by_note of address",
          ])
        let tables = try target.blocking.tables().map(\.name)
        #expect(tables == ["address"])
      }
    }
  }

  @Test func indicesOnExpressionsAreCopied() throws {
    try TemporaryStore.run { original, session in
      try session.save(Banderole(motto: "Onward", size: 1))
      try withTarget { target, file in
        let report = try original.store.blocking.copy(to: target)
        #expect(report.leftOut == [])
        let (dumped, expected) = (try contents(of: target), try contents(of: original.store))
        #expect(dumped == expected)
        let copy = try TestedDatabase.current.store(at: file.path)
        defer { copy.close() }
        let statements = StatementRecorder(of: copy)
        let error = failure {
          try copy.blocking.transaction { try $0.save(Banderole(motto: "ONWARD", size: 2)) }
        }
        #expect(error?.code == .constraintViolated)
        #expect(!statements.all.contains { $0.contains(" INDEX ") }, "\(statements.all)")
      }
    }
  }

  /// A file may come from anywhere.
  @Test(.onSQLite) func aDefaultThatIsNoValueIsNotComputed() throws {
    try TemporaryStore.run { original, session in
      try session.given(Address(city: "Rome"))
      for sql in [
        """
        CREATE TABLE other (pk INTEGER PRIMARY KEY, city TEXT DEFAULT (hex(randomblob(8))), \
        street TEXT DEFAULT 'none') STRICT
        """, "INSERT INTO other SELECT * FROM address", "DROP TABLE address",
        "ALTER TABLE other RENAME TO address",
      ] { try session.execute(Criteria(stringLiteral: sql)) }
      try withTarget { target, _ in
        let report = try original.store.blocking.copy(to: target)
        #expect(report.leftOut == ["the DEFAULT of address.city"])
      }
    }
  }

  @Test(.onSQLite) func referencesToNothingAreNamed() throws {
    try TemporaryStore.run { original, session in
      let joe = Person(firstName: "Joe", lastName: "Smith")
      try session.given(joe, Invoice(number: 1, customer: joe))
      var unguarded = SQLiteConfiguration(path: original.path)
      unguarded.foreignKeys = false
      let other = try Store(unguarded)
      try other.blocking.execute("DELETE FROM person")
      try withTarget { target, _ in
        let error = failure { try other.blocking.copy(to: target) }
        #expect(error?.code == .constraintViolated)
        #expect(error?.message.contains("checkIntegrity()") == true, "\(error as Any)")
        let left = try target.blocking.tables()
        #expect(left.isEmpty)
      }
      try other.blocking.execute("DELETE FROM invoice")
      other.close()
    }
  }

  /// SQLite searches the referring table for each row of the other while a foreign key is broken:
  /// the copy would take time that grows with the square.
  @Test(.onSQLite) func noForeignKeyIsBrokenMeanwhile() throws {
    try TemporaryStore.run { original, session in
      let joe = Person(firstName: "Joe", lastName: "Smith")
      let invoices = [Invoice(number: 1, customer: joe)]
      let stops = [Landing(name: "a"), Landing(name: "b")]
      stops[0].next = stops[1]
      try session.save(contentsOf: invoices + stops as [any PersistentObject])
      try withTarget { target, _ in
        let statements = StatementRecorder(of: target)
        try original.store.blocking.copy(to: target)
        let tables = ["person", "invoice", "landing"].map { "INSERT INTO \($0)" }
        let written = statements.all.compactMap { sql in
          (tables + ["UPDATE"]).first { sql.hasPrefix($0) }
        }
        #expect(written == tables + ["INSERT INTO landing", "UPDATE"])
      }
    }
  }

  @Test(
    arguments: [
      ("DROP TABLE person_nick_names", "recorded but missing"),
      (
        "UPDATE _persistent_table SET owner_table = 'gone' WHERE name = 'person_nick_names'",
        "gone is not recorded"
      ),
      (
        "DELETE FROM _persistent_column WHERE table_name = 'person_nick_names'",
        "value is not recorded"
      ),
    ])
  func whatTheRecordsDoNotLeadToIsNotLeftOut(_ sql: String, _ words: String) throws {
    try TemporaryStore.run { original, session in
      try session.given(Person.joe())
      let other = try original.reopened()
      defer { other.close() }
      try other.blocking.execute(Criteria(stringLiteral: sql))
      try withTarget { target, _ in
        let error = failure { try other.blocking.copy(to: target) }
        #expect(error?.code == .corrupt && error?.context.table == "person_nick_names")
        #expect(error?.message.contains(words) == true, "\(error as Any)")
        let left = try target.blocking.tables()
        #expect(left.isEmpty)
      }
    }
  }

  /// The ways to stop a copying that waits for the other store's writer.
  enum Stop: CaseIterable {
    case cancelling, closingThis, closingTheOther
  }

  @Test(arguments: Stop.allCases)
  func copyingThatWaitsForTheOtherStoreCanBeStopped(_ stop: Stop) async throws {
    try await TemporaryStore.runAsync { original in
      try await original.store.transaction { try $0.save(Address(city: "Rome")) }
      let (source, file) = (try original.reopened(), try TemporaryFile())
      defer { file.remove() }
      var configuration = StoreConfiguration(codecs: .standard)
      configuration.acquisitionTimeout = .seconds(600)
      let target = try TestedDatabase.current.store(
        SQLiteConfiguration(path: file.path), configuration: configuration, hasSoleWriter: true)
      let held = try await target.pool.suspendingLease(.writer)
      let copying = Task { try await source.copy(to: target) }
      while target.pool.state.withLock({ $0[.writer].waiters.queue.isEmpty }) { await Task.yield() }
      switch stop {
      case .cancelling:
        copying.cancel()
        await #expect(throws: CancellationError.self) { try await copying.value }
      case .closingThis:
        await source.close(waitingUpTo: .zero)
        #expect(await failureOf { _ = try await copying.value }?.code == .storeClosed)
      case .closingTheOther:
        target.close()
        #expect(await failureOf { _ = try await copying.value }?.code == .storeClosed)
      }
      target.pool.release(held)
      source.close()
      try await target.deleteDatabase()
    }
  }

  /// A misspelt path was copied as an empty store.
  @Test(.onSQLite) func aFileThatDoesNotExistIsNotCopied() throws {
    try TemporaryStore.run { original, _ in
      try withTarget { target, _ in
        let error = failure { try original.store.blocking.copy(to: target) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.hasPrefix("\(original.path) does not exist") == true)
        #expect(!FileManager.default.fileExists(atPath: original.path))
      }
    }
  }

  @Test func anEmptyStoreGivesAnEmptyOne() throws {
    try TemporaryStore.run { original, session in
      _ = try session.rows("SELECT 1")
      try withTarget { target, _ in
        let report = try original.store.blocking.copy(to: target)
        #expect(report.rowCount == 0)
        try target.blocking.transaction { try $0.save(Address(city: "Rome")) }
      }
      try session.given(Address(city: "Rome"))
    }
  }
}

@Persistent private final class Landing {
  var name: String
  var next: Landing?
}

@Persistent private final class Banderole {
  var motto: String
  var size: Int
  var note: String?
  static let indices: [Index<Banderole>] = [
    .unique { $0.motto.collated(.ignoringCase) },
    Index(\.size).descending { $0.motto.collated(.ignoringCase) },
    Index().ascending { $0.note ?? "(, ')" }.where { $0.size > 3 },
  ]
}
