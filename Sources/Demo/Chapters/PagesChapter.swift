import PersistentObjects
import PersistentObjectsCommandLine

/// All packages, read page by page or one after another.
struct PagesChapter: Chapter {
  private static let size = 250

  let title = "Pages"
  let explanation = """
    A page begins where another one ended, at a key rather than at a number of rows. So it costs the \
    same wherever it is, and packages that come or go meanwhile neither hide nor repeat others.
    """

  func run(_ tour: Tour) throws {
    let query = Package.query.order(by: \.name)
    let rows = try Session.main.rows("SELECT name FROM package ORDER BY name, pk")
    let names = rows.compactMap { $0[0].shown }
    let there = try goForwards(query, tour)
    try tour.check(
      "all \(names.count.grouped) packages were met in order, each once", there == names)
    let back = try goBackwards(query, tour)
    try tour.check("the way back is the same", back == names.reversed())
    try resume(query, tour)
    try stream(tour)
  }

  private func goForwards(_ query: Query<Package>, _ tour: Tour) throws -> [String] {
    let size = Self.size
    try tour.say("With query = Package.query.order(by: \\.name) and size = \(size):")
    var names: [String] = []
    var next: Bookmark?
    try tour.call(
      #"""
      repeat {
        let page = try query.page(size: size, after: next)
        names += page.objects.map(\.name)
        next = page.next
      } while next != nil
      """#
    ) {
      repeat {
        let page = try query.page(size: size, after: next)
        names += page.objects.map(\.name)
        next = page.next
      } while next != nil
    }
    return names
  }

  private func goBackwards(_ query: Query<Package>, _ tour: Tour) throws -> [String] {
    let size = Self.size
    try tour.say("Backwards, from the last page:")
    var names: [String] = []
    var previous: Bookmark?
    try tour.call(
      #"""
      repeat {
        let page = try query.page(size: size, before: previous)
        names += page.objects.reversed().map(\.name)
        previous = page.previous
      } while previous != nil
      """#
    ) {
      repeat {
        let page = try query.page(size: size, before: previous)
        names += page.objects.reversed().map(\.name)
        previous = page.previous
      } while previous != nil
    }
    return names
  }

  /// Resumes from a bookmark as text, as it would come back from a browser.
  private func resume(_ query: Query<Package>, _ tour: Tour) throws {
    let first = try query.page(size: 3)
    guard let text = first.next?.description else { return }
    try tour.say("A bookmark is text, so a server can hand it out. Here text = \"\(text)\":")
    let second = try tour.call("try query.page(size: 3, after: Bookmark(text))") {
      try query.page(size: 3, after: Bookmark(text))
    }
    var table = TextTable(["page", "names"])
    for (number, page) in [first, second].enumerated() {
      table.append([String(number + 1), page.objects.map(\.name).joined(separator: ", ")])
    }
    try tour.write(table)
    let plan = try query.explainPage(size: 3, after: first.next)
    try tour.write(plan)
    try tour.checkPlan(
      "the index leads straight to the page",
      plan.description.contains("SEARCH package USING INDEX index_package_name")
        && !plan.description.contains("TEMP B-TREE"))
  }

  private func stream(_ tour: Tour) throws {
    try tour.say("A stream gives one object after the other; they are never all in memory.")
    var bytes = 0
    try tour.call("try Package.query.forEach { bytes += $0.size ?? 0 }") {
      try Package.query.forEach { bytes += $0.size ?? 0 }
    }
    let sum = try Session.main.integer(
      "SELECT CAST(coalesce(sum(size), 0) AS bigint) FROM package")
    try tour.check("all packages together have \(bytes.grouped) bytes, as SQL says", bytes == sum)
  }
}
