import Foundation
import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsEngine
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

@Persistent final class Letterbox {
  var isOpen = true
  var token: UUID
  var size: UInt64 = 7
  var weight: UInt128?
  @Column(codec: DateAsTimestamp()) var emptied: Date
  @Column(codec: JSONBCodec<[String: [Double]]>()) var labels: [String: [Double]] = [:]
  var price: Decimal = 1
  var opened: Date
  var keys: Set<UUID> = []
}

/// Columns of PostgreSQL's own types.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct MeaningTests {
  private let schema = TestSchema()

  private static let types = [
    "emptied": "timestamp with time zone", "isopen": "boolean", "labels": "jsonb",
    "opened": "text", "pk": "bigint", "price": "text", "size": "numeric(20,0)", "token": "uuid",
    "weight": "numeric(39,0)",
  ]

  private func store() throws -> Store {
    try Store(schema.configuration, configuration: StoreConfiguration(codecs: .standard))
  }

  private func types() throws -> [String: String] {
    let tables = try schema.open().readSchema()
    let types = tables.first { $0.name == "letterbox" }?.types ?? [:]
    return types.reduce(into: [:]) { $0[$1.key.replacing("_", with: "")] = $1.value }
  }

  private static func makeLetterbox() -> Letterbox {
    let letterbox = Letterbox(
      token: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255)),
      emptied: Date(timeIntervalSince1970: 1.5), opened: Date(timeIntervalSince1970: 1.5))
    (letterbox.size, letterbox.weight) = (.max, UInt128(UInt64.max) + 5)
    letterbox.labels = ["b": [1.5], "aa": []]
    letterbox.keys = [letterbox.token]
    return letterbox
  }

  @Test func otherProgramsSeeValues() async throws {
    let store = try store()
    try await store.transaction { try $0.save(Self.makeLetterbox()) }
    #expect(try types() == Self.types)
    let texts = try schema.open().rows(
      """
      SELECT is_open::text, token::text, size::text, weight::text, \
      to_char(emptied AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), labels->'b'->>0 FROM letterbox
      """)
    #expect(
      texts == [
        [
          "true", "01020304-0506-0708-090a-0b0c0d0e0fff", "18446744073709551615",
          "18446744073709551620", "1970-01-01 00:00:01.500000", "1.5",
        ].map(StoredValue.text)
      ])
  }

  private static let numbers: [UInt64] = [
    0, 7, UInt64(Int64.max), UInt64(Int64.max) + 1, .max,
  ]

  /// Returns a store that has not used the class with the numbers yet.
  private func storeOfNumbers() async throws -> Store {
    let first = try store()
    try await first.transaction { session in
      for number in Self.numbers { try session.insert(Narrow.Weighing(grams: number)) }
    }
    first.close()
    return try store()
  }

  @Test func aRecodedColumnGetsTheTypeOfItsCodec() async throws {
    let numbers = Self.numbers
    let second = try await storeOfNumbers()
    let count = try await second.recode(
      .property(\Wide.Weighing.grams, from: UInt64Codec()) { UInt128($0) })
    #expect(count == numbers.count)
    let found = try await second.session { session in
      try Wide.Weighing.query.order(by: \.grams).find(in: session).map(\.grams)
    }
    #expect(found == numbers.map { UInt128($0) })
    try await second.transaction { try $0.save(Wide.Weighing(grams: .max)) }
    let last = try await second.session { session in
      try Wide.Weighing.find(in: session) { $0.grams > 1 << 70 }.map(\.grams)
    }
    #expect(last == [.max])
    second.close()
  }

  @Test func aRecodedColumnLosesTheTypeOfItsFormerCodec() async throws {
    let second = try await storeOfNumbers()
    try await second.recode(.property(\Plain.Weighing.grams, from: UInt64Codec()))
    let found = try await second.session { session in
      try Plain.Weighing.query.order(by: \.grams).find(in: session).map(\.grams)
    }
    #expect(found == Self.numbers)
    let table = try schema.open().readSchema().first { $0.name == "weighing" }
    #expect(table?.types["grams"] == "bytea[]")
    second.close()
  }

  /// The constraints of others were dropped with the old column.
  @Test func aRecodedColumnKeepsTheConstraintsOfOthers() async throws {
    let second = try await storeOfNumbers()
    try await second.execute("ALTER TABLE weighing ADD CONSTRAINT different UNIQUE (grams)")
    try await second.execute("ALTER TABLE weighing ADD CONSTRAINT not_one CHECK (grams <> 1)")
    try await second.recode(.property(\Wide.Weighing.grams, from: UInt64Codec()) { UInt128($0) })
    for refused in [1, 7] as [UInt128] {
      let error = await failureOf {
        try await second.transaction { try $0.save(Wide.Weighing(grams: refused)) }
      }
      #expect(error?.code == .constraintViolated, "\(refused): \(error as Any)")
    }
    try await second.transaction { try $0.save(Wide.Weighing(grams: 2)) }
    second.close()
  }

  /// The server cannot compare the cells of any kind with a number.
  @Test func aColumnIsNotRecodedIfAConstraintDoesNotFitItsNewType() async throws {
    let second = try await storeOfNumbers()
    try await second.execute("ALTER TABLE weighing ADD CONSTRAINT not_one CHECK (grams <> 1)")
    let error = await failureOf {
      try await second.recode(.property(\Plain.Weighing.grams, from: UInt64Codec()))
    }
    #expect(error?.code == .schemaMismatch, "\(error as Any)")
    #expect(error?.message.contains("constraint 'not_one'") == true)
    let table = try schema.open().readSchema().first { $0.name == "weighing" }
    #expect(table?.types["grams"] == "numeric(20,0)")
    second.close()
  }

  /// The server computes the same bytes as this program.
  @Test func unsignedNumbersBecomeCellsOfAnyKind() throws {
    let connection = try schema.open()
    var numbers: [UInt64] = [0, 1, 2, UInt64(Int64.max), UInt64(Int64.max) + 1, .max]
    for shift in 2..<63 {
      for offset in [-1025, -513, -1, 0, 1, 511, 512, 1023] as [Int64] {
        let number = (Int64(1) << shift) &+ offset
        if number >= 0 { numbers.append(UInt64(number)) }
      }
    }
    for number in numbers {
      let form = SortableCell.form(ofWholeNumber: "n", digits: 20)
      let sql = "SELECT (\(form))[1] FROM (SELECT \(number)::numeric) AS x (n)"
      var wanted: [UInt8] = []
      if let small = Int64(exactly: number) {
        SortableCell.append(.integer(small), to: &wanted)
      } else {
        wanted = [0x20] + Array("\(number)".utf8)
        if wanted.count < 21 { wanted.insert(contentsOf: [0x30], at: 1) }
      }
      #expect(try connection.rows(sql) == [[.bytes(wanted)]], "\(number)")
    }
  }

  /// An older program, or a copy that did not know the codec, has made the columns in the stored
  /// form.
  @Test func columnsOfStoredFormsGetTheirTypes() async throws {
    let first = try store()
    try await first.transaction { session in
      for size in [0, 1, 2, 4095, 1 << 52, 1 << 53 + 1, UInt64(Int64.max), .max] {
        let letterbox = Self.makeLetterbox()
        letterbox.size = size
        try session.save(letterbox)
      }
    }
    first.close()
    let connection = try schema.open()
    for (name, type) in [("is_open", ColumnType.integer), ("token", .text), ("emptied", .integer)] {
      let column = ColumnDefinition(
        name: name, storage: type.storage, defaultValue: name == "is_open" ? .integer(1) : nil)
      let existing = try #require(try types()[name.replacing("_", with: "")])
      let statement = connection.dialect.retypeColumn(column, of: "letterbox", from: existing)
      _ = try connection.rows(try #require(statement))
    }
    // The server does not know the form of columns with values of any kind, so these are written as
    // such.
    let sizes = try connection.rows("SELECT size, pk FROM letterbox ORDER BY pk")
    let column = ColumnDefinition(name: "size", storage: .any)
    _ = try connection.rows("ALTER TABLE letterbox DROP COLUMN size")
    _ = try connection.rows(connection.dialect.addColumn(column, to: "letterbox"))
    for row in sizes {
      _ = try connection.rows("UPDATE letterbox SET size = $1 WHERE pk = $2", row[0], row[1])
    }
    #expect(try types()["size"] == "bytea[]")

    let second = try store()
    try await second.session { session in
      let letterboxes = try Letterbox.query.order(by: \.size).find(in: session)
      #expect(
        letterboxes.map { StoredValue.text("\($0.size)") }
          == sizes.map { row in
            if case .integer(let size) = row[0] { .text("\(size)") } else { .text("\(UInt64.max)") }
          })
      #expect(letterboxes.allSatisfy { $0.token == Self.makeLetterbox().token && $0.isOpen })
    }
    #expect(try types() == Self.types)
    try await second.transaction { try $0.save(Self.makeLetterbox()) }
  }

  /// −5 became 0, and 2.5 became 2; as a text, or in a column of doubles, it became 3.
  @Test(
    arguments: [
      (.integer(-5), "bytea[]"), (.real(2.5), "bytea[]"), (.real(-0.0), "bytea[]"),
      (.bytes([7]), "bytea[]"), (.text("7"), "bytea[]"), (.text("2.5"), "bytea[]"),
      (.text("é"), "bytea[]"), (.text("9223372036854775808"), "bytea[]"),
      (.text("09223372036854775807"), "bytea[]"), (.real(2.5), "double precision"),
      (.real(0x1p60), "double precision"),
    ] as [(StoredValue, String)])
  func aCellThatIsNoUnsignedNumberDoesNotBecomeOne(_ value: StoredValue, _ type: String) throws {
    let connection = try schema.open()
    try connection.rows("CREATE TABLE t (a \(type))")
    try connection.rows("INSERT INTO t VALUES ($1), (NULL)", value)
    let column = ColumnDefinition(name: "a", storage: .any, meaning: .unsigned(digits: 20))
    let statement = connection.dialect.retypeColumn(column, of: "t", from: type)
    let sql = try #require(statement)
    let error = failure { try connection.rows(sql) }
    #expect(error?.databaseCode == "22P02" && error?.message.contains("store.recode") == true)
    #expect(try connection.rows("SELECT a FROM t ORDER BY a") == [[value], [.null]])
    try connection.rows("DELETE FROM t WHERE a IS NOT NULL")
    try connection.rows(sql)
    #expect(try connection.rows("SELECT a FROM t") == [[.null]])
  }

  @Test func jsonbWritesWhatTheCodecWrites() throws {
    let connection = try schema.open()
    var random = RandomNumbers(seed: 7)
    let codec = JSONBCodec<[String: [Double]]>()
    for _ in 0..<300 {
      var values: [String: [Double]] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let scalars = (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in
          Unicode.Scalar(UInt32.random(in: 1...0x2FF, using: &random))
        }
        let double = Double.random(in: -1...1, using: &random)
        values[String(String.UnicodeScalarView(scalars))] = [
          double * 1e300, double, double * 1e-290, (double * 1e6).rounded() + 0,
        ]
      }
      let cells = RowBatch(width: 1)
      var writer = ColumnWriter(cells, at: 0)
      try codec.encode(values, into: &writer)
      let row = try connection.rows("SELECT $1::text, $1::text::jsonb", cells.row.value(at: 0))
      #expect(row[0][0] == row[0][1])
    }
  }

  @Test func whatIsNotInTheStoredFormIsRefused() async throws {
    let store = try store()
    try await store.transaction { try $0.save(Self.makeLetterbox()) }
    let connection = try schema.open()
    for (column, value) in [
      ("token", StoredValue.text("01020304-0506-0708-090a-0b0c0d0e0fff")), ("is_open", .integer(2)),
      ("size", .text("1.5")), ("size", .text("7")), ("emptied", .integer(.min)),
    ] {
      #expect(throws: PersistenceError.self) {
        try connection.rows("UPDATE letterbox SET \(column) = $1", value)
      }
    }
    #expect(try connection.rows("SELECT count(*) FROM letterbox WHERE is_open") == [[.integer(1)]])
  }
}

private enum Narrow {
  @Persistent(table: "weighing") final class Weighing {
    var grams: UInt64
  }
}

/// Stored as it comes, without a meaning.
private struct PlainUnsigned: ColumnCodec {
  let identifier = CodecIdentifier("test.plain-unsigned", version: 1)
  let storage = StorageClass.any
  func encode(_ value: UInt64, into column: inout ColumnWriter) throws {
    if let small = Int64(exactly: value) {
      column.write(small)
    } else {
      column.write(String(repeating: "0", count: 20 - "\(value)".count) + "\(value)")
    }
  }
  func decode(from column: borrowing ColumnReader) throws -> UInt64 {
    if column.kind == .integer { return UInt64(try column.integer()) }
    guard let value = UInt64(try column.text()) else { throw CodecError("no number") }
    return value
  }
}

private enum Plain {
  @Persistent(table: "weighing") final class Weighing {
    @Column(codec: PlainUnsigned()) var grams: UInt64
  }
}

private enum Wide {
  @Persistent(table: "weighing") final class Weighing {
    var grams: UInt128
  }
}
