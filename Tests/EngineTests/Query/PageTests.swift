import Foundation
import PersistentObjects
import PersistentObjectsDriver
import TestSupport
import Testing

@Suite struct PageTests {
  /// A query ordered by one, two or three properties, ascending and descending, with nil first or
  /// last.
  private static func query(_ numbers: inout RandomNumbers) -> Query<Entry> {
    var query = Entry.query
    for _ in 0..<numbers.one([0, 1, 2, 3]) {
      let direction = numbers.one([SortDirection.ascending, .descending])
      let nulls = numbers.one([NullPlacement?.none, .first, .last])
      switch numbers.one([0, 1, 2, 3]) {
      case 0: query = query.order(by: \.name, direction)
      case 1: query = query.order(by: \.number, direction, nulls: nulls)
      case 2: query = query.order(by: \.pk, direction)
      default: query = query.order(direction, nulls: nulls) { $0.parent.number }
      }
    }
    return numbers.isTrue() ? query.where { $0.name != "d" || $0.parent.name == nil } : query
  }

  private static func entry(_ numbers: inout RandomNumbers, _ parents: [Entry]) -> Entry {
    let entry = Entry(
      name: numbers.one(["a", "b", "c", "d"]), number: numbers.maybe([1, 2, 3]))
    entry.parent = numbers.maybe(parents)
    return entry
  }

  @Test(arguments: [UInt64](1...40))
  func pagesAreTheWholeInPieces(_ seed: UInt64) throws {
    try TemporaryStore.run { _, session in
      var numbers = RandomNumbers(seed: seed)
      let parents = (0..<3).map { Entry(name: "p", number: $0 == 0 ? nil : $0) }
      try session.save(contentsOf: parents + (0..<17).map { _ in Self.entry(&numbers, parents) })
      let query = Self.query(&numbers)
      let all = try query.find(in: session)
      let size = numbers.one([1, 3, 7])
      var (found, previous): ([Entry], Bookmark?) = ([], nil)
      var page = try query.page(size: size, in: session)
      while true {
        found += page.objects
        guard let next = page.next else { break }
        previous = page.previous
        page = try query.page(size: size, after: Bookmark(next.description), in: session)
        #expect(page.previous != nil && page.previous != previous, "seed \(seed)")
      }
      #expect(found == all, "seed \(seed)")
      found = []
      page = try query.page(size: size, before: nil, in: session)
      while true {
        found = page.objects + found
        guard let previous = page.previous else { break }
        page = try query.page(size: size, before: previous, in: session)
      }
      #expect(found == all, "backwards, seed \(seed)")
    }
  }

  @Test(arguments: [UInt64](1...25))
  func whatComesAndGoesNeitherHidesNorRepeatsOthers(_ seed: UInt64) throws {
    try TemporaryStore.run { _, session in
      var numbers = RandomNumbers(seed: seed)
      try session.save(contentsOf: (0..<20).map { _ in Self.entry(&numbers, []) })
      let query = Self.query(&numbers)
      let lasting = Set(try query.find(in: session).filter { _ in numbers.isTrue(0.7) })
      var seen: [Entry] = []
      var page = try query.page(size: 3, in: session)
      while true {
        seen += page.objects
        for entry in try Entry.findAll(in: session) where !lasting.contains(entry) {
          if numbers.isTrue(0.3) { try session.delete(entry) }
        }
        try session.save(contentsOf: (0..<2).map { _ in Self.entry(&numbers, []) })
        guard let next = page.next, seen.count < 200 else { break }
        page = try query.page(size: 3, after: next, in: session)
      }
      #expect(Set(seen).count == seen.count, "seed \(seed)")
      #expect(lasting.isSubset(of: seen), "seed \(seed)")
    }
  }

