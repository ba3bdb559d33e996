import PersistentObjects

/// Checks of objects that are saved, found, changed and deleted in a store that uses the driver.
enum EngineChecks {
  static let all = [
    Check("Objects must be found as they were saved, in another session", saves),
    Check("Changes of values and collections must be found in another session", changes),
    Check("Objects that refer to each other in a circle must be saved and deleted", circles),
    Check("Many objects must be saved, changed, found and deleted together", savesMany),
  ]

  static func ann() -> Sailor {
    let ann = Sailor(name: "Ann", age: 40, wage: -0.0, skills: ["knots", "", "knots"])
    ann.marks = ["é": 1, "e": .max]
    ann.voyages = [[1, 2], [], [3]]
    return ann
  }

  private static func saves(_ bench: Bench) throws {
    try bench.withSessions { session, other in
      try session.save(ann())
      let found = try Sailor.findFirstByName("Ann", in: other)
      try bench.demand(found != nil, "it was not found")
      guard let found else { return }
      let sign = bench.character.keepsNegativeZero ? FloatingPointSign.minus : found.wage.sign
      try bench.demand(
        found.age == 40 && found.wage == 0 && found.wage.sign == sign && found.version == 1,
        "its values were \(found.age), \(found.wage), \(found.version) rather than 40, -0.0, 1")
      try demandCollections(
        bench, found, ["knots", "", "knots"], ["é": 1, "e": .max], [[1, 2], [], [3]])
    }
  }

  private static func demandCollections(
    _ bench: Bench, _ sailor: Sailor, _ skills: [String], _ marks: [String: Int],
    _ voyages: [[Int]]
  ) throws {
    try bench.demand(
      sailor.skills == skills && sailor.marks == marks && sailor.voyages == voyages,
      """
      its collections were \(sailor.skills), \(sailor.marks), \(sailor.voyages) rather than \(skills), \(marks), \
      \(voyages)
      """)
  }

  private static func changes(_ bench: Bench) throws {
    try bench.withSessions { session, other in
      let sailor = ann()
      try session.save(sailor)
      sailor.age += 1
      sailor.skills.insert("sails", at: 0)
      sailor.marks["e"] = nil
      sailor.voyages.remove(at: 0)
      try session.save(sailor)
      let found = try Sailor.findByAge(41, in: other)
      try bench.demand(found.count == 1, "\(found.count) were found")
      try demandCollections(
        bench, found[0], ["sails", "knots", "", "knots"], ["é": 1], [[], [3]])
    }
  }

  private static func circles(_ bench: Bench) throws {
    try bench.withSessions { session, other in
      let crew = ["Ann", "Bob", "Cay"].map { Sailor(name: $0) }
      for (sailor, mate) in zip(crew, crew[1...] + crew[..<1]) { sailor.mate = mate }
      let ship = Ship(name: "Beagle", captain: crew[0])
      ship.crew = Set(crew)
      try session.save(ship)
      let found = try Ship.findFirstByName("Beagle", in: other)
      try bench.demand(
        found?.captain?.mate?.mate?.mate === found?.captain && found?.crew.count == 3,
        "the crew was \(found?.crew.map(\.name).sorted() ?? [])")
      for sailor in crew { try session.delete(sailor) }
      try session.delete(ship)
      let left = try Sailor.count(in: other) + Ship.count(in: other)
      try bench.demand(left == 0, "\(left) objects were left")
    }
  }

  private static func savesMany(_ bench: Bench) throws {
    try bench.withSessions { session, other in
      let crew = (0..<600).map { Sailor(name: "Sailor \($0)", age: $0, skills: ["\($0)"]) }
      try session.save(contentsOf: crew)
      for sailor in crew where sailor.age < 300 { sailor.wage = 0.5 }
      try session.save()
      let paid = try Sailor.find(in: other) { $0.wage == 0.5 }
      try bench.demand(
        paid.count == 300 && paid.allSatisfy { $0.skills == ["\($0.age)"] },
        "\(paid.count) were found")
      let deleted = try Sailor.delete(in: other) { $0.age >= 100 }
      try bench.demand(deleted == 500, "\(deleted) were deleted")
      let left = try Sailor.count(in: other)
      try bench.demand(left == 100, "\(left) were left")
    }
  }
}
