import PersistentObjects

/// Checks of queries, and of tasks that share a store.
enum SharingChecks {
  static let all = [
    Check("Queries must find what they describe", queries),
    Check("Many tasks at once must lose none of their changes", worksAtOnce),
  ]

  private static func queries(_ bench: Bench) throws {
    try bench.withSessions { session, other in
      let names = ["Ann", "anne", "Bob", "Änne", "Cay"]
      for (age, name) in names.enumerated() {
        let sailor = Sailor(name: name, age: age, skills: age > 2 ? ["knots"] : [])
        sailor.ship = Ship(name: "of \(name)")
        try session.insert(sailor)
      }
      try session.save()
      let found = [
        try Sailor.query.order { $0.name }.find(in: other).map(\.name),
        try Sailor.find(in: other) { $0.name.contains("nn") }.map(\.name).sorted(),
        try Sailor.find(in: other) { $0.skills.contains("knots") }.map(\.name).sorted(),
        try Sailor.find(in: other) { $0.ship.name == "of Bob" }.map(\.name),
      ]
      let expected = [
        ["Ann", "Bob", "Cay", "anne", "Änne"], ["Ann", "anne", "Änne"], ["Cay", "Änne"], ["Bob"],
      ]
      try bench.demand(found == expected, "they found \(found)")
    }
  }

  private static let rounds = 5

  private static func worksAtOnce(_ bench: Bench) async throws {
    let store = try bench.store()
    do {
      try await store.transaction { try $0.save(Sailor(name: "Ann")) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 { group.addTask { try await work(number, store) } }
        try await group.waitForAll()
      }
      let found = try await store.session { session in
        (
          age: try Sailor.findFirstByName("Ann", in: session)?.age,
          count: try Sailor.count(in: session)
        )
      }
      try bench.demand(
        found == (8 * rounds, 1 + 8 * rounds),
        "a sailor of the age \(found.age ?? 0) and"
          + " \(found.count) sailors were there")
    } catch {
      store.close()
      throw error
    }
    _ = await store.close(waitingUpTo: .seconds(10))
  }

  private static func work(_ number: Int, _ store: Store) async throws {
    for round in 0..<rounds {
      try await store.transaction(attempts: 100) { session in
        try Sailor.findFirstByName("Ann", in: session)?.age += 1
        try session.save(Sailor(name: "Sailor \(number).\(round)"))
      }
      _ = try await store.session { try Sailor.findAll(in: $0).count }
    }
  }
}
