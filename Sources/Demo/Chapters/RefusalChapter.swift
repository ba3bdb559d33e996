import PersistentObjects

/// Bad values that are refused when they are written and when they are read.
struct RefusalChapter: Chapter {
  let title = "A bad value is refused"
  let explanation = """
    A codec may refuse a value. Then nothing of the whole save is in the database, and the error says \
    which property of which object it was. What somebody else wrote into the file is refused, too.
    """

  func run(_ tour: Tour) throws {
    guard let package = try Package.query.findFirst(in: .main) else { return }
    try refuseToSave(package, tour)
    try refuseToRead(package, tour)
  }

  private func refuseToSave(_ package: Package, _ tour: Tour) throws {
    let count = try Package.count()
    let bad = Relation(alternatives: [Relation.Alternative(package: "no such name!")])
    let new = Package(name: "bad", version: package.version, depends: [bad])
    try tour.say("A new package whose only relation is to '\(bad)':")
    try tour.checkThrows(.encodingFailed, "the codec refuses it", code: "try new.save()") {
      try new.save()
    }
    try tour.check(
      "nothing was saved", try Package.count() == count && new.state == .new && new.pk == nil)
  }

  /// Shows that a bad value cannot be read. This runs in a transaction, so that the row becomes
  /// valid again.
  private func refuseToRead(_ package: Package, _ tour: Tour) throws {
    guard let pk = package.pk else { return }
    let session = try Session.main
    try tour.say("Somebody else writes a version that does not exist, and the row is read:")
    let code = #"""
      try session.transaction {
        try session.execute("UPDATE package SET version = 'one point two' WHERE pk = \(pk)")
        try package.revert()
      }
      """#
    try tour.checkThrows(.decodingFailed, "the codec refuses what is stored", code: code) {
      try session.transaction {
        try session.execute("UPDATE package SET version = 'one point two' WHERE pk = \(pk)")
        try package.revert()
      }
    }
    try package.revert()
    try tour.check("the transaction took the row back", !package.needsSaving)
  }
}
