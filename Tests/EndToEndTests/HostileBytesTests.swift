import Foundation
import PersistentObjects
import PersistentObjectsKeyedArchive
import TestSupport
import Testing

/// Any value that another program stores in a column leads to an error that names the place.
/// Nothing else is lost: neither other rows and columns nor the bytes themselves.
@Suite struct HostileBytesTests {
  @Test(arguments: Attack.all)
  func theErrorNamesThePlace(_ attack: Attack) throws {
    try withVictim(of: attack) { _, session, victim in
      let error = failure { _ = try Hostage.findAll(in: session) }
      #expect(error?.code == .decodingFailed)
      #expect(error?.context == attack.place(of: victim))
      let text = error?.description ?? ""
      #expect(text.contains(attack.reason), "\(text)")
      #expect(text.contains(". The row was left as it is [") && !text.contains(".."), "\(text)")
    }
  }

  @Test(arguments: Attack.all)
  func otherRowsAndOtherColumnsStayReadable(_ attack: Attack) throws {
    try withVictim(of: attack) { store, session, victim in
      let others = try Hostage.find("WHERE pk <> \(victim)", in: session)
      #expect(others.map(\.rank) == [1, 3])
      #expect(others.allSatisfy { $0.place == Place() && $0.born == Hostage.birth })
      let columns = Attack.columns.filter { $0 != attack.column }
      let list = columns.joined(separator: ", ")
      let rows = try store.rows(Criteria(stringLiteral: "SELECT \(list) FROM hostage ORDER BY pk"))
      #expect(rows[1] == rows[0])
    }
  }

  /// Reads the rest of the row without SQL: the query leaves out the damaged property.
  @Test(arguments: Attack.all.filter { $0.column == "place" })
  func theRestOfTheRowCanBeReadAsValues(_ attack: Attack) throws {
    try withVictim(of: attack) { _, session, victim in
      let rest = try Hostage.query.values(of: \.rank, \.name, \.born, \.options, in: session)
      #expect(rest.map(\.0) == [1, victim, 3] && rest.map(\.1) == [1, 2, 3])
      #expect(rest[1].2 == "n" && rest[1].3 == Hostage.birth && rest[1].4 == ["a": 1])
      let error = failure {
        _ = try Hostage.query.values(of: \.rank, \.place, in: session)
      }
      #expect(error?.code == .decodingFailed && error?.context == attack.place(of: victim))
    }
  }

  @Test(arguments: Attack.all)
  func theErrorLeavesTheBytesAsTheyAre(_ attack: Attack) throws {
    try withVictim(of: attack) { store, session, victim in
      let before = try attack.stored(store, victim: victim)
      #expect(failure { _ = try Hostage.findAll(in: session) } != nil)
      #expect(try attack.stored(store, victim: victim) == before)
    }
  }

  /// Leaves out values of a kind that the table's declaration forbids: SQLite checks and converts
  /// those whenever it writes the row.
  @Test(arguments: Attack.all.filter { !$0.isOfAnotherKind })
  func savingOtherPropertiesLeavesTheBytesAsTheyAre(_ attack: Attack) throws {
    try TemporaryStore.run { store, session in
      let objects = (1...3).map { Hostage.sound(rank: $0) }
      try session.save(contentsOf: objects)
      let before = try attack.strike(store, victim: 2)
      objects[1].rank = 7
      try session.save()
      #expect(try attack.stored(store, victim: 2) == before)
      #expect(try store.rows("SELECT rank FROM hostage ORDER BY pk") == ["1", "7", "3"])
    }
  }

  /// Makes rows 1 to 3, row 2 of which is damaged, and a session that has read none of them.
  private func withVictim(
    of attack: Attack, _ body: (TemporaryStore, Session, Int64) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      try session.save(contentsOf: (1...3).map { Hostage.sound(rank: $0) })
      session.clear()
      try attack.strike(store, victim: 2)
      try body(store, session, 2)
    }
  }
}

// MARK: - What is done to a column

struct Attack: CustomTestStringConvertible, Sendable {
  let column: String
  /// The SQL of the value that another program stores.
  let value: String
  /// A part of the error's text.
  let reason: String

  /// Whether the table's declaration forbids the value.
  var isOfAnotherKind: Bool { reason.contains(" is expected where ") }

