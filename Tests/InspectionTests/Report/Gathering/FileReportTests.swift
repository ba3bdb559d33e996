import Foundation
import PersistentObjects
import PersistentObjectsInspection
import TestSupport
import Testing

@testable import PersistentObjectsReport

/// The contents of a report on a file, compared with SQL's results.
@Suite struct FileReportTests {
  /// Saves forty people who are each other's friends, with collections, keepers and animals.
  private func fill(_ session: Session) throws {
    let cities = ["Paris", "Berlin", "Rome"].map { Address(city: $0) }
    let people = (0..<40).map { number in
      let person = Person(firstName: "P\(number % 7)", lastName: "L\(number)", age: number * 3)
      person.birthdate = number % 4 == 0 ? nil : Date(timeIntervalSince1970: Double(number) * 1e7)
      person.home = number % 5 == 0 ? nil : cities[number % 3]
      person.nickNames = (0..<number % 4).map { "n\($0)" }
      person.scores = ["math": Double(number), "art": -0.5]
      person.favourite = number == 7 ? Color(hex: "#fff") : nil
      return person
    }
    people[3].friends = Array(people[4..<34])
    try session.save(contentsOf: people)
    try session.given(Keeper(name: "k", pet: Dog(name: "Rex")), Cat(name: "Tom"))
  }

  private func report(
    _ path: String, _ limits: ReportLimits = ReportLimits()
  ) throws -> FileReport {
    let report = try InspectedFile(path).report(limits: limits)
    var bytes: [UInt8] = []
    let outcome = try report.write { bytes += $0 }
    let page = HTMLPage(bytes)
    #expect(page.complaints == [] && page.brokenLinks == [])
    #expect(bytes.count <= limits.maximumBytes && bytes.count == outcome.bytes)
    return report
  }

  private func shown(_ name: String, in report: FileReport) throws -> ReportClass {
    try #require(report.content.classes.first { $0.name == name })
  }

