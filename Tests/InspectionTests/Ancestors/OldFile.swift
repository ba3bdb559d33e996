import CSQLite
import Foundation
import PersistentObjectsAncestors

/// A file that a test writes as the original did.
final class OldFile {
  let path: String
  private let database: OpaquePointer?

  static let sequence = "CREATE TABLE SQLITESEQUENCE (name TEXT PRIMARY KEY, seq INTEGER)"

  init(_ sql: String...) throws {
    path = NSTemporaryDirectory() + "ancestor-\(UUID().uuidString).sqlite3"
    var pointer: OpaquePointer?
    sqlite3_open(path, &pointer)
    database = pointer
    try run("PRAGMA synchronous = OFF")
    for text in sql { try run(text) }
  }

  deinit {
    sqlite3_close(database)
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  struct Failure: Error {
    let message: String
  }

  func run(_ sql: String) throws {
    guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(database)) + ": " + sql)
    }
  }

  /// Binds texts, bytes and NULL, as the original bound everything.
  func insert(_ sql: String, _ values: [Bound]) throws {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(database)) + ": " + sql)
    }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() { value.bind(statement, Int32(index + 1)) }
    guard sqlite3_step(statement) == SQLITE_DONE else {
      throw Failure(message: String(cString: sqlite3_errmsg(database)) + ": " + sql)
    }
  }

  /// A class with its key counter.
  func addClass(_ table: String, _ columns: String, lastKey: Int = 100) throws {
    try run(
      "CREATE TABLE \(table) (pk INTEGER PRIMARY KEY\(columns.isEmpty ? "" : ", ")\(columns))")
    try run("INSERT INTO SQLITESEQUENCE VALUES ('\(table)', \(lastKey))")
  }

  func addArray(_ table: String) throws {
    try run(
      """
      CREATE TABLE \(table) (parent_pk, array_index INTEGER, fk INTEGER, fk_table_name TEXT,
      object_data TEXT, object_class BLOB, PRIMARY KEY (parent_pk, array_index))
      """)
  }

  func addDictionary(_ table: String) throws {
    try run(
      """
      CREATE TABLE \(table) (parent_pk integer, dictionary_key TEXT, fk INTEGER, fk_table_name TEXT,
      object_data BLOB, object_class TEXT, PRIMARY KEY (parent_pk, dictionary_key))
      """)
  }

  func addSet(_ table: String) throws {
    try run(
      """
      CREATE TABLE \(table) (parent_pk INTEGER, fk INTEGER, fk_table_name TEXT, object_data BLOB,
      object_class TEXT)
      """)
  }

  func model(_ map: LegacyMap = LegacyMap()) throws -> LegacyModel {
    try LegacyStore(path).model(map: map)
  }

  /// All objects of all classes, by table.
  func objects(
    _ zone: String = "GMT", map: LegacyMap = LegacyMap()
  ) throws -> [String: [LegacyObject]] {
    let file = try LegacyStore(path)
    let calendar = LegacyCalendar(timeZone: TimeZone(identifier: zone) ?? .gmt)
    var objects: [String: [LegacyObject]] = [:]
    for type in try file.model(map: map).classes {
      try file.forEachObject(of: type, calendar: calendar) {
        objects[type.table, default: []].append($0)
      }
    }
    return objects
  }

  /// The names of all doubts.
  func doubts(_ zone: String = "GMT", map: LegacyMap = LegacyMap()) throws -> [LegacyDoubtCount] {
    let file = try LegacyStore(path)
    let calendar = LegacyCalendar(timeZone: TimeZone(identifier: zone) ?? .gmt)
    return try file.summary(of: try file.model(map: map), calendar: calendar).allDoubts
  }
}

enum Bound {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])

  fileprivate func bind(_ statement: OpaquePointer?, _ index: Int32) {
    // `SQLITE_TRANSIENT`, a macro that Swift cannot see.
    let isCopied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let value): sqlite3_bind_int64(statement, index, value)
    case .text(let text):
      sqlite3_bind_text64(
        statement, index, text, sqlite3_uint64(text.utf8.count), isCopied, UInt8(SQLITE_UTF8))
    case .bytes(let bytes):
      sqlite3_bind_blob64(
        statement, index, bytes.isEmpty ? [0] : bytes, sqlite3_uint64(bytes.count), isCopied)
    }
  }
}

extension [LegacyDoubtCount] {
  func contains(_ kind: LegacyDoubt.Kind) -> Bool { contains { $0.first.kind == kind } }
}

extension OldFile {
  /// A file of one person, Joe.
  static func ofPersons() throws -> OldFile {
    let file = try OldFile(sequence)
    try file.addClass("person", "name TEXT")
    try file.run("INSERT INTO person VALUES (1, 'Joe')")
    return file
  }
}
