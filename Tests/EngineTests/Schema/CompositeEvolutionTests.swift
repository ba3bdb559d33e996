import Foundation
import PersistentObjects
import TestSupport
import Testing

// Versions of a program whose values gain, lose and rename fields.

private enum V1 {
  @Embeddable struct Home: Equatable {
    var street: String
    var city: String
  }

  @Persistent(table: "settler") final class Settler {
    var name: String
    var home: Home
    var second: Home?
  }
}

private enum V2 {
  @Embeddable struct Abode: Equatable {
    var street: String
    @Column(renamedFrom: "city") var town: String
    var country: String = "DE"
  }

  @Persistent(table: "settler") final class Settler {
    var name: String
    var home: Abode
    var second: Abode?
  }
}

private enum Flat {
  @Persistent(table: "settler") final class Settler {
    var name: String
    var homeStreet: String
    var homeCity: String
    var secondStreet: String?
    var secondCity: String?
  }
}

private enum Reordered {
  @Embeddable struct Home: Equatable {
    var zip: String = "0"
    var street: String
    var city: String
  }

  @Persistent(table: "settler") final class Settler {
    var name: String
    var home: Home
    var second: Home?
  }
}

private enum Cases1 {
  @Embeddable enum Charge: Equatable {
    case cash
    case creditCard(number: String)
  }

  @Persistent(table: "fee") final class Fee {
    var charge: Charge
    var all: [Charge] = []
  }
}

private enum Cases2 {
  @Embeddable enum Charge: Equatable {
    @Column(renamedFrom: "creditCard") case card(number: String, kind: String = "?")
    case cash
    case cheque(String)
  }

  @Persistent(table: "fee") final class Fee {
    var charge: Charge
    var all: [Charge] = []
  }
}

private enum Needing {
  @Embeddable struct Home: Equatable {
    var street: String
    var city: String
    var country: String
  }

  @Persistent(table: "settler") final class Settler {
    var name: String
    var second: Home?
  }
}

@Suite struct CompositeEvolutionTests {
  private static func old(_ body: (TemporaryStore) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      try session.given(
        V1.Settler(name: "a", home: .init(street: "s", city: "c")),
        V1.Settler(
          name: "b", home: .init(street: "t", city: "d"), second: .init(street: "u", city: "e")))
      session.clear()
      try body(store)
    }
  }

  @Test func fieldsAreAddedWithTheirDefaultsAndRenamed() throws {
    try Self.old { store in
      let later = try store.reopened()
      defer { later.close() }
      let read = try V2.Settler.query.order(by: \.name).find(in: Session(store: later))
      #expect(read.map(\.home.town) == ["c", "d"] && read.map(\.home.country) == ["DE", "DE"])
      #expect(read.map(\.second) == [nil, V2.Abode(street: "u", town: "e", country: "DE")])
      #expect(
        try store.rows("SELECT second_country FROM settler ORDER BY pk") == ["NULL", "DE"])
    }
  }

  @Test func propertiesAreGatheredIntoAValueAndBack() throws {
    try Self.old { store in
      let flat = try store.reopened()
      let read = try Flat.Settler.query.order(by: \.name).find(in: Session(store: flat))
      #expect(read.map(\.homeCity) == ["c", "d"] && read.map(\.secondStreet) == [nil, "u"])
      flat.close()
      let again = try store.reopened()
      defer { again.close() }
      let wholes = try V1.Settler.query.order(by: \.name).find(in: Session(store: again))
      #expect(wholes.map(\.second) == [nil, V1.Home(street: "u", city: "e")])
    }
  }

  @Test func aNewFieldCannotTellWhichRowsHaveAValue() throws {
    try Self.old { store in
      let later = try store.reopened()
      defer { later.close() }
      let error = failure { _ = try Reordered.Settler.findAll(in: Session(store: later)) }
      #expect(error?.code == .schemaMismatch && error?.context.property == "second.zip")
    }
  }

  @Test func gatheringRefusesToLoseAValue() throws {
    try Self.old { store in
      try Session(store: store.store).execute(
        "UPDATE settler SET second_street = NULL, second_city = 'x' WHERE name = 'b'")
      let flat = try store.reopened()
      _ = try Flat.Settler.findAll(in: Session(store: flat))
      flat.close()
      let later = try store.reopened()
      defer { later.close() }
      let error = failure { _ = try V1.Settler.findAll(in: Session(store: later)) }
      #expect(error?.code == .schemaMismatch && error?.context.property == "second.street")
    }
  }

  @Test func casesAreAddedAndRenamed() throws {
    try TemporaryStore.run { store, session in
      let charges: [Cases1.Charge] = [.cash, .creditCard(number: "1")]
      try session.given(
        Cases1.Fee(charge: .cash), Cases1.Fee(charge: .creditCard(number: "7"), all: charges))
      let later = try store.reopened()
      let read = try Cases2.Fee.query.order(by: \.pk).find(in: Session(store: later))
      #expect(read.map(\.charge) == [.cash, .card(number: "7", kind: "?")])
      #expect(read[1].all == [.cash, .card(number: "1", kind: "?")])
      let found = try Cases2.Fee.where { $0.charge.is(\.card) }.count(in: Session(store: later))
      #expect(found == 1)
      later.close()
      let again = try store.reopened()
      defer { again.close() }
      let error = failure { _ = try Cases1.Fee.findAll(in: Session(store: again)) }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.problems.contains { $0.context.property == "charge" } == true)
      #expect(error?.message.contains("rows have the case 'card'") == true)
    }
  }

  @Test func aFieldWithoutADefaultIsRefusedIfRowsHaveTheValue() throws {
    try Self.old { store in
      let later = try store.reopened()
      defer { later.close() }
      let error = failure { _ = try Needing.Settler.findAll(in: Session(store: later)) }
      #expect(error?.code == .schemaMismatch && error?.context.property == "second.country")
    }
  }
}
