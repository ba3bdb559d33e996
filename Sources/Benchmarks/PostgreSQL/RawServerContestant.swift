import Foundation

/// The workload on libpq: prepared statements in binary form, one per row; whole rows are updated.
nonisolated final class RawServerContestant: @MainActor Contestant {
  private let server: RawServer

  init(schema: String) throws {
    try RawServer.makeSchema(schema)
    server = try RawServer(schema: schema)
    try server.execute(
      """
      CREATE TABLE person (pk bigint PRIMARY KEY, first_name text, last_name text COLLATE "C", age bigint, \
      balance double precision, birthdate double precision, note text, photo bytea); \
      CREATE INDEX person_last_name ON person (last_name)
      """)
  }

  func run(_ phase: Phase, _ workload: Workload) throws -> Int {
    switch phase {
    case .insert: try insert(workload)
    case .fetchAll: try fetchAll().reduce(0) { $0 + $1.age }
    case .findByKey: try server.inTransaction(Self.read) { try findByKey(workload) }
    case .findByKeyEach: try findByKey(workload)
    case .findByName: try server.inTransaction(Self.read) { try findByName(workload) }
    case .update: try update()
    case .delete: try delete()
    }
  }

  private static let read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

  // MARK: Inserting

  private func insert(_ workload: Workload) throws -> Int {
    try server.inTransaction {
      let query = try server.query("INSERT INTO person VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
      for (index, row) in workload.rows.enumerated() {
        query.bind(Int64(index + 1))
        RawPerson(pk: Int64(index + 1), row).bind(to: query)
        _ = try query.run()
      }
      return workload.rows.count
    }
  }

  /// Inserts all rows with one binary COPY, which is the fastest way.
  func copy(_ workload: Workload) throws -> Int {
    try server.inTransaction {
      var rows = Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      for (index, row) in workload.rows.enumerated() {
        RawPerson(pk: Int64(index + 1), row).appendCopyRow(to: &rows)
      }
      rows.append(bigEndian: Int16(-1))
      try server.copy("COPY person FROM STDIN (FORMAT binary)", rows)
      return workload.rows.count
    }
  }

  func clear() throws { try server.execute("TRUNCATE person") }

  // MARK: Reading

  private func fetchAll() throws -> [RawPerson] {
    try people(try server.query("SELECT * FROM person ORDER BY pk").run())
  }

  private func people(_ result: RawResult) throws -> [RawPerson] {
    (0..<result.count).map { RawPerson(result, row: $0) }
  }

  private func findByKey(_ workload: Workload) throws -> Int {
    let query = try server.query("SELECT * FROM person WHERE pk = $1")
    var sum = 0
    for key in workload.keys {
      query.bind(key)
      sum += try people(query.run()).first?.age ?? 0
    }
    return sum
  }

  private func findByName(_ workload: Workload) throws -> Int {
    let query = try server.query("SELECT * FROM person WHERE last_name = $1 ORDER BY pk")
    var sum = 0
    for name in workload.names {
      query.bind(name)
      for person in try people(query.run()) { sum += person.age }
    }
    return sum
  }

  // MARK: Changing

  private func update() throws -> Int {
    try server.inTransaction {
      let people = try fetchAll()
      return try Clock.measured {
        let query = try server.query(
          """
          UPDATE person SET first_name = $1, last_name = $2, age = $3, balance = $4, \
          birthdate = $5, note = $6, photo = $7 WHERE pk = $8
          """)
        for person in people {
          person.age += 1
          person.bind(to: query)
          query.bind(person.pk)
          _ = try query.run()
        }
        return people.count
      }
    }
  }

  private func delete() throws -> Int {
    try server.inTransaction {
      let people = try fetchAll()
      return try Clock.measured {
        let query = try server.query("DELETE FROM person WHERE pk = $1")
        for person in people {
          query.bind(person.pk)
          _ = try query.run()
        }
        return people.count
      }
    }
  }
}

extension RawPerson {
  fileprivate convenience init(_ result: RawResult, row: Int32) {
    self.init(
      pk: result.integer(row, 0), firstName: result.text(row, 1), lastName: result.text(row, 2),
      age: Int(result.integer(row, 3)), balance: result.real(row, 4),
      birthdate: Date(timeIntervalSinceReferenceDate: result.real(row, 5)),
      note: result.isNull(row, 6) ? nil : result.text(row, 6), photo: result.data(row, 7))
  }

  /// Binds all columns except the key.
  fileprivate func bind(to query: RawQuery) {
    query.bind(firstName)
    query.bind(lastName)
    query.bind(Int64(age))
    query.bind(balance)
    query.bind(birthdate.timeIntervalSinceReferenceDate)
    if let note { query.bind(note) } else { query.bindNull() }
    query.bind(photo)
  }

  fileprivate func appendCopyRow(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: Int16(8))
    bytes.append(bigEndian: Int32(8))
    bytes.append(bigEndian: pk)
    Self.append(firstName.utf8, to: &bytes)
    Self.append(lastName.utf8, to: &bytes)
    bytes.append(bigEndian: Int32(8))
    bytes.append(bigEndian: Int64(age))
    bytes.append(bigEndian: Int32(8))
    bytes.append(bigEndian: balance.bitPattern)
    bytes.append(bigEndian: Int32(8))
    bytes.append(bigEndian: birthdate.timeIntervalSinceReferenceDate.bitPattern)
    if let note { Self.append(note.utf8, to: &bytes) } else { bytes.append(bigEndian: Int32(-1)) }
    Self.append(photo, to: &bytes)
  }

  private static func append(_ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: Int32(value.count))
    bytes += value
  }
}
