import Foundation

/// The workload in Swift on SQLite's C API, as a careful programmer would write it: prepared
/// statements are reused, values are bound directly, dates are REAL. Phase E updates whole rows, E1
/// one column. The class is bound to no actor: a closure isolated to the main actor would check at
/// each call that it runs there.
nonisolated final class RawContestant: @MainActor Contestant {
  private let database: RawDatabase

  init(path: String) throws {
    database = try RawDatabase(path: path)
    try database.execute(
      """
      CREATE TABLE person (pk INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, age INTEGER, \
      balance REAL, birthdate REAL, note TEXT, photo BLOB) STRICT
      """)
    try database.execute("CREATE INDEX person_last_name ON person (last_name)")
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
    Work { try self.database.inTransaction(RawTransaction.reading, body) }
  }

  func content() throws -> Int { try fetchAll().content }

  func insert(_ workload: Workload) throws -> Int {
    try database.inTransaction {
      let statement = try database.statement(
        "INSERT INTO person VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
      for (index, row) in workload.rows.enumerated() {
        let person = RawPerson(pk: Int64(index + 1), row)
        statement.bind(person.pk, 1)
        person.bind(to: statement, from: 2)
        try statement.run()
      }
      return workload.rows.count
    }
  }

  func fetchAll() throws -> [RawPerson] {
    let statement = try database.statement("SELECT * FROM person ORDER BY pk")
    defer { statement.reset() }
    var people: [RawPerson] = []
    while try statement.step() { people.append(RawPerson(statement)) }
    return people
  }

  private func findByKey(_ workload: Workload) throws -> Int {
    let statement = try database.statement("SELECT * FROM person WHERE pk = ?1")
    var sum = 0
    for key in workload.keys {
      statement.bind(key, 1)
      if try statement.step() { sum &+= RawPerson(statement).sum }
      statement.reset()
    }
    return sum
  }

  private func findByName(_ workload: Workload) throws -> Int {
    let statement = try database.statement("SELECT * FROM person WHERE last_name = ?1 ORDER BY pk")
    var sum = 0
    for name in workload.names {
      statement.bind(name, 1)
      var people: [RawPerson] = []
      while try statement.step() { people.append(RawPerson(statement)) }
      statement.reset()
      sum &+= people.sum
    }
    return sum
  }

  private func updatePeople() throws -> Work {
    let people = try fetchAll()
    return Work {
      try self.database.inTransaction {
        let statement = try self.updateStatement()
        for person in people {
          person.age += 1
          try self.update(person, statement)
        }
        return people.count
      }
    }
  }

  private func updateAges() throws -> Work {
    let people = try fetchAll()
    return Work {
      try self.database.inTransaction {
        let statement = try self.database.statement("UPDATE person SET age = ?1 WHERE pk = ?2")
        for person in people {
          person.age += 1
          statement.bind(Int64(person.age), 1)
          statement.bind(person.pk, 2)
          try statement.run()
        }
        return people.count
      }
    }
  }

  private func updateStatement() throws -> RawStatement {
    try database.statement(
      """
      UPDATE person SET first_name = ?1, last_name = ?2, age = ?3, balance = ?4, \
      birthdate = ?5, note = ?6, photo = ?7 WHERE pk = ?8
      """)
  }

  private func update(_ person: RawPerson, _ statement: RawStatement) throws {
    person.bind(to: statement, from: 1)
    statement.bind(person.pk, 8)
    try statement.run()
  }

  /// Writes one person, in a separate transaction.
  func save(_ person: RawPerson) throws {
    try database.inTransaction { try update(person, updateStatement()) }
  }

  private func delete() throws -> Work {
    let people = try fetchAll()
    return Work {
      try self.database.inTransaction {
        let statement = try self.database.statement("DELETE FROM person WHERE pk = ?1")
        for person in people {
          statement.bind(person.pk, 1)
          try statement.run()
        }
        return people.count
      }
    }
  }
}
