import PersistentObjects
import TestSupport
import Testing

/// Values whose columns have the names of their fields alone.
@Suite struct UnprefixedValueTests {
  private static let bonn = PostalAddress(street: "Markt 1", city: "Bonn")

  @Test func theColumnsHaveTheNamesOfTheFields() throws {
    try TemporaryStore.run { store, session in
      let kiosk = Kiosk(name: "x", spot: Spot(address: Self.bonn, note: nil), former: Self.bonn)
      try session.given(kiosk)
      #expect(
        try store.rows("SELECT name, street, city, zip, note, former_street FROM kiosk")
          == ["x|Markt 1|Bonn|NULL|NULL|Markt 1"])
      #expect(
        try store.rows(
          "SELECT property FROM _persistent_column WHERE column_name = 'city'") == [
            "spot.address.city"
          ])
      #expect(
        try store.rows("SELECT name FROM _persistent_index ORDER BY name")
          == ["index_kiosk_city", "index_kiosk_former_city"])
      kiosk.spot.address.city = "Rome"
      let statements = try store.statements { try session.save() }
      #expect(statements.contains("UPDATE kiosk SET city = ?2 WHERE pk = ?1"))
      try Kiosk.query.update(in: session) { $0.spot.note = "new" }
      session.clear()
      let found = try Kiosk.find(in: session) { $0.spot.address.city == "Rome" }
      #expect(found.map(\.spot.note) == ["new"] && found.map(\.former) == [Self.bonn])
    }
  }

  /// The flat properties, and the columns with a prefix, are the same rows.
  @Test func flatPropertiesAndPrefixedColumnsAreGathered() throws {
    try TemporaryStore.run { store, session in
      let flat = FlatKiosk(
        name: "x", street: "Markt 1", city: "Bonn", note: "n", oldStreet: "Hof 2", oldCity: "Rome")
      try session.given(flat)
      session.clear()
      let again = try store.reopened()
      defer { again.close() }
      let kiosk = try #require(try Kiosk.query.findFirst(in: Session(store: again)))
      #expect(kiosk.spot == Spot(address: Self.bonn, note: "n"))
      #expect(kiosk.former == PostalAddress(street: "Hof 2", city: "Rome"))
    }
  }

  @Test func theColumnsMayGetAPrefixLater() throws {
    try TemporaryStore.run { store, session in
      try session.given(Kiosk(name: "x", spot: Spot(address: Self.bonn, note: "n")))
      session.clear()
      let again = try store.reopened()
      defer { again.close() }
      let kiosk = try #require(try PrefixedKiosk.query.findFirst(in: Session(store: again)))
      #expect(kiosk.spot == Spot(address: Self.bonn, note: "n"))
      #expect(try store.rows("SELECT at_city, at_note FROM kiosk") == ["Bonn|n"])
    }
  }

  @Test func oneColumnNeedsAName() throws {
    try TemporaryStore.run { _, session in
      let errors = [
        #expect(throws: PersistenceError.self) { try session.makeTables(for: NamelessRemark.self) },
        #expect(throws: PersistenceError.self) { try session.makeTables(for: NamelessLink.self) },
      ]
      for (error, property) in zip(errors, ["remarks", "kiosk"]) {
        #expect(error?.code == .invalidModel && error?.context.property == property)
        #expect(
          error?.message.contains("would be called '', but names need at least one character")
            == true, "\(String(describing: error))")
      }
    }
  }
}

@Embeddable struct Spot: Equatable {
  @Column("") var address: PostalAddress
  var note: String?
}

@Persistent final class Kiosk {
  var name: String
  @Column("") var spot: Spot
  @Column(renamedFrom: "old") var former: PostalAddress?
}

@Persistent(table: "kiosk") private final class FlatKiosk {
  var name: String
  var street: String
  var city: String
  var zip: String?
  var note: String?
  var oldStreet: String?
  var oldCity: String?
}

@Persistent(table: "kiosk") private final class PrefixedKiosk {
  @Column("at", renamedFrom: "") var spot: Spot
}

/// Whether there is a value needs a column, which would have no name.
@Persistent private final class NamelessRemark {
  @Column("") var remarks: Remarks?
}

@Persistent private final class NamelessLink {
  @Column("") var kiosk: Kiosk?
}
