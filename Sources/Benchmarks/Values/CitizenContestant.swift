import PersistentObjects

/// The phases on one of the two classes of citizens. The two contestants are not generic, so that
/// the compiler makes the code of each for its class.
protocol CitizenContestant: AnyObject, Sendable {
  associatedtype Person: CitizenValues
  var store: Store { get }
}

/// Names and addresses as structs.
nonisolated final class StructContestant: CitizenContestant, @MainActor Contestant {
  typealias Person = Citizen
  let store: Store

  init(path: String) throws { store = try Self.open(path) }

  @MainActor
  func work(on phase: Phase, _ workload: Workload) throws -> Work {
    try citizenWork(on: phase, workload)
  }

  func content() throws -> Int { try citizenContent() }
}

/// The same columns as properties.
nonisolated final class FlatContestant: CitizenContestant, @MainActor Contestant {
  typealias Person = FlatCitizen
  let store: Store

  init(path: String) throws { store = try Self.open(path) }

  @MainActor
  func work(on phase: Phase, _ workload: Workload) throws -> Work {
    try citizenWork(on: phase, workload)
  }

  func content() throws -> Int { try citizenContent() }
}

extension CitizenContestant {
  fileprivate static func open(_ path: String) throws -> Store {
    let store = try Store(path: path)
    // Make the tables before the clock starts.
    _ = try store.blocking.session { try Person.count(in: $0) }
    return store
  }

  @MainActor
  fileprivate func citizenWork(on phase: Phase, _ workload: Workload) throws -> Work {
    switch phase {
    case .insert: insertion(workload)
    case .fetchAll: fetch()
    case .findByKey: findsByKey(workload)
    case .findByKeyEach: findsByKeyEach(workload)
    case .findByName: findsByName(workload)
    case .update: try update { $0.age += 1 }
    case .updateColumn: try update { $0.move(to: "Another city") }
    case .delete: try deletion()
    }
  }

  fileprivate func citizenContent() throws -> Int {
    try store.blocking.session { session in
      try Person.findAll(in: session).reduce(0) { $0 &* 31 &+ $1.content }
    }
  }

  private func insertion(_ workload: Workload) -> Work {
    let store = store
    let rows = workload.rows.map(CitizenRow.init)
    return Work {
      try store.blocking.transaction { session in
        for row in rows { try session.insert(Person(row)) }
        try session.save()
        return rows.count
      }
    }
  }

  private func fetch() -> Work {
    let store = store
    return Work { try store.blocking.session { try Person.findAll(in: $0).sum } }
  }

  private func findsByKey(_ workload: Workload) -> Work {
    let store = store
    return Work {
      try store.blocking.session { session in
        var sum = 0
        for key in workload.keys { sum &+= try Person.findByPK(key, in: session)?.sum ?? 0 }
        return sum
      }
    }
  }

  @MainActor
  private func findsByKeyEach(_ workload: Workload) -> Work {
    Store.setDefault(store)
    return Work {
      try MainActor.assumeIsolated {
        var sum = 0
        for key in workload.keys { sum &+= try Person.findByPK(key)?.sum ?? 0 }
        return sum
      }
    }
  }

  private func findsByName(_ workload: Workload) -> Work {
    let store = store
    return Work {
      try store.blocking.session { session in
        var sum = 0
        for name in workload.names {
          sum &+= try Person.find(lastName: name, in: session).sum
        }
        return sum
      }
    }
  }

  private func update(_ change: @escaping (Person) -> Void) throws -> Work {
    let session = Session(store: store)
    let people = try Person.findAll(in: session)
    return Work {
      try session.transaction {
        for person in people { change(person) }
        try session.save()
      }
      return people.count
    }
  }

  private func deletion() throws -> Work {
    let session = Session(store: store)
    let people = try Person.findAll(in: session)
    return Work {
      try session.transaction { for person in people { try person.delete() } }
      return people.count
    }
  }
}
