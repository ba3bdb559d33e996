import Foundation
import PersistentObjects

@Persistent final class Person {
  var firstName: String
  var lastName: String
  var age: Int
  var balance: Double
  var birthdate: Date
  var note: String?
  var photo: Data

  static let indices: [Index<Person>] = [[\.lastName]]
}

extension Person {
  convenience init(_ row: Workload.Row) {
    self.init(
      firstName: row.firstName, lastName: row.lastName, age: row.age, balance: row.balance,
      birthdate: row.birthdate, note: row.note, photo: row.photo)
  }
}

extension Person: PersonValues {}

/// The workload on this package, as a user would write it. Only the short forms belong to the main
/// actor: a closure isolated to it would check at each call that it runs there.
nonisolated final class EngineContestant: @MainActor Contestant {
  private let store: Store

  convenience init(path: String) throws { try self.init(Store(path: path)) }

  init(_ store: Store) throws {
    self.store = store
    Store.setDefault(store)
    // Make the tables before the clock starts, as the raw contestant does.
    _ = try store.blocking.session { try Person.count(in: $0) }
  }

  @MainActor
  func work(on phase: Phase, _ workload: Workload) throws -> Work {
    switch phase {
    case .insert: Work { try self.insert(workload) }
    case .fetchAll: Work { try self.fetchAll() }
    case .findByKey: Work { try self.findByKey(workload) }
    case .findByKeyEach: Work { try self.findByKeyEach(workload) }
    case .findByName: Work { try self.findByName(workload) }
    case .update, .updateColumn: try update()
    case .delete: try delete()
    }
  }

  func content() throws -> Int {
    try store.blocking.session { try Person.findAll(in: $0).content }
  }

  private func insert(_ workload: Workload) throws -> Int {
    try store.blocking.transaction { session in
      for row in workload.rows {
        try session.insert(Person(row))
      }
      try session.save()
      return workload.rows.count
    }
  }

  private func fetchAll() throws -> Int {
    try store.blocking.session { try Person.findAll(in: $0).sum }
  }

  private func findByKey(_ workload: Workload) throws -> Int {
    try store.blocking.session { session in
      var sum = 0
      for key in workload.keys { sum &+= try Person.findByPK(key, in: session)?.sum ?? 0 }
      return sum
    }
  }

  @MainActor
  private func findByKeyEach(_ workload: Workload) throws -> Int {
    var sum = 0
    for key in workload.keys { sum &+= try Person.findByPK(key)?.sum ?? 0 }
    return sum
  }

  private func findByName(_ workload: Workload) throws -> Int {
    try store.blocking.session { session in
      var sum = 0
      for name in workload.names {
        sum &+= try Person.findByLastName(name, in: session).sum
      }
      return sum
    }
  }

  private func update() throws -> Work {
    let session = Session(store: store)
    let people = try Person.findAll(in: session)
    return Work {
      try session.transaction {
        for person in people { person.age += 1 }
        try session.save()
      }
      return people.count
    }
  }

  private func delete() throws -> Work {
    let session = Session(store: store)
    let people = try Person.findAll(in: session)
    return Work {
      try session.transaction { for person in people { try person.delete() } }
      return people.count
    }
  }
}