  @Test func statisticsAreThoseOfSQL() throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      let person = try shown("Person", in: try report(store.path))
      #expect(person.rows == 40)
      for column in person.columns {
        let name = column.column
        let statistics = try #require(column.statistics)
        let counts = try store.rows(
          Criteria(
            stringLiteral:
              "SELECT count(*), sum(\(name) IS NULL), count(DISTINCT \(name)) FROM person"))
        let distinct = if case .exactly(let count)? = statistics.distinct { count } else { -1 }
        #expect(counts == ["\(statistics.values)|\(statistics.nulls)|\(distinct)"], "\(name)")
        guard column.target == nil, column.codec != "bytes" else { continue }
        let ends = try store.rows(
          Criteria(stringLiteral: "SELECT min(\(name)), max(\(name)) FROM person"))
        let shown = [statistics.least, statistics.greatest].map { $0?.text ?? "NULL" }
        #expect(ends == [shown.joined(separator: "|")], "\(name)")
      }
    }
  }

  @Test func theMostFrequentValuesComeFirst() throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      let person = try shown("Person", in: try report(store.path))
      let first = person.columns.first { $0.property == "firstName" }?.statistics?.frequent ?? []
      let expected = try store.rows(
        "SELECT count(*) FROM person GROUP BY first_name ORDER BY 1 DESC LIMIT 5")
      #expect(first.map { "\($0.count)" } == expected)
      #expect(first.allSatisfy { $0.isExact })
      let last = person.columns.first { $0.property == "lastName" }?.statistics?.frequent
      #expect(last == [], "no name occurs twice")
      let homes = person.columns.first { $0.property == "home" }?.statistics?.frequent ?? []
      #expect(homes.map(\.count) == [11, 11, 10])
      #expect(homes.allSatisfy { $0.value.links.first?.className == "Address" })
    }
  }

  @Test func histogramsCountEachValueOnce() throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      let person = try shown("Person", in: try report(store.path))
      func histogram(_ property: String) -> ReportHistogram? {
        person.columns.first { $0.property == property }?.statistics?.histogram
      }
      let ages = try #require(histogram("age"))
      #expect(ages.measure == .numbers && ages.bins.reduce(0) { $0 + $1.count } == 40)
      #expect(ages.bins.first?.from == "0" && ages.bins.last?.to == "117")
      let dates = try #require(histogram("birthdate"))
      #expect(dates.measure == .dates && dates.bins.reduce(0) { $0 + $1.count } == 30)
      let ends = try store.rows(
        "SELECT substr(min(birthdate), 1, 10), substr(max(birthdate), 1, 10) FROM person")
      #expect(["\(dates.bins[0].from)|\(dates.bins.last?.to ?? "")"] == ends)
      let lengths = try #require(histogram("lastName"))
      #expect(lengths.measure == .textLengths && lengths.bins.map(\.count) == [10, 30])
      #expect(lengths.bins.map(\.from) == ["2", "3"] && lengths.bins.map(\.to) == ["2", "3"])
    }
  }

  @Test func collectionsSayWhatTheirElementsAre() throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      let person = try shown("Person", in: try report(store.path))
      #expect(
        person.childTables.map { "\($0.property): \($0.shape) of \($0.codec), \($0.rows ?? -1)" }
          == [
            "aliases: array of text, 0", "friends: array of reference, 30",
            "nickNames: array of text, 60", "scores: dictionary of real, 80",
            "tags: set of text, 0",
          ])
      let scores = try #require(person.childTables.first { $0.property == "scores" })
      #expect(
        scores.statistics?.least?.text == "-0.5" && scores.statistics?.greatest?.text == "39.0")
      #expect(scores.keys?.statistics?.frequent.map(\.count) == [40, 40])
      #expect(person.childTables.first { $0.property == "friends" }?.target == "Person")
    }
  }

  @Test func referencesLeadFromClassToClass() throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      let report = try report(store.path)
      let relations = ClassRelations(of: report.content.classes)
      let classes = report.content.classes.map(\.name)
      #expect(classes == ["Person", "Address", "Cat", "Dog", "Keeper", "Animal"])
      let lines = relations.all.map {
        "\(classes[$0.source]).\($0.property ?? "super") \(classes[$0.target])"
      }
      #expect(
        lines == [
          "Person.home Address", "Person.friends Person", "Cat.super Animal", "Cat.mate Animal",
          "Dog.super Animal", "Dog.mate Animal", "Keeper.pet Animal", "Keeper.herd Animal",
          "Animal.mate Animal",
        ])
      let person = try shown("Person", in: report)
      #expect(person.columns.first { $0.property == "home" }?.deleteRule == "nullify")
      #expect(person.indices.map(\.name).contains("index_person_last_name_first_name"))
      #expect(
        person.indices.first { $0.name == "index_person_last_name_first_name" }?.columns
          == ["last_name", "first_name"])
    }
  }

  @Test func samplesLeadToWhatTheyReferToAndBack() throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      let report = try report(store.path, ReportLimits(rows: 6))
      let (person, address) = (
        try shown("Person", in: report), try shown("Address", in: report)
      )
      #expect(person.samples.count == 6 && address.samples.count == 3)
      let keys = Set(person.samples.map(\.key))
      for home in address.samples {
        let shown = home.referrers.count + (home.omittedReferrers ?? 0)
        let count = try store.rows(
          Criteria(stringLiteral: "SELECT count(*) FROM person WHERE home = \(home.key)"))
        #expect(["\(shown)"] == count)
      }
      let links = person.samples.flatMap { $0.properties.flatMap(\.value.links) }
      #expect(links.contains { $0.className == "Address" })
      #expect(
        address.samples.contains { $0.referrers.contains { keys.contains($0.object.key) } })
      #expect(report.content.titles[ReportLink(className: "Address", key: "1")] == "Berlin")
      let dog = try shown("Dog", in: report).samples.first
      #expect(dog?.referrers.map(\.object) == [ReportLink(className: "Keeper", key: "1")])
    }
  }

  @Test func classesThatShareANameKeepTheirOwnObjectsAndRelations() throws {
    try TemporaryStore.run { store, session in
      try session.given(Keeper(name: "Kim", pet: Animal(name: "Leo")), Dog(name: "Rex"))
      try session.execute(
        "UPDATE _persistent_table SET class_name = 'Animal' WHERE name = 'keeper'")
      let report = try report(store.path)
      let classes = report.content.classes.map(\.name)
      #expect(classes == ["Dog", "animal", "keeper"])
      #expect(report.content.check.examined.map(\.name).sorted() == classes)
      let lines = ClassRelations(of: report.content.classes).all.map {
        "\(classes[$0.source]).\($0.property ?? "super") \(classes[$0.target])"
      }
      #expect(
        lines == [
          "Dog.super animal", "Dog.mate animal", "animal.mate animal", "keeper.pet animal",
          "keeper.herd animal",
        ])
      let (kim, leo) = (
        ReportLink(className: "keeper", key: "1"), ReportLink(className: "animal", key: "1")
      )
      #expect(report.content.titles[kim] == "Kim" && report.content.titles[leo] == "Leo")
      let keeper = try #require(try shown("keeper", in: report).samples.first)
      #expect(keeper.properties.flatMap(\.value.links) == [leo])
      let animal = try #require(try shown("animal", in: report).samples.first)
      #expect(animal.referrers.map(\.object) == [kim] && keeper.referrers.isEmpty)
    }
  }

  @Test func aLargeCollectionIsCountedAndNotRead() throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      try session.addNickNames(5000)
      let person = try shown("Person", in: try report(store.path))
      let value = person.samples.first { $0.key == "1" }?.properties.first {
        $0.name == "nickNames"
      }
      guard case .collection(let elements, 5000) = value?.value else {
        Issue.record("\(String(describing: value))")
        return
      }
      #expect(elements.count == ReportValue.maximumElements)
    }
  }

  @Test func aStoreWithoutObjectsHasAReport() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Person.self, Keeper.self)
      let report = try report(store.path)
      #expect(report.check.isSound)
      #expect(report.content.classes.allSatisfy { $0.rows == 0 && $0.samples.isEmpty })
      #expect(report.content.check.examined.allSatisfy { $0.objects == 0 })
    }
  }

  @Test(arguments: [ReportLimits.leastBytes, 200_000, 5_000_000])
  func aReportOfSixtyClassesKeepsItsSize(bytes: Int) throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Person.self)
      for number in 0..<60 { try session.add(table: "many\(number)", rows: 30) }
      let report = try report(store.path, ReportLimits(maximumBytes: bytes, rows: 30))
      #expect(report.content.classes.count == 62)
      #expect(report.content.classes.allSatisfy { $0.remarks.isEmpty })
    }
  }

  @Test func aReportWithoutLimitsShowsEveryObject() throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      let report = try report(store.path, ReportLimits(maximumBytes: .max, rows: .max))
      #expect(report.content.classes.allSatisfy { $0.rows == $0.samples.count })
    }
  }

  @Test func progressMayCancelTheReport() throws {
    struct Enough: Error {}
    try TemporaryStore.run { store, session in
      try fill(session)
      let file = try InspectedFile(store.path)
      #expect(throws: Enough.self) { try file.report { _, _ in throw Enough() } }
      var told: [Int] = []
      _ = try file.report { done, total in told = [done, total] }
      #expect(told.first == told.last && told[0] > 400)
    }
  }

  @Test func anErrorOfProgressEndsTheReadingForStatistics() throws {
    try TemporaryStore.run { store, session in
      try fill(session)
      try session.addNickNames(5000)
      let file = try InspectedFile(store.path)
      var calls = 0
      let failure = failure {
        _ = try file.report { done, total in
          // The first half of the rows is the check's.
          guard done * 2 > total, done < total else { return }
          calls += 1
          throw PersistenceError(.busy, "stop")
        }
      }
      #expect(failure?.message == "stop" && calls == 1)
    }
  }
}

extension Session {
  /// Adds nicknames to the first person, who has none.
  fileprivate func addNickNames(_ count: Int) throws {
    try execute(
      Criteria(
        stringLiteral: """
          WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
          INSERT INTO person_nick_names SELECT 1, i, 'x' FROM n
          """))
  }

  /// Adds a class that the program does not have; each of its objects refers to an `Address`.
  fileprivate func add(table: String, rows: Int) throws {
    let statements = [
      "CREATE TABLE \(table) (pk INTEGER PRIMARY KEY, title TEXT, home INTEGER) STRICT",
      "INSERT INTO _persistent_table VALUES ('\(table)', '\(table.capitalized)', NULL, NULL)",
      """
      INSERT INTO _persistent_column VALUES ('\(table)', 'title', 'title', 'text', 'text', 1, 1, \
      NULL, NULL), ('\(table)', 'home', 'home', 'integer', 'reference(address)', 1, 1, 'nullify', NULL)
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) \
      INSERT INTO \(table) SELECT i, 'title ' || i, NULL FROM n
      """,
    ]
    for sql in statements { try execute(Criteria(stringLiteral: sql)) }
  }
}
