import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsKeyedArchive

/// The fallback for types without a codec.
struct ArchiveChapter: Chapter {
  let title = "What has no codec becomes a keyed archive"
  let explanation = """
    OtherRelations is a Codable struct for which nobody declared a codec. It is kept as a keyed \
    archive, the format of NSKeyedArchiver, in a BLOB that is compressed when that makes it clearly \
    smaller. It cannot be searched, and saying so is an error rather than an empty result.
    """

  func run(_ tour: Tour) throws {
    let packages = try tour.call(
      #"""
      try Package.find(
        "WHERE other_relations IS NOT NULL ORDER BY length(other_relations) DESC LIMIT 5")
      """#
    ) {
      try Package.find(
        "WHERE other_relations IS NOT NULL ORDER BY length(other_relations) DESC LIMIT 5")
    }
    if packages.isEmpty { return try tour.say("No package of this index has other relations.") }
    try showSizes(packages, tour)
    try showTotal(tour)
    try refuseSearch(tour)
  }

  private func showSizes(_ packages: [Package], _ tour: Tour) throws {
    var table = TextTable(["name", "relations", "archive: bytes", "stored: bytes", "percent"])
    var isSmaller = true
    for package in packages {
      guard let relations = package.otherRelations else { continue }
      let raw = try KeyedArchive.archive(relations).count
      let stored = try storedLength(of: package)
      isSmaller = isSmaller && stored < raw
      table.append([
        package.name, String(relations.count), raw.grouped, stored.grouped,
        String(stored * 100 / max(raw, 1)),
      ])
    }
    try tour.write(table)
    try tour.check("the largest archives are compressed", isSmaller)
  }

  private func storedLength(of package: Package) throws -> Int {
    try Session.main.integer("SELECT length(other_relations) FROM package WHERE pk = \(package)")
  }

  private func showTotal(_ tour: Tour) throws {
    var (raw, count) = (0, 0)
    try Package.query.forEach { package in
      guard let relations = package.otherRelations else { return }
      raw += try KeyedArchive.archive(relations).count
      count += 1
    }
    let stored = try Session.main.integer("SELECT sum(length(other_relations)) FROM package")
    try tour.say(
      """
      All \(count.grouped) archives together have \(raw.grouped) bytes, and take \
      \(stored.grouped) in the file.
      """)
  }

  private func refuseSearch(_ tour: Tour) throws {
    let wanted = OtherRelations(suggests: ["perl"])
    try tour.checkThrows(
      .notSearchable, "searching in archives is refused",
      code: "try Package.find { $0.otherRelations == wanted }"
    ) {
      try Package.find { $0.otherRelations == wanted }
    }
  }
}
