import PersistentObjects

/// The statements of a save, and undoing changes.
struct ChangesChapter: Chapter {
  let title = "Only what changed is written, and revert takes it back"
  let explanation = """
    Setters note what changes. A save writes these columns and these rows of child tables, and \
    nothing for an object that is as it was.
    """

  func run(_ tour: Tour) throws {
    guard let package = try Package.query.findFirst(in: .main) else { return }
    let summary = package.summary
    try saveChange(of: package, tour)
    try saveNothing(package, tour)
    try appendTag(to: package, tour)
    try revert(package, tour)
    package.summary = summary
    package.tags.remove("demo::touched")
    try package.save()
  }

  private func saveChange(of package: Package, _ tour: Tour) throws {
    let statements = try tour.statements(
      """
      package.summary = "changed by the demo"
      try package.save()
      """
    ) {
      package.summary = "changed by the demo"
      try package.save()
    }
    try tour.check(
      "one UPDATE of one column",
      statements.filter { $0.sql.hasPrefix("UPDATE") }.map(\.runs) == [1])
  }

  private func saveNothing(_ package: Package, _ tour: Tour) throws {
    let statements = try tour.statements("try package.save()") { try package.save() }
    try tour.check("no statement for a clean object", statements.isEmpty)
  }

  private func appendTag(to package: Package, _ tour: Tour) throws {
    _ = package.tags
    let statements = try tour.statements(
      """
      package.tags.insert("demo::touched")
      try package.save()
      """
    ) {
      package.tags.insert("demo::touched")
      try package.save()
    }
    try tour.check(
      "one INSERT for one element",
      statements.filter { $0.sql.hasPrefix("INSERT INTO package_tags") }.map(\.runs) == [1])
  }

  private func revert(_ package: Package, _ tour: Tour) throws {
    let (name, count) = (package.name, package.tags.count)
    package.name = "renamed"
    package.tags = []
    try tour.say("The package's name is now '\(package.name)', and it has no tags:")
    try tour.write(object: package.debugDescription)
    try tour.call("try package.revert()") { try package.revert() }
    try tour.check(
      "it is as it was saved",
      package.name == name && package.tags.count == count && !package.needsSaving)
  }
}
