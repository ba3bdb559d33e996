import PersistentObjects
import TestSupport
import Testing

/// Whether a value is among those that another query selects.
@Suite struct SelectedValueTests {
  private static func run(
    _ seed: UInt64, _ body: (Session, [Rider], [Fare]) throws -> Void
  ) throws {
    var numbers = RandomNumbers(seed: seed)
    try TemporaryStore.run { _, session in
      let (riders, fares, _) = Rider.samples(&numbers)
      try session.save(contentsOf: riders)
      try session.save(contentsOf: fares)
      // Riders are saved with their fares.
      try body(session, riders, fares.sorted { ($0.pk ?? 0) < ($1.pk ?? 0) })
    }
  }

  /// The keys of those that satisfy a condition, by the database and by Swift.
  private static func expect(
    _ session: Session, _ fares: [Fare], _ query: (Columns<Fare>) -> Condition,
    _ condition: (Fare) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try Fare.where(query).find(in: session)
    #expect(found == fares.filter(condition), sourceLocation: sourceLocation)
    let others = try Fare.where { !query($0) }.find(in: session)
    #expect(others == fares.filter { !condition($0) }, sourceLocation: sourceLocation)
  }

  @Test(arguments: RandomNumbers.seeds)
  func valuesAreAmongThoseOfAQuery(_ seed: UInt64) throws {
    try Self.run(seed) { session, _, fares in
      let some = Fare.where { $0.number > 6 }
      let chosen = fares.filter { $0.number > 6 }
      try Self.expect(session, fares, { $0.number.isIn(some.select(\.number)) }) { fare in
        chosen.contains { $0.number == fare.number }
      }
      try Self.expect(session, fares, { $0.number.isIn(some.select { $0.number - 5 }) }) {
        fare in
        chosen.contains { $0.number - 5 == fare.number }
      }
      let limited = some.order(by: \.number).select(\.number).distinct().limit(2)
      let two = Set(chosen.map(\.number)).sorted().prefix(2)
      try Self.expect(session, fares, { $0.number.isIn(limited) }) { two.contains($0.number) }
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func nilIsAmongValuesOfWhichOneIsNil(_ seed: UInt64) throws {
    try Self.run(seed) { session, _, fares in
      for least in [0, 4, 8, 100] {
        let chosen = fares.filter { $0.number >= least }.map(\.city)
        let cities = Fare.where { $0.number >= least }.select(\.city)
        try Self.expect(session, fares, { $0.city.isIn(cities) }) { chosen.contains($0.city) }
        let known = Fare.where { $0.number >= least }.select { $0.city ?? "" }
        try Self.expect(session, fares, { $0.city.isIn(known) }) { fare in
          chosen.contains { ($0 ?? "") == fare.city }
        }
      }
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func theQueryMayNameTheOuterObject(_ seed: UInt64) throws {
    try Self.run(seed) { session, _, fares in
      try Self.expect(
        session, fares,
        { fare in
          let others = Fare.where { $0.rider.pk == fare.rider.pk && $0.pk != fare.pk }
          return fare.number.isIn(others.select(\.number))
        },
        { fare in
          fares.contains {
            $0 !== fare && $0.rider === fare.rider && $0.number == fare.number
          }
        })
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func objectsAreAmongThoseOfAQuery(_ seed: UInt64) throws {
    try Self.run(seed) { (session, riders, fares) throws in
      let query = Rider.where { $0.itself.isIn(Fare.where { $0.number > 5 }.select(\.rider)) }
      let expected = riders.filter { rider in
        fares.contains { $0.number > 5 && $0.rider === rider }
      }
      #expect(try query.find(in: session) == expected)
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func groupsAndTheirKeysAreAmongValues(_ seed: UInt64) throws {
    try Self.run(seed) { session, _, fares in
      let often = Fare.query.grouped(by: \.number).having { $0.count() > 1 }.select { $0.key }
      try Self.expect(session, fares, { $0.number.isIn(often) }) { fare in
        fares.count { $0.number == fare.number } > 1
      }
      let cities = Fare.where { $0.number > 5 }.select(\.city)
      let keys = try Fare.query.grouped(by: \.city).having { $0.key.isIn(cities) }.select { $0.key }
        .find(in: session)
      let chosen = Set(fares.filter { $0.number > 5 }.map(\.city))
      #expect(Set(keys) == chosen && keys.count == chosen.count)
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func whatIsNoSingleValueIsRefused(_ seed: UInt64) throws {
    try Self.run(seed) { session, _, _ in
      func code(_ query: Query<Fare>) -> PersistenceError.Code? {
        do { _ = try query.find(in: session) } catch { return (error as? PersistenceError)?.code }
        return nil
      }
      let mapped = Fare.query.select(\.number).map { $0 + 1 }
      #expect(code(Fare.where { $0.number.isIn(mapped) }) == .invalidQuery)
    }
  }

  @Test(.onSQLite) func theSQLIsASelectInTheCondition() throws {
    try Self.run(1) { (session, _, _) throws in
      func condition(_ query: Query<Rider>) throws -> String {
        let sql = try query.sql(in: session)
        return String(sql.drop { $0 != "W" }.dropFirst(6).prefix(sql.count))
      }
      #expect(
        try condition(Rider.where { $0.name.isIn(Fare.query.select(\.city)) }) == """
          rider.name IN (SELECT fare.city AS v0 FROM fare) ORDER BY rider.pk
          """)
      #expect(
        try condition(
          Rider.where { $0.name.isIn(Fare.query.select(\.city).distinct().limit(2)) }) == """
            rider.name IN (SELECT DISTINCT v0 FROM (SELECT fare.city AS v0 FROM fare) \
            ORDER BY v0 LIMIT 2) ORDER BY rider.pk
            """)
      #expect(
        try Fare.where { $0.city.isIn(Fare.query.select(\.city)) }.sql(in: session).contains(
          """
          WHERE (fare.city IN (SELECT fare_2.city AS v0 FROM fare AS fare_2) OR (fare.city IS NULL \
          AND EXISTS (SELECT 1 FROM (SELECT fare_3.city AS v0 FROM fare AS fare_3) \
          WHERE v0 IS NULL)))
          """))
    }
  }
}

/// Paths of `loading` that lead through collections.
@Suite struct LoadedPathTests {
  @Test(arguments: RandomNumbers.seeds)
  func thePropertiesOfElementsAreLoaded(_ seed: UInt64) throws {
    var numbers = RandomNumbers(seed: seed)
    try TemporaryStore.run { store, session in
      let (riders, fares, lines) = Rider.samples(&numbers)
      try session.save(contentsOf: riders)
      try session.save(contentsOf: fares)
      try session.save(contentsOf: lines)
      let expected = riders.map { $0.fares.map { $0.lines.map(\.quantity) } }
      let other = Session(store: store.store)
      let found = try Rider.query.loading { $0.fares.lines }.find(in: other)
      let later = try store.statements {
        #expect(found.map { $0.fares.map { $0.lines.map(\.quantity) } } == expected)
      }
      #expect(later.isEmpty)
    }
  }
}
