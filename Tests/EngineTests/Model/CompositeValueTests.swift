import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct CompositeValueTests {
  private static let bonn = PostalAddress(street: "Markt 1", city: "Bonn")
  private static let rome = PostalAddress(street: "Via Appia 2", city: "Rome", zip: "00179")

  @Test func fieldsAreColumnsOfTheTable() throws {
    try TemporaryStore.run { store, session in
      try session.given(
        Resident(name: "Eve", home: Self.bonn, work: Self.rome, remarks: Remarks(short: "x")))
      #expect(
        try store.rows(
          "SELECT name, home_street, home_city, home_zip, work_street, work_city, work_zip, remarks, remarks_short, remarks_stars FROM resident"
        ) == ["Eve|Markt 1|Bonn|NULL|Via Appia 2|Rome|00179|1|x|NULL"])
      #expect(
        try store.rows(
          "SELECT column_name, property, codec, part_of FROM _persistent_column WHERE part_of IS NOT NULL AND column_name NOT LIKE 'home%' ORDER BY column_name"
        ) == [
          "remarks|remarks|value-presence|embeddable(Remarks) 1!",
          "remarks_short|remarks.short|text|embeddable(Remarks) 1?",
          "remarks_stars|remarks.stars|integer|embeddable(Remarks) 1?",
          "work_city|work.city|text|embeddable(PostalAddress) 1?",
          "work_street|work.street|text|embeddable(PostalAddress) 1!",
          "work_zip|work.zip|text|embeddable(PostalAddress) 1?",
        ])
    }
  }

  @Test(arguments: [nil, Remarks(), Remarks(short: ""), Remarks(stars: 0)])
  func nilDiffersFromAValueWithoutFields(_ remarks: Remarks?) throws {
    try TemporaryStore.run { store, session in
      try session.given(Resident(name: "Eve", home: Self.bonn, remarks: remarks))
      let other = Session(store: store.store)
      let eve = try #require(try Resident.query.findFirst(in: other))
      #expect(eve.remarks == remarks && eve.work == nil && eve.home == Self.bonn)
    }
  }

  @Test func valuesInValuesAndOfOwnCodecsComeBack() throws {
    let day = Date(timeIntervalSinceReferenceDate: 86_400)
    let places = [
      Place(name: "a", address: Self.bonn),
      Place(name: "b", address: Self.rome, position: Position(latitude: -0.0, longitude: 1)),
      Place(name: "c", address: Self.rome, remarks: Remarks()),
    ]
    try TemporaryStore.run { store, session in
      for place in places {
        try session.given(
          Trip(title: place.name, goal: place, detour: place, stay: day..<day + 1),
          Trip(title: place.name, goal: place, stay: day..<day, reserve: day..<day + 2))
      }
      let trips = try Trip.query.order(by: \.title).find(in: Session(store: store.store))
      #expect(trips.map(\.goal) == places.flatMap { [$0, $0] })
      #expect(trips.map(\.detour) == places.flatMap { [$0, nil] })
      #expect(trips.map { $0.stay.upperBound > day } == [true, false, true, false, true, false])
      #expect(trips.compactMap(\.reserve).count == 3)
      #expect(trips[2].goal.position?.latitude.sign == .minus)
    }
  }

  @Test func onlyChangedFieldsAreWritten() throws {
    try TemporaryStore.run { store, session in
      let eve = Resident(name: "Eve", home: Self.bonn, work: Self.rome)
      try session.given(eve)
      func update(_ body: () -> Void) throws -> [String] {
        body()
        return try store.statements { try session.save(eve) }.filter { $0.hasPrefix("UPDATE") }
      }
      #expect(
        try update { eve.home.city = "Köln" }
          == ["UPDATE resident SET home_city = ?2 WHERE pk = ?1"])
      #expect(
        try update { eve.home = PostalAddress(street: "Markt 1", city: "Köln", zip: "5") }
          == ["UPDATE resident SET home_zip = ?2 WHERE pk = ?1"])
      #expect(try update { eve.home.city = "Köln" } == [])
      #expect(
        try update {
          eve.name = "Eva"
          eve.work?.zip = nil
        } == ["UPDATE resident SET name = ?2, work_zip = ?3 WHERE pk = ?1"])
      #expect(
        try update { eve.work = nil }
          == ["UPDATE resident SET work_street = ?2, work_city = ?3 WHERE pk = ?1"])
      #expect(
        try update { eve.remarks = Remarks() }
          == ["UPDATE resident SET remarks = ?2 WHERE pk = ?1"])
      session.clear()
      let again = try #require(try Resident.query.findFirst(in: session))
      #expect(again.home == PostalAddress(street: "Markt 1", city: "Köln", zip: "5"))
      #expect(again.work == nil && again.remarks == Remarks() && again.name == "Eva")
    }
  }

  @Test func rowsWithTheSameChangedFieldsAreWrittenTogether() throws {
    try TemporaryStore.run { store, session in
      let people = (0..<20).map { Resident(name: "\($0)", home: Self.bonn) }
      try session.save(contentsOf: people)
      for person in people { person.home.city = "Rome" }
      let statements = try store.statements { try session.save() }
      #expect(statements.filter { $0.hasPrefix("UPDATE") }.count == 1)
      session.clear()
      #expect(try Resident.where { $0.home.city == "Rome" }.count(in: session) == 20)
    }
  }

  @Test func fieldsAreIndexed() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Resident.self)
      #expect(
        try store.rows("SELECT name FROM _persistent_index ORDER BY name") == [
          "index_resident_home_city", "index_resident_home_zip_name", "index_resident_work_city",
        ])
    }
  }

  @Test func changesAreTakenBack() throws {
    try TemporaryStore.run { _, session in
      let eve = Resident(name: "Eve", home: Self.bonn)
      try session.given(eve)
      try session.cancelledTransaction {
        eve.home.city = "Rome"
        try session.save()
        eve.work = Self.rome
        eve.remarks = Remarks()
        try session.save()
      }
      #expect(eve.home == Self.bonn && eve.work == nil && eve.remarks == nil)
      #expect(eve.state == .clean)
      eve.home.zip = "53111"
      try eve.revert()
      #expect(eve.home == Self.bonn && eve.state == .clean)
    }
  }

  @Test func errorsNameTheField() throws {
    try TemporaryStore.run { store, session in
      try session.given(Resident(name: "Eve", home: Self.bonn))
      session.clear()
      try Session(store: store.store).execute("UPDATE resident SET home_city = NULL")
      let error = failure { _ = try Resident.query.findFirst(in: session) }
      #expect(error?.code == .decodingFailed)
      #expect(error?.context.property == "home.city" && error?.context.column == "home_city")
    }
  }

  @Test func valuesByNameCopiesAndSnapshotsHaveThem() throws {
    try TemporaryStore.run { _, session in
      let eve = Resident(name: "Eve", home: Self.bonn, work: Self.rome)
      try session.given(eve)
      #expect(eve.snapshot.home.value == Self.bonn && eve.snapshot.work.value == Self.rome)
      let copy = try eve.copy()
      #expect(copy.home == Self.bonn && copy.work == Self.rome)
      #expect("\(eve)".contains("Markt 1"))
    }
  }
}
