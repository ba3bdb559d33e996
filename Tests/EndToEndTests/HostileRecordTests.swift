import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Any value that another program stores in the engine's own tables causes a clear error or is
/// harmless: nothing traps, and nothing loops forever.
@Suite(.timeLimit(.minutes(10))) struct HostileRecordTests {
  @Test(.onSQLite, arguments: RecordPlace.all)
  func aHostileValueIsAnErrorOrDoesNoHarm(_ place: RecordPlace) async throws {
    let original = try await soundFile()
    defer { original.remove() }
    var tries = 0
    for value in RecordPlace.values {
      let file = try original.copy()
      defer { file.remove() }
      guard try place.put(value, into: file.path) else { continue }
      tries += 1
      for (name, error) in try await driven(file.path) {
        guard !place.expected.contains(error.code) else { continue }
        Issue.record("\(place) = \(value), \(name): \(error)")
      }
    }
    #expect(tries > 20)
  }

  @Test func aVersionOutOfRangeIsADamagedRecord() async throws {
    let file = try await soundFile()
    defer { file.remove() }
    try await change(
      file,
      """
      UPDATE _persistent_column SET oldest_version = -9223372036854775808 \
      WHERE column_name = 'growing'
      """)
    let store = try TestedDatabase.current.store(at: file.path, classes: Kennel.classes)
    let use = await failureOf { try await store.session { _ = try Kennel.count(in: $0) } }
    #expect(use?.code == .corrupt)
    #expect(use?.context == .init(table: "kennel", column: "growing"))
    #expect(
      use?.message == """
        the record of tables and columns is damaged: in _persistent_column.oldest_version \
        -9223372036854775808 is not within 1 to 2; nothing was changed. Restore the file from a backup, \
        or repair _persistent_column with another program
        """)
    let report = try await store.checkIntegrity()
    #expect(report.problems.map(\.kind) == [.record] && report.problems[0].table == "kennel")
    store.close()
  }

  /// Regression test: a codec was asked about each of 2⁶³ versions.
  @Test func aCodecIsAskedForABoundedNumberOfVersions() async throws {
    let file = try await soundFile()
    defer { file.remove() }
    for (oldest, version) in [(1, Int.max), (1, Int(Int32.max)), (1, 1_000_001)] {
      try await change(
        file,
        """
        UPDATE _persistent_column SET oldest_version = \(oldest), version = \(version) \
        WHERE column_name = 'growing'
        """)
      let store = try TestedDatabase.current.store(at: file.path, classes: Kennel.classes)
      let use = await failureOf { try await store.session { _ = try Kennel.count(in: $0) } }
      #expect(use?.code == .corrupt)
      let recode = await failureOf { try await store.recode(.property(\Kennel.growing)) }
      #expect(recode?.code == .corrupt)
      store.close()
    }
  }

  @Test func aCodecWhoseVersionNoFileMayNameIsRefused() throws {
    try TemporaryStore.run { _, session in
      let error = failure { _ = try Unversioned.count(in: session) }
      #expect(error?.code == .invalidModel && error?.context.property == "value")
    }
  }

  @Test func aCycleOfOwnersEnds() async throws {
    let file = try await soundFile()
    defer { file.remove() }
    try await change(
      file,
      "UPDATE _persistent_table SET owner_table = 'kennel_beasts' WHERE name = 'kennel_tags'",
      "UPDATE _persistent_table SET owner_table = 'kennel_tags' WHERE name = 'kennel'")
    let store = try TestedDatabase.current.store(at: file.path, classes: Kennel.classes)
    let report = try await store.schema(of: Kennel.self)
    #expect(report.tables.map(\.name).sorted() == ["kennel", "kennel_beasts", "kennel_tags"])
    store.close()
  }

  /// The database reads only the first statement of the text, and so does the engine.
  @Test(.onSQLite) func whatStandsBehindAnIndexInTheSchemaIsNotRun() async throws {
    let file = try await soundFile()
    defer { file.remove() }
    let other = try OtherProgram(file.path)
    try other.run("CREATE INDEX growing ON kennel (growing)")
    try other.setSchema(
      "CREATE INDEX growing ON kennel (growing); DELETE FROM beast", of: "growing")
    try other.run("UPDATE _persistent_column SET version = 1 WHERE column_name = 'growing'")
    try other.run("UPDATE _persistent_column SET oldest_version = 1 WHERE column_name = 'growing'")
    let store = try Store(path: file.path, classes: Kennel.classes)
    let error = await failureOf { try await store.recode(.property(\Kennel.growing)) }
    #expect(error?.code == .schemaMismatch)
    #expect(try await store.session { try Beast.count(in: $0) } == 1)
    store.close()
  }

  // MARK: - What is done with a file

  /// The errors of everything that a program does with a file, each with its operation.
  private func driven(_ path: String) async throws -> [(attempt: String, error: PersistenceError)] {
    var log = ErrorLog()
    let store = try Store(path: path, classes: Kennel.classes)
    await log.attempt("report") { _ = "\(try await store.schema(of: Kennel.self))" }
    await log.attempt("tables") { _ = "\(try await store.tables())" }
    await log.attempt("check") { _ = "\(try await store.checkIntegrity())" }
    await log.attempt("unused") { _ = try await store.prune(Kennel.self, dryRun: true) }
    await log.attempt("recode") { try await store.recode(.property(\Kennel.growing)) }
    await log.attempt("find") { try await store.session { _ = try Kennel.findAll(in: $0).count } }
    await log.attempt("family") {
      try await store.session { _ = try Beast.query.includingSubclasses().find(in: $0).count }
    }
    await log.attempt("save") {
      try await store.transaction { session in
        let hound = Hound(name: "new")
        try session.save(Kennel(label: "new", beast: hound, tags: ["x"], beasts: [hound]))
      }
    }
    await log.attempt("delete") {
      try await store.transaction { session in
        for hound in try Hound.findAll(in: session) { try session.delete(hound) }
      }
    }
    await log.attempt("prune") { try await store.prune(Kennel.self) }
    await log.attempt("prune table") { try await store.prune(table: "kennel_beasts") }
    store.close()
    return log.errors
  }

  // MARK: - Files

  private func soundFile() async throws -> TemporaryFile {
    let file = try TemporaryFile()
    let store = try TestedDatabase.current.store(at: file.path, classes: Kennel.classes)
    try await store.transaction { session in
      let (hound, beast) = (Hound(name: "h"), Beast(name: "b"))
      try session.save(Kennel(label: "k", beast: hound, tags: ["t", "u"], beasts: [hound, beast]))
    }
    store.close()
    return file
  }

  /// Runs SQL as another program would.
  private func change(_ file: TemporaryFile, _ statements: Criteria...) async throws {
    let other = try TestedDatabase.current.store(at: file.path)
    for sql in statements { try await other.execute(sql) }
    other.close()
  }
}

