import Foundation
import PersistentObjects
import PersistentObjectsCommandLine

/// Finders, criteria, predicates, plans.
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
    try findThroughReference(tour)
    try findInCollection(tour)
    try explain(tour)
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

  private func findThroughReference(_ tour: Tour) throws {
    try tour.say("A condition goes through references by itself. Each table is joined once:")
    let found = try tour.call(
      #"""
      try Package.where { $0.source.name.hasPrefix("lib") && $0.section.name != "libs" }
        .order { $0.section.name }.limit(4).find()
      """#
    ) {
      try Package.where { $0.source.name.hasPrefix("lib") && $0.section.name != "libs" }
        .order { $0.section.name }.limit(4).find()
    }
    try tour.write(
      TextTable(["name", "source", "section"], found) {
        [$0.name, $0.source?.name, $0.section?.name]
      })
    try tour.check(
      "following the references in Swift says the same",
      found.allSatisfy { $0.source?.name.hasPrefix("lib") == true && $0.section?.name != "libs" })
  }

  private func findInCollection(_ tour: Tour) throws {
    try tour.say("And it reaches into collections, which are tables of their own:")
    let programs = try tour.call(
      #"""
      try Package.find { $0.section.name == "utils" && $0.tags.contains("role::program") }
      """#
    ) {
      try Package.find { $0.section.name == "utils" && $0.tags.contains("role::program") }
    }
    try write(Array(programs.prefix(4)), tour)
    let count = try Session.main.integer(
      """
      SELECT count(*) FROM package_tags AS tag JOIN package ON package.pk = tag.parent_pk \
      JOIN section ON section.pk = package.section \
      WHERE section.name = 'utils' AND tag.value = 'role::program'
      """)
    try tour.check(
      "\(programs.count.grouped) packages are programs, as SQL by hand says",
      count == programs.count
        && programs.allSatisfy { $0.tags.contains("role::program") })
  }

  private func explain(_ tour: Tour) throws {
    try tour.say("How the database goes about it can be asked. No row is read for that:")
    let plan = try tour.call(
      #"""
      try Package.where { $0.name.hasPrefix("lib") && $0.tags.contains("role::program") }
        .explain()
      """#
    ) {
      try Package.where { $0.name.hasPrefix("lib") && $0.tags.contains("role::program") }
        .explain()
    }
    try tour.write(plan)
    try tour.checkPlan(
      "the index on names serves the prefix, and the child table's key the tag",
      plan.description.contains("SEARCH package USING INDEX index_package_name")
        && plan.description.contains("SEARCH tags USING PRIMARY KEY"))
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
