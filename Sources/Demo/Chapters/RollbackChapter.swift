import PersistentObjects

/// A transaction that fails and also undoes the changes of objects.
struct RollbackChapter: Chapter {
  private struct ChangeOfMind: Error {}

  let title = "A transaction that fails takes the objects back"
  let explanation = """
    When a transaction is rolled back, the objects in memory go back together with the database: \
    values, states, keys. A transaction inside another one is a savepoint.
    """

  func run(_ tour: Tour) throws {
    let packages = try Package.query.limit(3).find()
    guard let first = packages.first, let last = packages.last else { return }
    let before = packages.map(Self.summary)
    let count = try Package.count()
    let new = Package(name: "new", version: first.version)
    do {
      try changeAndThrow(first, new, last, tour)
    } catch is ChangeOfMind {
      try tour.say("The objects that were changed, made and deleted are now:")
    }
    try write(packages + [new], tour)
    try tour.check("the objects are as before", packages.map(Self.summary) == before)
    try tour.check("the new one is new again", new.state == .new && new.pk == nil)
    try tour.check("the database is as before", try Package.count() == count)
  }

  private func changeAndThrow(
    _ first: Package, _ new: Package, _ last: Package, _ tour: Tour
  ) throws {
    let session = try Session.main
    try tour.call(
      """
      try session.transaction {
        first.name = "renamed"
        try new.save()
        first.dependencies = [new]
        try session.save()
        try last.delete()
        throw ChangeOfMind()
      }
      """
    ) {
      try session.transaction {
        first.name = "renamed"
        try new.save()
        first.dependencies = [new]
        try session.save()
        try last.delete()
        throw ChangeOfMind()
      }
    }
  }

  private func write(_ packages: [Package], _ tour: Tour) throws {
    try tour.write(
      TextTable(["pk", "name", "state", "dependencies"], packages) {
        [$0.pk.map { "\($0)" }, $0.name, "\($0.state)", String($0.dependencies.count)]
      })
  }

  private static func summary(_ package: Package) -> String {
    "\(package.pk ?? 0) \(package.name) \(package.state) \(package.dependencies.map(\.name))"
  }
}
