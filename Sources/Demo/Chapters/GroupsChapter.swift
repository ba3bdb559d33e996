import PersistentObjects
import PersistentObjectsCommandLine

/// Aggregates of all packages and of each group.
struct GroupsChapter: Chapter {
  let title = "Sums and groups"
  let explanation = """
    Counts, sums and the like are the database's work, and come back through the codecs, as the \
    types that the properties have. A group may lie behind a reference.
    """

  func run(_ tour: Tour) throws {
    try aggregate(tour)
    try group(tour)
  }

  private func aggregate(_ tour: Tour) throws {
    let average = try tour.call(#"try Package.query.value(.average(\.size))"#) {
      try Package.query.value(.average(\.size))
    }
    let largest = try tour.call(
      #"try Package.where { $0.architecture == "all" }.value(.maximum(\.size))"#
    ) {
      try Package.where { $0.architecture == "all" }.value(.maximum(\.size))
    }
    let newest = try tour.call(#"try Package.query.value(.maximum(\.version))"#) {
      try Package.query.value(.maximum(\.version))
    }
    var table = TextTable(["average size", "largest, all architectures", "highest version"])
    table.append([
      average.map { Int($0).grouped }, largest.flatMap { $0 }?.grouped, newest?.description,
    ])
    try tour.write(table)
    let first = try Package.query.order(by: \.version, .descending).findFirst()
    try tour.check("the highest version is that of the first in order", newest == first?.version)
  }

  private func group(_ tour: Tour) throws {
    try tour.say(
      "How many packages each section has, their bytes, and the latest of their versions:")
    let groups = try tour.call(
      #"""
      try Package.query.grouped(by: \.section.name)
        .values(.count(), .sum(\.size), .maximum(\.version))
      """#
    ) {
      try Package.query.grouped(by: \.section.name)
        .values(.count(), .sum(\.size), .maximum(\.version))
    }
    var table = TextTable(["section", "packages", "bytes", "highest version"])
    for (section, count, bytes, version) in groups.sorted(by: { $0.2 > $1.2 }).prefix(6) {
      table.append([section, count.grouped, bytes.grouped, version?.description])
    }
    try tour.write(table)
    let sums = Dictionary(uniqueKeysWithValues: groups.map { ($0.key, $0.2) })
    try tour.check(
      "adding up in Swift gives the same for all \(groups.count.grouped) sections",
      try sums == Self.bytesBySection())
  }

  private static func bytesBySection() throws -> [String?: Int] {
    let rows = try Session.main.rows(
      "SELECT section.name, size FROM package LEFT JOIN section ON section.pk = package.section")
    return rows.reduce(into: [:]) { $0[$1[0].shown, default: 0] += $1[1].integer ?? 0 }
  }
}
