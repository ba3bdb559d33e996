import PersistentObjects

/// Finders, criteria, predicates, aggregates.
struct FindingChapter: Chapter {
  let title = "Finding"
  let explanation = """
    Every searchable property has a finder. Criteria are SQL with bound values; predicates are \
    Swift, checked by the compiler. Values never become part of the SQL.
    """

  func run(_ tour: Tour) throws {
    let sample = try Package.query.order(by: \.size, .descending).findFirst(in: .main)
    guard let sample else { return }
    try Session.main.clear()
    try findByName(sample.name, tour)
    try findByCriteria(tour)
    try findByPredicate(tour)
    try findByTag(tour)
    try aggregate(tour)
    try stream(tour)
  }

  private func findByName(_ name: String, _ tour: Tour) throws {
    try tour.say("The generated finder, for the largest package of the index, \(name):")
    let found = try tour.call("try Package.findByName(name)") {
      try Package.findByName(name)
    }
    try write(found, tour)
    try tour.check("it is found", found.contains { $0.name == name })
  }

  private func findByCriteria(_ tour: Tour) throws {
    let (size, limit) = (1_000_000, 3)
    try tour.say("Criteria, with size = \(size.grouped) and limit = \(limit):")
    let large = try tour.call(
      #"try Package.find("WHERE size > \(size) ORDER BY size DESC LIMIT \(limit)")"#
    ) { try Package.find("WHERE size > \(size) ORDER BY size DESC LIMIT \(limit)") }
    try write(large, tour)
    try tour.check(
      "all are that large", large.count <= limit && large.allSatisfy { $0.size ?? 0 > size })
  }

  private func findByPredicate(_ tour: Tour) throws {
    try tour.say("A typed predicate, an order and a limit; a misspelt property does not compile:")
    let found = try tour.call(
      #"""
      try Package.where { $0.priority == .required && ($0.size > 500_000 || $0.homepage.isNil) }
        .order(by: \.installedSize, .descending).limit(4).find()
      """#
    ) {
      try Package.where { $0.priority == .required && ($0.size > 500_000 || $0.homepage.isNil) }
        .order(by: \.installedSize, .descending).limit(4).find()
    }
    try write(found, tour)
    try tour.check(
      "the predicate holds in Swift, too",
      found.allSatisfy {
        $0.priority == .required && ($0.size ?? 0 > 500_000 || $0.homepage == nil)
      })
  }

  private func findByTag(_ tour: Tour) throws {
    let tag = "role::program"
    try tour.say("Child tables are tables, so criteria reach into them, here for \(tag):")
    let count = try tour.call(
      #"""
      try Package.count("WHERE pk IN (SELECT parent_pk FROM package_tags WHERE value = \(tag))")
      """#
    ) {
      try Package.count("WHERE pk IN (SELECT parent_pk FROM package_tags WHERE value = \(tag))")
    }
    let rows = try Session.main.rows("SELECT count(*) FROM package_tags WHERE value = \(tag)")
    try tour.check(
      "\(count.grouped) packages are programs", rows.first?.first?.integer == count)
  }

  private func aggregate(_ tour: Tour) throws {
    try tour.say("Aggregates are the database's work, and come back through the codecs:")
    let average = try tour.call(#"try Package.query.average(of: \.size)"#) {
      try Package.query.average(of: \.size)
    }
    let largest = try tour.call(
      #"try Package.where { $0.architecture == "all" }.maximum(of: \.size)"#
    ) {
      try Package.where { $0.architecture == "all" }.maximum(of: \.size)
    }
    let newest = try tour.call(#"try Package.query.maximum(of: \.version)"#) {
      try Package.query.maximum(of: \.version)
    }
    var table = TextTable(["average size", "largest, all architectures", "highest version"])
    table.append([
      average.map { Int($0).grouped }, largest.flatMap { $0 }?.grouped, newest?.description,
    ])
    try tour.write(table)
    let first = try Package.query.order(by: \.version, .descending).findFirst()
    try tour.check("the highest version is that of the first in order", newest == first?.version)
  }

  private func stream(_ tour: Tour) throws {
    try tour.say("A stream gives one object after the other; they are never all in memory.")
    var bytes = 0
    try tour.call("try Package.query.forEach { bytes += $0.size ?? 0 }") {
      try Package.query.forEach { bytes += $0.size ?? 0 }
    }
    let sum = try Session.main.rows("SELECT sum(size) FROM package").first?.first?.integer
    try tour.check("all packages together have \(bytes.grouped) bytes, as SQL says", bytes == sum)
  }

  private func write(_ packages: [Package], _ tour: Tour) throws {
    let headings = ["pk", "name", "version", "priority", "size", "homepage"]
    try tour.write(
      TextTable(headings, packages) {
        [
          $0.pk.map { "\($0)" }, $0.name, $0.version.text, $0.priority?.rawValue,
          $0.size?.grouped, $0.homepage?.absoluteString,
        ]
      })
  }
}
