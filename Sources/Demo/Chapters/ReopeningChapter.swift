import PersistentObjects

/// Closes the store, opens the file again, and checks it.
struct ReopeningChapter: Chapter {
  let title = "Closing, reopening, checking"
  let explanation = """
    The store is closed and the file opened anew, as another process would. SQLite checks the file \
    and the foreign keys; the objects must be those that were saved.
    """

  func run(_ tour: Tour) throws {
    let before = try Self.fingerprint()
    try tour.reopen()
    let integrity = try tour.call(#"try Session.main.rows("PRAGMA integrity_check")"#) {
      try Session.main.rows("PRAGMA integrity_check")
    }
    let dangling = try tour.call(#"try Session.main.rows("PRAGMA foreign_key_check")"#) {
      try Session.main.rows("PRAGMA foreign_key_check")
    }
    try tour.write(TextTable(["integrity_check"], rows: integrity))
    try tour.check("the file is sound", integrity == [[.text("ok")]])
    try tour.check("no foreign key dangles", dangling.isEmpty)
    try tour.check("the objects are those of before", try Self.fingerprint() == before)
    let record = try tour.call("try ImportRecord.findAll().last") {
      try ImportRecord.findAll().last
    }
    try tour.write(object: record?.description ?? "nil")
  }

  /// Every property of some packages, and counts.
  private static func fingerprint() throws -> [String] {
    let packages = try Package.query.order(by: \.name).limit(50)
      .loading(\.depends).loading(\.dependencies).loading(\.tags).loading(\.checksums).find()
    let counts = [try Package.count(), try Section.count(), try SourcePackage.count()]
    return packages.map(\.description) + counts.map(String.init)
  }
}
