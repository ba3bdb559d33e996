import PersistentObjects
import TestSupport
import Testing

/// Closures on elements and on inner queries that name the object of the outer query.
@Suite struct OuterObjectTests {
  /// Ann, who is 3, with two friends, and Bob, who is 5, with one.
  private static func run(
    _ body: (TemporaryStore, Session, (ann: Citizen, bob: Citizen)) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      let town = Town(name: "Bonn", people: 7)
      let ann = Citizen(name: "Ann", age: 3, home: town, birthplace: town)
      let bob = Citizen(name: "Bob", age: 5, birthplace: town, friends: [ann])
      ann.friends = [ann, bob]
      try session.given(ann, bob)
      try body(store, session, (ann, bob))
    }
  }

  @Test func anAggregateOfAnOuterValueIsComputedForEachObject() throws {
    try Self.run { _, session, _ in
      let rows = try Citizen.query.order(by: \.name).select { citizen in
        (
          citizen.friends.sum { _ in citizen.age }, citizen.friends.average { _ in citizen.age },
          citizen.friends.where { $0.age > 4 }.max { _ in citizen.name }
        )
      }.find(in: session)
      #expect(rows.map(\.0) == [6, 5])
      #expect(rows.map(\.1) == [3, 5])
      #expect(rows.map(\.2) == ["Ann", nil])
      let mixed = try Citizen.query.order(by: \.name).select { citizen in
        citizen.friends.sum { $0.age + citizen.age }
      }.find(in: session)
      #expect(mixed == [14, 8])
    }
  }

  @Test func anOrderMayNameTheOuterObject() throws {
    try Self.run { _, session, people in
      let friends = try Citizen.query.order(by: \.name).select { citizen in
        (
          citizen.friends.first(by: { abs($0.age - citizen.age) }).name,
          citizen.friends.first(by: { abs($0.age - citizen.age) }, .descending).name
        )
      }.find(in: session)
      #expect(friends.map(\.0) == ["Ann", "Ann"] && friends.map(\.1) == ["Bob", "Ann"])
      let unlike = try Citizen.find(in: session) { citizen in
        let others = Citizen.query.order(.descending) { abs($0.age - citizen.age) }
        return others.scalar(\.name) == "Bob"
      }
      #expect(unlike == [people.ann])
      let same = try Citizen.find(in: session) { citizen in
        let others = Citizen.query.order(.descending) { abs($0.age - citizen.age) }.limit(1)
        return exists(others.where { $0.name == "Bob" }) && exists(others)
      }
      #expect(same == [people.ann])
    }
  }

  @Test func criteriaOfAnInnerQueryMeanItsOwnRows() throws {
    try Self.run { _, session, people in
      let some = try Citizen.find(in: session) { _ in exists(Query<Citizen>("citizen.age > 4")) }
      #expect(some == [people.ann, people.bob])
      let none = try Citizen.find(in: session) { _ in exists(Query<Citizen>("citizen.age > 5")) }
      #expect(none.isEmpty)
      let oldest: QueryExpression<Int?> = Query<Citizen>("ORDER BY citizen.age DESC").scalar(\.age)
      let found = try Citizen.find(in: session) { $0.age == oldest }
      #expect(found == [people.bob])
      let popular: QueryExpression<String?> = Query<Citizen>(
        """
        ORDER BY (SELECT count(*) FROM citizen_friends f WHERE f.parent_pk = citizen.pk) DESC
        """
      ).scalar(\.name)
      #expect(try Citizen.find(in: session) { $0.name == popular } == [people.ann])
    }
  }
}
