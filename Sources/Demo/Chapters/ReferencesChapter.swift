import PersistentObjects
import PersistentObjectsCommandLine

/// Identity, and references that are read for many objects at once.
struct ReferencesChapter: Chapter {
  private static let packages = 1000
  /// One for the packages, one each for their sections and sources, and two for their dependencies,
  /// which one snapshot encloses with two more.
  private static let statements = 7

  let title = "References: one row, one object, and few statements"
  let explanation = """
    In one session a row is one object, however it is reached. A reference or a collection is read \
    at its first use, and then for all objects that came from the same fetch, in one statement.
    """

  func run(_ tour: Tour) throws {
    try showIdentity(tour)
    let few = try walk(10, tour)
    let many = try walk(Self.packages, tour)
    try tour.check(
      "however many packages there are, walking takes at most \(Self.statements) statements",
      max(few, many) <= Self.statements)
    try showInverse(tour)
  }

  private func showIdentity(_ tour: Tour) throws {
    let pks = try Session.main.rows(
      """
      SELECT min(pk), max(pk) FROM package WHERE section IS NOT NULL \
      GROUP BY section ORDER BY count(*) DESC LIMIT 1
      """)
    guard let row = pks.first, let least = row[0].integer, let greatest = row[1].integer else {
      return try tour.say("No package has a section.")
    }
    let (pk, otherPK) = (Int64(least), Int64(greatest))
    let (first, second) = try tour.call(
      """
      let first = try Package.findByPK(pk)
      let second = try Package.findByPK(otherPK)
      """
    ) {
      let first = try Package.findByPK(pk)
      let second = try Package.findByPK(otherPK)
      return (first, second)
    }
    let section = try tour.call("first?.section") { first?.section }
    try tour.write(
      TextTable(["pk", "name", "section", "object"], [first, second].compactMap { $0 }) {
        [$0.pk.map { "\($0)" }, $0.name, $0.section?.name, $0.section.map(Self.address)]
      })
    try tour.check("both have the very same Section", section != nil && section === second?.section)
    try tour.check("a second find gives the same object", try Package.findByPK(pk) === first)
  }

  /// Walks through packages, their sections, sources and dependencies. Returns the number of
  /// statements that this took.
  private func walk(_ limit: Int, _ tour: Tour) throws -> Int {
    try Session.main.clear()
    try tour.say("With limit = \(limit):")
    var names: Set<String> = []
    let log = StatementLog()
    try tour.write(
      code: #"""
        for package in try Package.query.limit(limit).find() {
          names.formUnion([package.section?.name, package.source?.name].compactMap { $0 })
          names.formUnion(package.dependencies.map(\.name))
        }
        """#)
    try log.listen(to: tour.store) {
      for package in try Package.query.limit(limit).find() {
        names.formUnion([package.section?.name, package.source?.name].compactMap { $0 })
        names.formUnion(package.dependencies.map(\.name))
      }
    }
    try tour.write(log)
    try tour.say("\(log.total) statements; \(names.count.grouped) different names were met.")
    return log.total
  }

  /// Shows the inverse from a section to its packages, read at once for all sections found.
  private func showInverse(_ tour: Tour) throws {
    try Session.main.clear()
    try tour.say(
      """
      Section.packages is declared as the inverse of Package.section. It has no column, is read like \
      any other reference, and follows each change at once:
      """)
    let sections = try Section.query.order(by: \.name).limit(5).find()
    guard let first = sections.first, let last = sections.last else { return }
    let statements = try tour.statements("for section in sections { _ = section.packages.count }") {
      for section in sections { _ = section.packages.count }
    }
    try tour.check(
      "one statement for all sections",
      statements.filter { $0.sql.hasPrefix("SELECT") }.map(\.runs) == [1])
    var table = TextTable(["section", "packages", "some of them"])
    for section in sections {
      let names = section.packages.prefix(3).map(\.name).joined(separator: ", ")
      table.append([section.name, section.packages.count.grouped, names])
    }
    try tour.write(table)
    try tour.check(
      "the rows say the same",
      try sections.allSatisfy { section in
        try section.packages.count == Package.count { $0.section == section }
      })
    try move(first.packages.first, to: last, tour)
  }

  private func move(_ package: Package?, to section: Section, _ tour: Tour) throws {
    guard let package, let old = package.section, old !== section else { return }
    try tour.call("package.section = section") { package.section = section }
    try tour.check(
      "\(package.name) moved from '\(old.name)' to '\(section.name)' in memory, on both sides",
      section.packages.contains(package) && !old.packages.contains(package))
    try package.revert()
    try tour.check("revert moves it back", old.packages.contains(package))
  }

  private static func address(_ object: AnyObject) -> String {
    "0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
  }
}