// MARK: - Values and their places

struct RecordPlace: CustomStringConvertible, Sendable {
  let table: String
  let column: String

  var description: String { "\(table).\(column)" }

  /// The codes of the errors that a value may cause, unless it is merely meaningless.
  var expected: Set<PersistenceError.Code> {
    var codes: Set<PersistenceError.Code> = [
      .corrupt, .schemaMismatch, .codecMismatch, .unknownClass, .constraintViolated,
    ]
    // The greatest key is already used.
    if column == "next_pk" { codes.insert(.databaseFailed) }
    return codes
  }

  /// Stores a value in each row separately if the column is a key, otherwise in all of them.
  /// Returns false if SQLite refuses it.
  func put(_ value: String, into path: String) throws -> Bool {
    let other = try OtherProgram(path)
    try other.loosen(table)
    do {
      try other.run("UPDATE OR IGNORE \(table) SET \(column) = \(value)")
      return true
    } catch is CodecError {
      return false
    }
  }

  static let values = [
    "-9223372036854775808", "9223372036854775807", "-1", "0", "3", "NULL", "''", "'text'", "x''",
    "x'ff00'", "CAST(x'ff' AS TEXT)", "1.5", "1e300", "'kennel'", "'_persistent_table'",
    "'sqlite_schema'", "'reference('", "'reference(*)'", "'reference(beast)'", "'integer'",
    "'cascade'", "'restrict'", "'sqlite_autoindex_kennel_tags_1'", "'a\"b''c'",
    "replace(hex(zeroblob(50000)), '00', 'x')", "zeroblob(100000)",
  ]

  private static let columns: [String: [String]] = [
    "_persistent_table": ["name", "class_name", "superclass_table", "owner_table"],
    "_persistent_column": [
      "table_name", "column_name", "property", "storage", "codec", "version", "oldest_version",
      "on_delete", "deletes_targets",
    ],
    "_persistent_index": ["name", "table_name", "definition"],
    "_persistent_sequence": ["table_name", "next_pk"],
  ]

  static let all = columns.sorted { $0.key < $1.key }.flatMap { table, columns in
    columns.map { RecordPlace(table: table, column: $0) }
  }
}

// MARK: - Models

@Persistent class Beast {
  var name: String
}

@Persistent final class Hound: Beast {
  var speed: Int = 1
  override init(name: String) { super.init(name: name) }
}

@Persistent final class Kennel {
  var label: String
  @Column(codec: Growing()) var growing: Int = 0
  var beast: Beast?
  var tags: Set<String> = []
  var beasts: [Beast] = []
  static let indices: [Index<Kennel>] = [[\.label]]
  static let classes: [any PersistentObject.Type] = [Kennel.self, Beast.self, Hound.self]
}

/// Reads all earlier versions, and decides so by comparing numbers.
struct Growing: ColumnCodec {
  let identifier = CodecIdentifier("growing", version: 2)
  let storage = StorageClass.integer
  func canRead(version: Int) -> Bool { version <= 2_000_000 }
  func encode(_ value: Int, into column: inout ColumnWriter) { column.write(Int64(value)) }
  func decode(from column: borrowing ColumnReader) throws -> Int { Int(try column.integer()) }
}

struct VersionZero: ColumnCodec {
  let identifier = CodecIdentifier("zero", version: 0)
  let storage = StorageClass.integer
  func encode(_ value: Int, into column: inout ColumnWriter) { column.write(Int64(value)) }
  func decode(from column: borrowing ColumnReader) throws -> Int { Int(try column.integer()) }
}

@Persistent final class Unversioned {
  @Column(codec: VersionZero()) var value: Int = 0
}
