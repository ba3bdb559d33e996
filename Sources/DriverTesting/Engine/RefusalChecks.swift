import PersistentObjects

/// Checks of objects that are not saved.
enum RefusalChecks {
  static let all = [
    Check("What is rolled back must be neither in the database nor in the objects", rollsBack),
    Check(
      "A second object with a unique value must be refused, and the first one named", refusesTwins),
    Check("An object that another session has changed must be a conflict", noticesConflicts),
  ]

  private struct Cancelled: Error {}

  private static func rollsBack(_ bench: Bench) throws {
    try bench.withSessions { session, other in
      let sailor = EngineChecks.ann()
      try session.save(sailor)
      do {
        try session.transaction {
          sailor.age = 1
          sailor.skills = []
          try session.save(sailor)
          try session.save(Sailor(name: "Bob"))
          throw Cancelled()
        }
      } catch is Cancelled {}
      try bench.demand(
        sailor.age == 40 && sailor.skills.count == 3,
        "the object was \(sailor.age), \(sailor.skills)")
      let ages = try Sailor.findAll(in: other).map(\.age)
      try bench.demand(ages == [40], "the database had sailors of the ages \(ages)")
    }
  }

  private static func refusesTwins(_ bench: Bench) throws {
    try bench.withSessions { session, other in
      let first = EngineChecks.ann()
      try session.save(first)
      let error = try bench.demandError([.constraintViolated], of: "the second") {
        try session.save(contentsOf: [Sailor(name: "Bob"), Sailor(name: "Ann")])
      }
      try bench.demand(
        error.constraint?.properties == ["name"] && error.constraint?.conflictingPK == first.pk,
        "the error was \(error), constraint \(String(describing: error.constraint))")
      let count = try Sailor.count(in: other)
      try bench.demand(count == 1, "\(count) were saved")
    }
  }

  private static func noticesConflicts(_ bench: Bench) throws {
    try bench.withSessions { session, other in
      let mine = EngineChecks.ann()
      try session.save(mine)
      let others = try Sailor.findFirstByName("Ann", in: other)
      others?.age = 41
      try other.save()
      mine.age = 42
      try bench.demandError([.conflict], of: "the save") { try session.save(mine) }
    }
  }
}
