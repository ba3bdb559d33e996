import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct CompositeUpdateTests {
  private static func residents(_ body: (TemporaryStore, Session) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      try session.given(
        Resident(name: "a", home: .init(street: "s", city: "Bonn")),
        Resident(
          name: "b", home: .init(street: "t", city: "Rom"),
          work: .init(street: "w", city: "Oslo", zip: "1")))
      try body(store, session)
    }
  }

  private static func update(
    _ store: TemporaryStore, _ session: Session,
    _ changes: (inout ColumnChanges<Resident>) -> Void
  ) throws -> [String] {
    try store.statements { try Resident.query.update(in: session, changes) }
      .filter { $0.hasPrefix("UPDATE") }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func fieldsAreSet() throws {
    try Self.residents { store, session in
      let statements = try Self.update(store, session) {
        $0.home.city = "Ulm"
        $0.home.zip = ($0.home.city + "!").optional
        $0.name += $0.home.street
      }
      #expect(
        statements == [
          """
          UPDATE resident SET home_city = ?1, home_zip = (?2 || ?3), name = (name || home_street) \
          RETURNING pk, home_street, home_city, home_zip, name
          """
        ])
      let found = try Resident.query.order(by: \.pk).find(in: session)
      #expect(found.map(\.home.zip) == ["Ulm!", "Ulm!"] && found.map(\.name) == ["as", "bt"])
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func aFieldOfNilStaysNil() throws {
    try Self.residents { store, session in
      let statements = try Self.update(store, session) { $0.work.city = "Ulm" }
      #expect(
        statements == [
          """
          UPDATE resident SET work_city = CASE WHEN (work_street IS NULL) IS NOT TRUE THEN ?1 ELSE ?2 END \
          RETURNING pk, work_street, work_city, work_zip
          """
        ])
      let found = try Resident.query.order(by: \.pk).find(in: session)
      #expect(found.map(\.work) == [nil, .init(street: "w", city: "Ulm", zip: "1")])
    }
  }

  @Test func wholeValuesAreSet() throws {
    try Self.residents { _, session in
      try Resident.query.update(in: session) {
        $0.work = $0.home.optional
        $0.home = PostalAddress(street: "x", city: "y")
      }
      let found = try Resident.query.order(by: \.pk).find(in: session)
      #expect(found.map(\.work?.city) == ["Bonn", "Rom"] && found.map(\.home.city) == ["y", "y"])
      try Resident.where { $0.work.city == "Rom" }.update(in: session) { $0.work = nil }
      #expect(found.map(\.work?.city) == ["Bonn", nil])
    }
  }

  @Test func aFieldSeesTheAssignmentsBefore() throws {
    try Self.residents { _, session in
      try Resident.query.update(in: session) {
        $0.work.city = "Ulm"
        $0.home.zip = $0.work.city
      }
      let zips = try Resident.query.order(by: \.pk).select { $0.home.zip }.find(in: session)
      #expect(zips == [nil, "Ulm"])
      let whole = failure {
        try Resident.query.update(in: session) {
          $0.home.city = "x"
          $0.work = $0.home.optional
        }
      }
      let part = failure {
        try Resident.query.update(in: session) {
          $0.home = PostalAddress(street: "x", city: "y")
          $0.home.city = "x"
        }
      }
      #expect(whole?.code == .invalidQuery && part?.code == .invalidQuery)
    }
  }

  @Test func rulesAboutFieldsHold() throws {
    try TemporaryStore.run { _, session in
      let dweller = Dweller(home: .init(street: "s", city: "Bonn"))
      try session.save(dweller)
      let byField = failure { try Dweller.query.update(in: session) { $0.home.city = "" } }
      #expect(byField?.code == .validationFailed && byField?.context.property == "home.city")
      let byWhole = failure {
        try Dweller.query.update(in: session) { $0.home = PostalAddress(street: "s", city: "") }
      }
      #expect(byWhole?.code == .validationFailed)
      dweller.home.city = ""
      let bySave = failure { try session.save() }
      #expect(bySave?.code == .validationFailed && bySave?.context.property == "home.city")
      #expect(bySave?.message.contains("home.city must not be empty (it is \"\")") == true)
    }
  }

  @Test func fieldsAreSetByTheirPaths() throws {
    try TemporaryStore.run { _, session in
      let dweller = Dweller(
        home: .init(street: "s", city: "Bonn"), spot: .init(latitude: 1, longitude: 2))
      try session.save(dweller)
      try dweller.setValues(["home.city": "Ulm", "home.zip": nil, "spot.latitude": 3])
      #expect(dweller.home.city == "Ulm" && dweller.spot == Position(latitude: 3, longitude: 2))
      dweller.spot = nil
      let error = failure {
        try dweller.setValues(["home.town": "x", "home.city": 4, "spot.latitude": 3, "house.x": 1])
      }
      #expect(error?.code == .invalidValues && dweller.home.city == "Ulm")
      for name in ["home.town", "home.city", "spot.latitude", "house.x"] {
        #expect(error?.message.contains(name) == true)
      }
      let other = try Dweller(
        values: ["home": PostalAddress(street: "s", city: "x"), "home.city": "Rom"])
      #expect(other.home.city == "Rom" && other.spot == nil)
    }
  }

  @Test func upsertsFindRowsByFields() throws {
    try TemporaryStore.run { _, session in
      let first = Dweller(home: .init(street: "s", city: "Bonn"), name: "a")
      try session.save(first)
      let other = Dweller(home: .init(street: "s", city: "Ulm", zip: "5"), name: "b")
      let result = try session.upsert(other, by: \.home.street)
      #expect(result === first && first.name == "b" && first.home.zip == "5")
      let count = try Dweller.query.count(in: session)
      #expect(count == 1)
    }
  }
}