  /// Whether another program can store the value: on PostgreSQL each column holds what its type
  /// allows.
  private var isPossible: Bool {
    if TestedDatabase.current != .postgres || value == "NULL" { return true }
    return !isOfAnotherKind && !value.hasPrefix("CAST") && !["flag", "tag"].contains(column)
      && value != "'twelve'"
  }

  var testDescription: String { "\(column) = \(value.prefix(40))" }

  func place(of pk: Int64) -> PersistenceError.Context {
    PersistenceError.Context(
      className: "Hostage", property: column, table: "hostage", column: column, pk: pk)
  }

  /// Stores the value in the row as a program does that ignores the column types of our tables.
  /// Returns the value that is stored then.
  @discardableResult
  func strike(_ store: TemporaryStore, victim: Int64) throws -> [String] {
    if TestedDatabase.current == .postgres {
      try strikeServer(store, victim)
    } else {
      try strikeFile(store, victim)
    }
    return try stored(store, victim: victim)
  }

  private func strikeServer(_ store: TemporaryStore, _ victim: Int64) throws {
    let value = value.hasPrefix("X'") ? "'\\x" + value.dropFirst(2) : value
    let sql = "UPDATE hostage SET \(column) = \(value) WHERE pk = \(victim)"
    try Session(store: store.store).execute(Criteria(stringLiteral: sql))
  }

  private func strikeFile(_ store: TemporaryStore, _ victim: Int64) throws {
    let sql = try store.rows("SELECT sql FROM sqlite_schema WHERE name = 'hostage'")[0]
    let loose = sql.replacing(/\ (STRICT|INTEGER|TEXT|REAL)\b/, with: "")
      .replacing("pk PRIMARY", with: "pk INTEGER PRIMARY")
    let other = try OtherProgram(store.path)
    try other.setSchema(loose, of: "hostage")
    try other.run("UPDATE hostage SET \(column) = \(value) WHERE pk = \(victim)")
    try other.setSchema(sql, of: "hostage")
  }

  func stored(_ store: TemporaryStore, victim: Int64) throws -> [String] {
    let form =
      TestedDatabase.current == .postgres
      ? "CAST(\(column) AS text)" : "typeof(\(column)), hex(\(column))"
    return try store.rows(
      Criteria(stringLiteral: "SELECT \(form) FROM hostage WHERE pk = \(victim)"))
  }
}

extension Attack {
  static let columns = [
    "name", "flag", "count", "weight", "price", "born", "seen", "tag", "link", "photo", "options",
    "place", "figure",
  ]

  static let all = (texts + numbers + dates + archives).filter(\.isPossible)

  private static let texts = [
    Attack(column: "name", value: "CAST(X'61FF' AS TEXT)", reason: "not valid UTF-8"),
    Attack(column: "name", value: "5", reason: "TEXT is expected where INTEGER is stored"),
    Attack(column: "name", value: "NULL", reason: "TEXT is expected where NULL is stored"),
    Attack(column: "name", value: "X'00'", reason: "TEXT is expected where BLOB is stored"),
    Attack(column: "tag", value: "'not a uuid'", reason: "not a uuid"),
    Attack(column: "link", value: "CAST(X'C0AF' AS TEXT)", reason: "UTF-8"),
    Attack(column: "photo", value: "'text'", reason: "BLOB is expected where TEXT is stored"),
    Attack(column: "options", value: "'{\"a\": 1'", reason: "JSON is not valid near byte 7"),
    Attack(column: "options", value: "'[1, 2]'", reason: "is not a Dictionary"),
    Attack(column: "options", value: "CAST(X'FF' AS TEXT)", reason: "JSON is not valid near"),
  ]

  private static let numbers = [
    Attack(column: "flag", value: "7", reason: "7"),
    Attack(column: "count", value: "'twelve'", reason: "twelve"),
    Attack(column: "count", value: "-1", reason: "-1 does not fit"),
    Attack(column: "weight", value: "'heavy'", reason: "REAL is expected where TEXT is stored"),
    Attack(column: "price", value: "'1,50'", reason: "1,50"),
    Attack(column: "price", value: "1.5", reason: "TEXT is expected where REAL is stored"),
  ]

  private static let dates =
    ["0000-00-00", "2001-02-30", "2001-01-01 24:00:00", "yesterday", ""].map {
      Attack(column: "born", value: "'\($0)'", reason: "\"\($0)\" is not a date")
    } + [
      Attack(column: "born", value: "0", reason: "TEXT is expected where INTEGER is stored"),
      Attack(column: "born", value: "CAST(X'FFFE' AS TEXT)", reason: "is not a date"),
      Attack(column: "seen", value: "'today'", reason: "REAL is expected where TEXT is stored"),
    ]

