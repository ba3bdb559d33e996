import PersistentObjects

/// Objects that depend on each other.
struct CyclesChapter: Chapter {
  let title = "Dependencies, cycles included"
  let explanation = """
    dependencies is a collection of objects: a child table of foreign keys. Packages that depend on \
    each other need no special care, either when they are read or when they are saved.
    """

  func run(_ tour: Tour) throws {
    try showCycles(tour)
    try saveCycle(tour)
  }

  private func showCycles(_ tour: Tour) throws {
    let rows = try Session.main.rows(
      """
      SELECT a.parent_pk, a.fk FROM package_dependencies AS a JOIN package_dependencies AS b \
      ON b.parent_pk = a.fk AND b.fk = a.parent_pk WHERE a.parent_pk < a.fk LIMIT 5
      """)
    guard let row = rows.first, let first = row[0].integer, let second = row[1].integer else {
      return try tour.say("No two packages of this index depend on each other.")
    }
    let (pk, otherPK) = (Int64(first), Int64(second))
    let package = try Package.findByPK(pk)
    try tour.say("Package \(pk), \(package?.name ?? ""), and what it depends on:")
    let other = try tour.call("package?.dependencies.first { $0.pk == otherPK }") {
      package?.dependencies.first { $0.pk == otherPK }
    }
    let back = try tour.call("other?.dependencies.first { $0.pk == pk }") {
      other?.dependencies.first { $0.pk == pk }
    }
    try tour.write(
      TextTable(["name", "version", "depends on"], [package, other].compactMap { $0 }) {
        [$0.name, $0.version.text, $0.dependencies.map(\.name).joined(separator: ", ")]
      })
    let isSame = back != nil && back === package
    try tour.check("the way there and back leads to the same object", isSame)
  }

  private func saveCycle(_ tour: Tour) throws {
    try tour.say("Two new packages that need each other: saving one saves both, keys and all.")
    let version = try DebianVersion("1.0")
    let chicken = try tour.call(
      """
      let chicken = Package(name: "chicken-and", version: version)
      let egg = Package(name: "egg", version: version, dependencies: [chicken])
      chicken.dependencies = [egg]
      try chicken.save()
      """
    ) {
      let chicken = Package(name: "chicken-and", version: version)
      let egg = Package(name: "egg", version: version, dependencies: [chicken])
      chicken.dependencies = [egg]
      try chicken.save()
      return chicken
    }
    let egg = chicken.dependencies[0]
    let rows = try Session.main.rows(
      """
      SELECT package.name, array_index, fk FROM package_dependencies \
      JOIN package ON pk = parent_pk WHERE pk IN (\(chicken), \(egg))
      """)
    try tour.write(TextTable(["name", "array_index", "fk"], rows: rows))
    try tour.check(
      "both are saved", !egg.needsSaving && rows.count == 2 && egg.dependencies[0] === chicken)
    try deletePair(chicken, egg, tour)
  }

  private func deletePair(_ chicken: Package, _ egg: Package, _ tour: Tour) throws {
    try tour.say("Deleting one takes it out of the other's collection, in the file and in memory.")
    try tour.call("try egg.delete()") { try egg.delete() }
    try tour.check(
      "the chicken depends on nothing", chicken.dependencies.isEmpty && egg.state == .deleted)
    try chicken.delete()
  }
}