  @Test(arguments: [SortDirection.ascending, .descending])
  func anEmptyPageLeadsBack(_ direction: SortDirection) throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: ["a", "a", "b"].map { Person(firstName: "x", lastName: $0) })
      let query = Person.query.order(by: \.lastName, direction)
      let first = try query.page(size: 2, in: session)
      let rest = try query.page(size: 2, after: first.next, in: session)
      try rest.objects.forEach { try session.delete($0) }
      let empty = try query.page(size: 2, after: first.next, in: session)
      #expect(rest.objects.count == 1 && empty.objects.isEmpty && empty.next == nil)
      #expect(empty.previous != nil)
      let back = try query.page(size: 2, before: empty.previous, in: session)
      #expect(back.objects == first.objects && back.previous == nil)
      let second = try query.page(
        size: 1, after: query.page(size: 1, in: session).next, in: session)
      try session.delete(first.objects[0])
      let start = try query.page(size: 1, before: second.previous, in: session)
      #expect(start.objects.isEmpty && start.previous == nil && start.next != nil)
      #expect(
        try query.page(size: 1, after: start.next, in: session).objects == second.objects)
    }
  }

  @Test(arguments: [0, -1, .max])
  func aPageOfNoSizeIsRefused(size: Int) throws {
    try TemporaryStore.run { _, session in
      let query = Address.query.order(by: \.city)
      #expect(failure { _ = try query.page(size: size, in: session) }?.code == .invalidQuery)
    }
  }

  @Test(.onSQLite) func asksWithOneStatementThatAnIndexServes() throws {
    try TemporaryStore.run { store, session in
      try session.given(Person.joe(), Person.ann())
      let query = Person.query.order(by: \.lastName)
      let first = try query.page(size: 1, in: session)
      let statements = try store.statements {
        _ = try query.page(size: 1, after: first.next, in: session)
      }
      #expect(statements.count == 1)
      let columns = try Person.query.sql(in: session).prefix { $0 != "F" }
      #expect(
        statements[0]
          == columns
          + "FROM person WHERE (last_name, pk) > (?1, ?2) ORDER BY last_name, pk LIMIT 2",
        "no column is read twice")
      let plan = try query.explainPage(size: 1, after: first.next, in: session).description
      #expect(plan.contains("SEARCH person USING INDEX index_person_last_name (last_name>?)"))
      let newest = try Person.query.order(by: \.birthdate, .descending).sql(in: session)
      #expect(newest.hasSuffix("ORDER BY birthdate DESC, pk DESC"))
      let last = try Person.query.order(by: \.birthdate, nulls: .last).sql(in: session)
      #expect(last.hasSuffix("ORDER BY birthdate NULLS LAST, pk"))
    }
  }

  @Test func aBookmarkKeepsTheRowsValuesNotTheObjects() throws {
    try TemporaryStore.run { _, session in
      let people = ["a", "b", "c"].map { Person(firstName: "x", lastName: $0) }
      try session.save(contentsOf: people)
      people[0].lastName = "z"
      let query = Person.query.order(by: \.lastName)
      let page = try query.page(size: 1, in: session)
      #expect(
        try query.page(size: 2, after: page.next, in: session).objects == [people[1], people[2]])
      #expect(people[0].state == .changed)
    }
  }

  @Test func aDamagedOrForeignBookmarkIsAnError() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: Entry.samples)
      let query = Entry.query.order(by: \.number).order(by: \.real)
      let bookmark = try #require(try query.page(size: 3, in: session).next)
      let coded = try JSONDecoder().decode([Bookmark].self, from: JSONEncoder().encode([bookmark]))
      #expect(coded == [bookmark])
      #expect(bookmark.description.utf8.allSatisfy { $0 < 128 && $0 > 44 })
      for other in [Entry.query, query.order(by: \.name), query.where { $0.name == "a" }] {
        let error = failure { _ = try other.page(size: 1, after: bookmark, in: session) }
        #expect(error?.code == .invalidQuery)
      }
      let text = Array(bookmark.description)
      for index in text.indices {
        var damaged = text
        damaged[index] = damaged[index] == "A" ? "B" : "A"
        let error = failure {
          _ = try query.page(size: 1, after: Bookmark(String(damaged)), in: session)
        }
        // The last letter has unused bits.
        if index < text.count - 1 { #expect(error?.code == .invalidQuery) }
      }
      for length in 0..<text.count {
        #expect(failure { _ = try Bookmark(String(text.prefix(length))) }?.code == .invalidQuery)
      }
    }
  }

  @Test func aLimitedQueryAndCriteriaHavePagesToo() throws {
    try TemporaryStore.run { _, session in
      let towns = ["c", "a", "d", "b"].map { Town(name: $0, people: 1) }
      try session.save(contentsOf: towns + [Town(name: "e")])
      let query = Query<Town>("people = \(1)").order(by: \.name).limit(3)
      let first = try query.page(size: 2, in: session)
      let second = try query.page(size: 2, after: first.next, in: session)
      #expect(first.objects == [towns[1], towns[3]] && second.objects == [towns[0]])
      #expect(second.next == nil)
      #expect(
        try query.page(size: 2, before: second.previous, in: session).objects == first.objects)
      #expect(try query.page(size: 1, before: nil, in: session).objects == second.objects)
      let other = failure {
        _ = try query.limit(2).page(size: 2, after: first.next, in: session)
      }
      #expect(other?.code == .invalidQuery)
      let text = failure { _ = try Query<Town>("ORDER BY name").page(size: 2, in: session) }
      #expect(text?.code == .invalidQuery)
      #expect(text?.message.contains("call order(by:)") == true)
    }
  }
}
