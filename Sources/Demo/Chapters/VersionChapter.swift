import Foundation
import PersistentObjects
import PersistentObjectsCommandLine

/// The codec whose stored form sorts in SQL.
struct VersionChapter: Chapter {
  private static let dpkg = "/usr/bin/dpkg"
  private static let pairs = 40

  let title = "A codec of the demo's own: versions that SQL sorts as dpkg does"
  let explanation = """
    DebianVersionCodec is registered for the type: CodecRegistry.standard.registering(…). What it \
    stores begins with a key that compares byte by byte as dpkg compares versions: 1.10 comes after \
    1.9, and 1.0~rc1 before 1.0. So ORDER BY, < and max need no help.
    """

  func run(_ tour: Tour) throws {
    try showOrder(tour)
    try comparePairs(tour)
    try compareWithDpkg(tour)
  }

  private func showOrder(_ tour: Tour) throws {
    let low = try DebianVersion("1.9~")
    let high = try DebianVersion("1.11")
    try tour.say("With low = \(low) and high = \(high):")
    let found = try tour.call(
      #"try Package.where { $0.version.isBetween(low...high) }.order(by: \.version).find()"#
    ) {
      try Package.where { $0.version.isBetween(low...high) }.order(by: \.version).find()
    }
    let shown = found.enumerated().filter { $0.offset % max(1, found.count / 8) == 0 }
    try tour.write(
      TextTable(["version", "name", "as stored"], shown.map(\.element)) {
        [$0.version.text, $0.name, $0.version.stored]
      })
    try tour.check(
      "\(found.count.grouped) packages lie between, in the order of Swift's <",
      zip(found, found.dropFirst()).allSatisfy { $0.version <= $1.version })
  }

  /// Checks the order of SQL against the comparison that relations use.
  private func comparePairs(_ tour: Tour) throws {
    let constraint = Relation.Comparison.laterOrSame
    var last: DebianVersion?
    var disorder = 0
    try Package.query.order(by: \.version).forEach { package in
      let version = package.version
      if let last, !Relation.Constraint(comparison: constraint, version: last).admits(version) {
        disorder += 1
      }
      last = version
    }
    try tour.check("no package of the index is out of order", disorder == 0)
  }

  /// Compares neighbours in the order of SQL, which are the hardest to distinguish.
  private func compareWithDpkg(_ tour: Tour) throws {
    guard FileManager.default.isExecutableFile(atPath: Self.dpkg) else { return }
    let rows = try Session.main.rows("SELECT DISTINCT version FROM package ORDER BY version")
    let stored = rows.compactMap { $0[0].shown }
    let versions = try stored.map { try DebianVersion(stored: $0).text }
    var agreed = 0
    var asked = 0
    for index in stride(from: 1, to: versions.count, by: max(1, versions.count / Self.pairs)) {
      asked += 1
      if try isOrdered(versions[index - 1], versions[index]) { agreed += 1 }
    }
    try tour.check(
      "dpkg --compare-versions says the same of \(asked) pairs of neighbours", agreed == asked)
  }

  private func isOrdered(_ earlier: String, _ later: String) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.dpkg)
    process.arguments = ["--compare-versions", earlier, "le", later]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
