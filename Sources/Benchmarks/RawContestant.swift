import CSQLite
import Foundation

/// The workload in Swift on SQLite's C API, as a careful programmer writes it: prepared statements
/// reused, direct binding, dates as REAL, whole rows updated. Bound to no actor: a closure of the
/// main actor's would check at each call that it is there.
nonisolated final class RawContestant: @MainActor Contestant {
  private var database: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  init(path: String) throws {
    try check(
      sqlite3_open_v2(
        path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil))
    for sql in [
      "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON",
      """
      CREATE TABLE person (pk INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, age INTEGER, \
      balance REAL, birthdate REAL, note TEXT, photo BLOB) STRICT
      """,
      "CREATE INDEX person_last_name ON person (last_name)",
    ] { try execute(sql) }
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  func run(_ phase: Phase, _ workload: Workload) throws -> Int {
    switch phase {
    case .insert: try insert(workload)
    case .fetchAll: try fetchAll().reduce(0) { $0 + $1.age }
    case .findByKey: try inTransaction("BEGIN") { try findByKey(workload) }
    case .findByKeyEach: try findByKey(workload)
    case .findByName: try inTransaction("BEGIN") { try findByName(workload) }
    case .update: try update()
    case .delete: try delete()
    }
  }

  // MARK: Phases

  private func insert(_ workload: Workload) throws -> Int {
    try inTransaction("BEGIN IMMEDIATE") {
      let statement = try statement("INSERT INTO person VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
      for (index, row) in workload.rows.enumerated() {
        let person = RawPerson(
          pk: Int64(index + 1), firstName: row.firstName, lastName: row.lastName, age: row.age,
          balance: row.balance, birthdate: row.birthdate, note: row.note, photo: row.photo)
        sqlite3_bind_int64(statement, 1, person.pk)
        bind(person, statement, from: 2)
        try run(statement)
      }
      return workload.rows.count
    }
  }

  private func fetchAll() throws -> [RawPerson] {
    let statement = try statement("SELECT * FROM person ORDER BY pk")
    defer { sqlite3_reset(statement) }
    var people: [RawPerson] = []
    while try step(statement) { people.append(person(statement)) }
    return people
  }

  private func findByKey(_ workload: Workload) throws -> Int {
    let statement = try statement("SELECT * FROM person WHERE pk = ?1")
    var sum = 0
    for key in workload.keys {
      sqlite3_bind_int64(statement, 1, key)
      if try step(statement) { sum += person(statement).age }
      sqlite3_reset(statement)
    }
    return sum
  }

  private func findByName(_ workload: Workload) throws -> Int {
    let statement = try statement("SELECT * FROM person WHERE last_name = ?1 ORDER BY pk")
    var sum = 0
    for name in workload.names {
      bind(name, statement, 1)
      var people: [RawPerson] = []
      while try step(statement) { people.append(person(statement)) }
      sqlite3_reset(statement)
      for person in people { sum += person.age }
    }
    return sum
  }

  private func update() throws -> Int {
    try inTransaction("BEGIN IMMEDIATE") {
      let people = try fetchAll()
      return try Clock.measured {
        let statement = try statement(
          """
          UPDATE person SET first_name = ?1, last_name = ?2, age = ?3, balance = ?4, \
          birthdate = ?5, note = ?6, photo = ?7 WHERE pk = ?8
          """)
        for person in people {
          person.age += 1
          bind(person, statement, from: 1)
          sqlite3_bind_int64(statement, 8, person.pk)
          try run(statement)
        }
        return people.count
      }
    }
  }

  private func delete() throws -> Int {
    try inTransaction("BEGIN IMMEDIATE") {
      let people = try fetchAll()
      return try Clock.measured {
        let statement = try statement("DELETE FROM person WHERE pk = ?1")
        for person in people {
          sqlite3_bind_int64(statement, 1, person.pk)
          try run(statement)
        }
        return people.count
      }
    }
  }

  // MARK: The C API

  private func person(_ statement: OpaquePointer) -> RawPerson {
    RawPerson(
      pk: sqlite3_column_int64(statement, 0), firstName: text(statement, 1),
      lastName: text(statement, 2), age: Int(sqlite3_column_int64(statement, 3)),
      balance: sqlite3_column_double(statement, 4),
      birthdate: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(statement, 5)),
      note: sqlite3_column_type(statement, 6) == SQLITE_NULL ? nil : text(statement, 6),
      photo: Data(
        bytes: sqlite3_column_blob(statement, 7), count: Int(sqlite3_column_bytes(statement, 7))))
  }

  private func text(_ statement: OpaquePointer, _ index: Int32) -> String {
    String(cString: sqlite3_column_text(statement, index))
  }

  private func bind(_ person: RawPerson, _ statement: OpaquePointer, from index: Int32) {
    bind(person.firstName, statement, index)
    bind(person.lastName, statement, index + 1)
    sqlite3_bind_int64(statement, index + 2, Int64(person.age))
    sqlite3_bind_double(statement, index + 3, person.balance)
    sqlite3_bind_double(statement, index + 4, person.birthdate.timeIntervalSinceReferenceDate)
    if let note = person.note {
      bind(note, statement, index + 5)
    } else {
      sqlite3_bind_null(statement, index + 5)
    }
    _ = person.photo.withUnsafeBytes { bytes in
      po_sqlite3_bind_blob(statement, index + 6, bytes.baseAddress, UInt64(bytes.count))
    }
  }

  private func bind(_ text: String, _ statement: OpaquePointer, _ index: Int32) {
    var text = text
    _ = text.withUTF8 { utf8 in
      po_sqlite3_bind_text(statement, index, utf8.baseAddress, UInt64(utf8.count))
    }
  }

  private func inTransaction<R>(_ begin: String, _ body: () throws -> R) throws -> R {
    try execute(begin)
    let result = try body()
    try execute("COMMIT")
    return result
  }

  private func statement(_ sql: String) throws -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else { throw RawError(code: SQLITE_ERROR) }
    statements[sql] = statement
    return statement
  }

  private func execute(_ sql: String) throws {
    try check(sqlite3_exec(database, sql, nil, nil, nil))
  }

  private func step(_ statement: OpaquePointer) throws -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw RawError(code: code)
    }
  }

  private func run(_ statement: OpaquePointer) throws {
    while try step(statement) {}
    sqlite3_reset(statement)
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw RawError(code: code) }
  }
}

struct RawError: Error {
  let code: Int32
}
