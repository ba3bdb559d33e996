import PersistentObjects

/// Closes the store, opens the file again, and checks it.
struct ReopeningChapter: Chapter {
  let title = "Closing, reopening, checking"
  let explanation = """
    The store is closed and the database opened anew, as another process would. The database is asked \
    what is wrong with it, its foreign keys are checked, and what the store has recorded; the objects must \
    be those that were saved.
    """

  func run(_ tour: Tour) throws {
    let before = try Self.fingerprint()
    try tour.reopen()
    let store = tour.store
    try tour.write(code: "try store.blocking.checkIntegrity()")
    let report = try store.blocking.checkIntegrity()
    try tour.write(object: report.description)
    try tour.check("the database is sound, and no reference dangles", report.isSound)
    try tour.check("the objects are those of before", try Self.fingerprint() == before)
    let record = try tour.call("try ImportRecord.findAll().last") {
      try ImportRecord.findAll().last
    }
    try tour.write(object: record?.description ?? "nil")
  }

  /// Returns every property of some packages, and counts.
  private static func fingerprint() throws -> [String] {
    let packages = try Package.query.order(by: \.name).limit(50)
      .loading(\.depends).loading(\.dependencies).loading(\.tags).loading(\.checksums).find()
    let counts = [try Package.count(), try Section.count(), try SourcePackage.count()]
    return packages.map(\.description) + counts.map(String.init)
  }
}