  private static let archives: [Attack] = {
    do { return try damagedArchives() + otherArchives() } catch { fatalError("\(error)") }
  }()

  private static func damagedArchives() throws -> [Attack] {
    let archive = try KeyedArchive.archive(Place())
    var random = [UInt8](repeating: 0, count: 200)
    for index in random.indices { random[index] = UInt8(truncatingIfNeeded: index &* 167 &+ 13) }
    let sound = try seal(archive)
    return [
      Attack("place", random, "the bytes are not an archive of this package"),
      Attack("place", [], "the bytes are not an archive of this package"),
      Attack("place", Array(sound.dropLast(20)), "truncated"),
      Attack("place", try seal(Array(archive.dropLast(40))), "the archive is damaged"),
      Attack("place", try seal(random), "not a binary property list"),
      Attack("place", withLength(2 << 30, sound), "KeyedArchiveOptions.maximumExpansion forbids"),
      Attack("place", withLength(.max, sound), "KeyedArchiveOptions.maximumExpansion forbids"),
      Attack("place", try bomb(), "the archive is damaged: it cannot be inflated"),
      Attack("figure", random, "the bytes are not an archive of this package"),
    ]
  }

  private static func otherArchives() throws -> [Attack] {
    struct Stranger: Codable { var color = "red" }
    return [
      Attack("place", try seal(KeyedArchive.archive(Stranger())), "written for another type"),
      Attack("place", try seal(KeyedArchive.archive([1, 2])), "is expected"),
      Attack("place", try seal(KeyedArchive.archive(object: Figurine())), "class Figurine"),
      Attack("figure", try seal(KeyedArchive.archive(object: NSString("x"))), "class NSString"),
      Attack("figure", try seal(KeyedArchive.archive(object: Unknown())), "class Unknown"),
      Attack("figure", try seal(KeyedArchive.archive(Place())), "class NSDictionary"),
    ]
  }

  private init(_ column: String, _ bytes: [UInt8], _ reason: String) {
    self.column = column
    value = "X'" + bytes.map { String(format: "%02x", $0) }.joined() + "'"
    self.reason = reason
  }

  private static func seal(_ raw: [UInt8]) throws -> [UInt8] {
    try raw.withUnsafeBytes { try ArchiveEnvelope.seal($0) }
  }

  /// The envelope with another uncompressed length in its header.
  private static func withLength(_ length: UInt64, _ envelope: [UInt8]) -> [UInt8] {
    let bytes = withUnsafeBytes(of: length.littleEndian) { Array($0) }
    return Array(envelope[..<6]) + bytes + Array(envelope[14...])
  }

  /// A few kilobytes that inflate to 16 MiB, although the header says 1000 bytes.
  private static func bomb() throws -> [UInt8] {
    withLength(1000, try seal([UInt8](repeating: 0, count: 16 << 20)))
  }
}

// MARK: - Models

@Persistent final class Hostage {
  var rank: Int
  var name: String
  var flag: Bool
  var count: UInt64
  var weight: Double
  var price: Decimal
  var born: Date
  @Column(codec: DateAsReal()) var seen: Date
  var tag: UUID
  var link: URL?
  var photo: Data
  @Column(codec: JSONCodec<[String: Int]>()) var options: [String: Int]
  var place: Place
  var figure: Figurine
  @Transient var life = Lifetime()

  static let birth = Date(timeIntervalSinceReferenceDate: 0.25)

  static func sound(rank: Int) -> Hostage {
    Hostage(
      rank: rank, name: "n", flag: true, count: 1, weight: 1.5, price: 1, born: birth, seen: birth,
      tag: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      link: URL(string: "http://a/b"), photo: Data([1]), options: ["a": 1], place: Place(),
      figure: Figurine())
  }
}

/// All fields are optional, so the type could be read from any archive.
struct Place: Codable, Equatable {
  var city: String? = "Berlin"
  var street: String? = "Unter den Linden"
}

class Figurine: NSObject, NSCoding, ArchiveClassNaming {
  class var archiveClassName: String { "Figurine" }
  override init() {}
  required init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) { coder.encode(7, forKey: "height") }
}

final class Unknown: Figurine {
  override class var archiveClassName: String { "Unknown" }
}
