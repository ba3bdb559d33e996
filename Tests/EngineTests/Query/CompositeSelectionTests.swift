import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Whole values in several columns as results: in rows, in groups, and in lists of other queries.
@Suite struct CompositeSelectionTests {
  private static let bonn = PostalAddress(street: "Markt 1", city: "Bonn")
  private static let rome = PostalAddress(street: "Via Appia 2", city: "Rome", zip: "00179")

  private static func people(_ body: (Session) throws -> Void) throws {
    try TemporaryStore.run { _, session in
      try session.given(
        Resident(name: "Ann", home: bonn, work: rome),
        Resident(name: "Bob", home: rome, remarks: Remarks()),
        Resident(name: "Cid", home: bonn, work: bonn, remarks: Remarks(stars: 5)))
      try body(session)
    }
  }

  private static func names(
    _ session: Session, _ condition: (Columns<Resident>) -> Condition
  ) throws -> [String] {
    try Resident.where(condition).order(by: \.name).find(in: session).map(\.name)
  }

  /// A value's first column was selected alone, and its other fields were read from the next ones.
  @Test func valuesByKeyPathHaveAllTheirColumns() throws {
    try Self.people { session in
      let query = Resident.query.order(by: \.name)
      let rows = try query.values(of: \.work, \.remarks, \.name, in: session)
      #expect(rows.map(\.1) == [Self.rome, nil, Self.bonn])
      #expect(rows.map(\.2) == [nil, Remarks(), Remarks(stars: 5)])
      #expect(rows.map(\.3) == ["Ann", "Bob", "Cid"])
      let fields = try query.values(of: \.home.city, \.home, \.home.zip, in: session)
      #expect(fields.map(\.1) == ["Bonn", "Rome", "Bonn"])
      #expect(fields.map(\.2) == [Self.bonn, Self.rome, Self.bonn])
      #expect(fields.map(\.3) == [nil, "00179", nil])
    }
  }

  /// Selecting a key in several columns stopped the process.
  @Test func keysOfGroupsAreSelected() throws {
    try Self.people { session in
      let homes = try Resident.query.grouped(by: \.home)
        .select { ($0.key, $0.key.city, $0.count()) }.find(in: session)
      #expect(homes.map(\.0) == [Self.bonn, Self.rome] && homes.map(\.1) == ["Bonn", "Rome"])
      #expect(homes.map(\.2) == [2, 1])
      let both = try Resident.query.grouped(by: { $0.remarks }, { $0.work })
        .having { $0.key.1 != Self.rome }.select { ($0.key.1, $0.key.0, $0.count()) }
        .find(in: session)
      #expect(both.map(\.0) == [nil, Self.bonn])
      #expect(both.map(\.1) == [Remarks(), Remarks(stars: 5)])
      let works = try Resident.query.grouped(by: \.work).select(\.key).find(in: session)
      #expect(works == [nil, Self.bonn, Self.rome])
    }
  }

  @Test func casesAreKeysOfGroups() throws {
    try TemporaryStore.run { _, session in
      try session.given(
        Checkout(title: "a", payment: .cash, stage: .inWork),
        Checkout(title: "b", payment: .transfer("DE1")),
        Checkout(title: "c", payment: .cash, stage: .inWork))
      let stages = try Checkout.query.grouped(by: \.stage).select { ($0.key, $0.count()) }
        .find(in: session)
      #expect(stages.map(\.0) == [.inWork, .open] && stages.map(\.1) == [2, 1])
      let payments = try Checkout.query.grouped(by: \.payment).values(.count(), in: session)
      #expect(payments.map(\.key) == [.cash, .transfer("DE1")] && payments.map(\.1) == [2, 1])
      let isCash = try Checkout.query.grouped(by: { $0.payment.is(\.cash) })
        .values(.count(), in: session)
      #expect(isCash.map(\.key) == [false, true] && isCash.map(\.1) == [1, 2])
    }
  }

  @Test func distinctRowsDifferInAnyColumn() throws {
    try Self.people { session in
      let homes = Resident.query.select { $0.home }.distinct()
      #expect(try homes.find(in: session) == [Self.bonn, Self.rome])
      #expect(try homes.limit(1).find(in: session) == [Self.bonn])
      #expect(try homes.count(in: session) == 2)
      let remarks = try Resident.query.select { $0.remarks }.distinct().find(in: session)
      #expect(remarks == [nil, Remarks(), Remarks(stars: 5)])
    }
  }

