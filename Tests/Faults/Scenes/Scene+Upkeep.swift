import PersistentObjects

extension Scene {
  static let upkeep = [
    Scene(name: "evolve", prepare: publish) { bench in
      try await bench.step("recode") {
        _ = try await bench.store.recode(.property(\Present.Leaflet.motto, from: StringCodec()))
      }
      try await bench.step("use", isOneTransaction: false) {
        _ = try Present.Leaflet.count(in: Session(store: bench.store))
      }
      try await bench.step("save") {
        let session = Session(store: bench.store)
        let leaflets = try Present.Leaflet.findAll(in: session)
        if leaflets.map(\.motto) != (0..<30).map({ "MOTTO \($0)" }) {
          throw Complaint("the mottos are \(leaflets.map(\.motto))")
        }
        leaflets[0].readers = ["Ann"]
        try session.save()
      }
      try await bench.step("prune") { try await bench.store.prune(Present.Leaflet.self) }
      try await bench.step("prune a table") { try await bench.store.prune(table: "poster") }
    },
    Scene(name: "vacuum", prepare: fill) { bench in
      try await bench.step("empty") {
        try await bench.store.transaction { session in
          for book in try Book.where({ $0.pages > 102 }).find(in: session) {
            try session.delete(book)
          }
        }
      }
      try await bench.step("vacuum") { try await bench.store.vacuum() }
      try await bench.step("optimize") { try await bench.store.optimize() }
    },
  ]

  /// Makes a file of the earlier program.
  private static let publish: @Sendable (Bench) async throws -> Void = { bench in
    for number in 0..<30 {
      let leaflet = Earlier.Leaflet(
        title: "leaflet \(number)", motto: "motto \(number)", size: number)
      leaflet.marks = ["a", "b"]
      try bench.session.insert(leaflet)
      try bench.session.insert(Earlier.Poster(title: "poster \(number)"))
    }
    try bench.session.save()
  }

  static let copying = Scene(name: "backup", prepare: fill) { bench in
    let copy = bench.path + ".copy"
    try await bench.step("backup") {
      try await bench.store.backup(to: copy, replacing: true)
      try quietly {
        if try FileContents(of: copy) != FileContents(of: bench.path) {
          throw Complaint("the copy is not the same")
        }
      }
    }
  }
}
