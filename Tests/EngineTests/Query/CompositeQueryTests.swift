import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct CompositeQueryTests {
  private static let bonn = PostalAddress(street: "Markt 1", city: "Bonn")
  private static let rome = PostalAddress(street: "Via Appia 2", city: "Rome", zip: "00179")

  private static func people(
    _ body: (TemporaryStore, Session) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      try session.given(
        Resident(name: "Ann", home: bonn, work: rome),
        Resident(name: "Bob", home: rome, remarks: Remarks()),
        Resident(name: "Cid", home: bonn, work: bonn, remarks: Remarks(stars: 5)))
      try body(store, session)
    }
  }

  private static func names(
    _ session: Session, _ condition: (Columns<Resident>) -> Condition
  ) throws -> String {
    try Resident.where(condition).order(by: \.name).find(in: session).map(\.name)
      .joined(separator: " ")
  }

  @Test func fieldsAreComparedLikeProperties() throws {
    try Self.people { store, session in
      var found = ""
      let sql = try store.statements {
        found = try Self.names(session) { $0.home.city == "Bonn" && $0.home.zip == nil }
      }
      #expect(found == "Ann Cid")
      #expect(sql.contains { $0.contains("WHERE (home_city = ?1 AND home_zip IS NULL)") }, "\(sql)")
      #expect(try Self.names(session) { $0.work.city == "Rome" } == "Ann")
      #expect(try Self.names(session) { $0.work.city != "Rome" } == "Bob Cid")
      #expect(try Self.names(session) { $0.home.zip.isNil } == "Ann Cid")
      #expect(try Self.names(session) { $0.remarks.stars > 4 } == "Cid")
      #expect(try Self.names(session) { $0.home.city == $0.work.city } == "Cid")
      #expect(try Self.names(session) { $0.home.street.hasPrefix("Via") } == "Bob")
    }
  }

  @Test func wholeValuesAreComparedFieldByField() throws {
    try Self.people { _, session in
      let inBonn = try Self.names(session) { $0.home == Self.bonn }
      #expect(inBonn == "Ann Cid")
      #expect(try Self.names(session) { $0.home != Self.bonn } == "Bob")
      #expect(try Self.names(session) { $0.work == Self.bonn } == "Cid")
      #expect(try Self.names(session) { $0.work != Self.bonn } == "Ann Bob")
      #expect(try Self.names(session) { $0.work == nil } == "Bob")
      #expect(try Self.names(session) { $0.work.isNil } == "Bob")
      #expect(try Self.names(session) { $0.remarks == nil } == "Ann")
      #expect(try Self.names(session) { $0.remarks == Remarks() } == "Bob")
      #expect(try Self.names(session) { $0.home == $0.work } == "Cid")
      #expect(try Self.names(session) { $0.home.isIn([Self.rome]) } == "Bob")
      #expect(try Self.names(session) { $0.home.isIn([]) } == "")
      #expect(try Self.names(session) { $0.work.isIn([Self.rome, nil]) } == "Ann Bob")
    }
  }

  @Test func findersTakeWholeValues() throws {
    try Self.people { _, session in
      let inBonn = try Resident.findByHome(Self.bonn, in: session).map(\.name)
      #expect(inBonn == ["Ann", "Cid"])
      #expect(try Resident.findByHome(Self.rome, in: session).map(\.name) == ["Bob"])
      #expect(try Resident.findByWork(nil, in: session).map(\.name) == ["Bob"])
      #expect(try Resident.findByRemarks(Remarks(), in: session).map(\.name) == ["Bob"])
      #expect(try Resident.countByHome(Self.bonn, in: session) == 2)
    }
  }

  @Test func valuesAndFieldsAreSelectedAndOrdered() throws {
    try Self.people { _, session in
      let rows = try Resident.query.order(by: { $0.home.city }).order(by: \.name)
        .select { ($0.name, $0.home, $0.work, $0.home.city, $0.remarks.stars) }.find(in: session)
      #expect(rows.map(\.0) == ["Ann", "Cid", "Bob"])
      #expect(rows.map(\.1) == [Self.bonn, Self.bonn, Self.rome])
      #expect(rows.map(\.2) == [Self.rome, Self.bonn, nil])
      #expect(rows.map(\.3) == ["Bonn", "Bonn", "Rome"] && rows.map(\.4) == [nil, 5, nil])
      #expect(try Resident.query.value(.maximum { $0.home.city }, in: session) == "Rome")
      let groups = try Resident.query.grouped(by: { $0.home.city }).values(.count(), in: session)
      #expect(groups.map(\.key) == ["Bonn", "Rome"] && groups.map(\.1) == [2, 1])
    }
  }

  @Test func wholeValuesHaveNoOrder() throws {
    try Self.people { _, session in
      for query in [
        Resident.query.order(by: { $0.home }), Resident.query.order(by: \.work),
      ] {
        let error = failure { _ = try query.find(in: session) }
        #expect(error?.code == .notSearchable && error?.context.property?.isEmpty == false)
      }
    }
  }

  @Test func fieldsOfElementsAreSearchedAndSummed() throws {
    try TemporaryStore.run { _, session in
      let first = Cartload(lines: [
        OrderLine(product: "a", quantity: 2, price: 1.5),
        OrderLine(product: "b", quantity: 1, price: 4),
      ])
      let second = Cartload(lines: [OrderLine(product: "c", quantity: 9, price: 1)])
      try session.given(first, second)
      let found = try Cartload.where { $0.lines.contains { $0.quantity > 5 && $0.price == 1 } }
        .find(in: session)
      #expect(found == [second])
      let sums = try Cartload.query.order(by: \.pk).select { $0.lines.sum { $0.quantity } }
        .find(in: session)
      #expect(sums == [3, 9])
      let line = OrderLine(product: "c", quantity: 9, price: 1)
      #expect(try Cartload.where { $0.lines.contains(line) }.find(in: session) == [second])
    }
  }

  @Test func wholeValuesAreKeysOfGroups() throws {
    try TemporaryStore.run { _, session in
      let (home, other) = (
        PostalAddress(street: "s", city: "c"), PostalAddress(street: "s", city: "d", zip: "1")
      )
      try session.given(
        Resident(name: "a", home: home), Resident(name: "b", home: other, work: home),
        Resident(name: "c", home: home))
      let homes = try Resident.query.grouped(by: { $0.home }).values(.count(), in: session)
      #expect(homes.map(\.key) == [home, other] && homes.map(\.1) == [2, 1])
      let works = try Resident.query.grouped(by: { $0.work }).values(.count(), in: session)
      #expect(works.map(\.key) == [nil, home] && works.map(\.1) == [2, 1])
    }
  }
}