  @Test func valuesAreCountedUnlessTheyAreNil() throws {
    try Self.people { session in
      #expect(try Resident.query.value(.count(\.work), in: session) == 2)
      #expect(try Resident.query.value(.count(\.remarks), in: session) == 2)
      let counts = try Resident.query.grouped(by: { $0.home.city })
        .values(.count(\.work), .count(\.home), in: session)
      #expect(counts.map(\.1) == [2, 0] && counts.map(\.2) == [2, 1])
      let error = failure { _ = try Resident.query.value(.countDistinct(\.home), in: session) }
      #expect(error?.code == .notSearchable)
    }
  }

  @Test func valuesAreAmongThoseOfAQuery() throws {
    try Self.people { session in
      let works = Resident.query.select { $0.work }
      #expect(try Self.names(session) { $0.home.isIn(works) } == ["Ann", "Bob", "Cid"])
      #expect(
        try Self.names(session) { $0.work.isIn(Resident.query.select { $0.home }) }
          == ["Ann", "Cid"])
      #expect(try Self.names(session) { $0.work.isIn(works.distinct().limit(1)) } == ["Bob"])
      let remarks = Resident.where { $0.name != "Ann" }.select { $0.remarks }
      #expect(try Self.names(session) { $0.remarks.isIn(remarks) } == ["Bob", "Cid"])
      let groups = try Resident.query.grouped(by: \.work)
        .having { $0.key.isIn(Resident.query.select { $0.home }) }.values(.count(), in: session)
      #expect(groups.map(\.key) == [Self.bonn, Self.rome])
    }
  }

  /// A value in several columns was taken for a reference to several classes.
  @Test func wholesAreRefusedWhereSQLNeedsOneValue() throws {
    try TemporaryStore.run { _, session in
      let cart = Cartload(lines: [OrderLine(product: "a", quantity: 2, price: 1.5)])
      try session.given(cart, Resident(name: "Ann", home: Self.bonn))
      let errors = [
        failure {
          _ = try Cartload.query.select { $0.lines.first(by: { $0.quantity }) }.find(in: session)
        },
        failure { _ = try Resident.query.select { $0.work ?? Self.rome }.find(in: session) },
        failure {
          let work = Resident.query.scalar(\.work)
          _ = try Resident.query.select { ($0.name, work) }.find(in: session)
        },
      ]
      for error in errors {
        #expect(error?.code == .notSearchable)
        #expect(error?.message.contains("name one of its fields") == true)
      }
    }
  }

  @Test func caseInOneColumnIsASingleValue() throws {
    try TemporaryStore.run { _, session in
      try session.given(Checkout(title: "a", payment: .cash, stage: .closed))
      let stage = Checkout.query.scalar(\.stage)
      let rows = try Checkout.query.select { ($0.title, stage) }.find(in: session)
      #expect(rows.map(\.1) == [.closed])
    }
  }

  @Test(.onSQLite)
  func aListIsSearchedRowByRow() throws {
    try TemporaryStore.run { store, session in
      let sql = try Resident.where { $0.home.isIn(Resident.query.select { $0.work }) }.sql(
        in: session)
      #expect(
        sql.hasSuffix(
          """
          WHERE EXISTS (SELECT 1 FROM (SELECT v0 AS _persistent_0, v1 AS _persistent_1, \
          v2 AS _persistent_2 FROM (SELECT resident_2.work_street AS v0, resident_2.work_city AS v1, \
          resident_2.work_zip AS v2 FROM resident AS resident_2)) WHERE (resident.home_street = \
          _persistent_0 AND resident.home_city = _persistent_1 AND \
          resident.home_zip IS _persistent_2)) ORDER BY resident.pk
          """), "\(sql)")
    }
  }

  /// Each value was selected from the rows twice.
  @Test(.onSQLite)
  func valuesOfGroupsAreSelectedFromTheRowsOnce() throws {
    try TemporaryStore.run { _, session in
      let sql = try Resident.query.grouped(by: \.name)
        .select { ($0.key, $0.count(), $0.max { $0.home.city }) }.sql(in: session)
      #expect(
        sql == """
          SELECT v0, count(*), max(v1) FROM (SELECT name AS v0, home_city AS v1 FROM resident) \
          GROUP BY v0 ORDER BY v0
          """)
    }
  }
}
