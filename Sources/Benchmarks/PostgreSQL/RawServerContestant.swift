import Foundation

/// The workload on libpq: prepared statements in binary form, one per row. Phase E updates whole
/// rows, E1 one column.
nonisolated final class RawServerContestant: @MainActor Contestant {
  private let server: RawServer

  init(_ schema: TemporarySchema) throws {
    try schema.makeEmpty()
    server = try RawServer(schema: schema.name)
    try server.execute(
      """
      CREATE TABLE person (pk bigint PRIMARY KEY, first_name text, last_name text COLLATE "C", age bigint, \
      balance double precision, birthdate double precision, note text, photo bytea); \
      CREATE INDEX person_last_name ON person (last_name)
      """)
  }

  func work(on phase: Phase, _ workload: Workload) throws -> Work {
    switch phase {
    case .insert: Work { try self.insert(workload) }
    case .fetchAll: Work { try self.fetchAll().sum }
    case .findByKey: reading { try self.findByKey(workload) }
    case .findByKeyEach: Work { try self.findByKey(workload) }
    case .findByName: reading { try self.findByName(workload) }
    case .update: try updatePeople()
    case .updateColumn: try updateAges()
    case .delete: try delete()
    }
  }

  /// Makes work in one transaction that only reads.
  private func reading(_ body: @escaping () throws -> Int) -> Work {
    Work {
      try self.server.inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }
  }

  func content() throws -> Int { try fetchAll().content }

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
      sum &+= try people(query.run()).first?.sum ?? 0
    }
    return sum
  }

  private func findByName(_ workload: Workload) throws -> Int {
    let query = try server.query("SELECT * FROM person WHERE last_name = $1 ORDER BY pk")
    var sum = 0
    for name in workload.names {
      query.bind(name)
      sum &+= try people(query.run()).sum
    }
    return sum
  }

  // MARK: Changing

  private func updatePeople() throws -> Work {
    try changing(
      """
      UPDATE person SET first_name = $1, last_name = $2, age = $3, balance = $4, \
      birthdate = $5, note = $6, photo = $7 WHERE pk = $8
      """
    ) { person, query in
      person.age += 1
      person.bind(to: query)
      query.bind(person.pk)
    }
  }

  private func updateAges() throws -> Work {
    try changing("UPDATE person SET age = $1 WHERE pk = $2") { person, query in
      person.age += 1
      query.bind(Int64(person.age))
      query.bind(person.pk)
    }
  }

  private func delete() throws -> Work {
    try changing("DELETE FROM person WHERE pk = $1") { person, query in query.bind(person.pk) }
  }

  /// Runs a statement for each person, in one transaction.
  private func changing(
    _ sql: String, bind: @escaping (RawPerson, RawQuery) -> Void
  ) throws -> Work {
    let people = try fetchAll()
    return Work {
      try self.server.inTransaction {
        let query = try self.server.query(sql)
        for person in people {
          bind(person, query)
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
