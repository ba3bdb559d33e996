import PersistentObjects
import TestSupport
import Testing

@Persistent final class Rider {
  var name: String
  @Inverse(\Fare.rider) var fares: [Fare] = []
}

@Persistent final class Fare {
  var number: Int
  var city: String?
  var rider: Rider?
  var marks: [Int] = []
  @Inverse(\FareLine.fare) var lines: [FareLine] = []
}

@Persistent final class FareLine {
  var quantity: Int
  var fare: Fare?
}

extension Rider {
  /// Random riders, fares and lines; some riders have no fares, and some fares no lines.
  static func samples(_ n: inout RandomNumbers) -> (
    riders: [Rider], fares: [Fare], lines: [FareLine]
  ) {
    let riders = (0..<8).map { Rider(name: "c\($0)") }
    let fares = (0..<20).map { _ in
      Fare(
        number: Int.random(in: 0...9, using: &n), city: n.maybe(["Bonn", "Rome", "Oslo"]),
        rider: n.maybe(Array(riders.dropFirst())), marks: n.some([1, 2, 3]))
    }
    let lines = (0..<40).map { _ in
      FareLine(
        quantity: Int.random(in: -2...5, using: &n), fare: n.maybe(Array(fares.dropLast(3))))
    }
    return (riders, fares, lines)
  }

  /// The first fare by number, and then by key.
  fileprivate var first: Fare? {
    fares.min { ($0.number, $0.pk ?? 0) < ($1.number, $1.pk ?? 0) }
  }
}

/// Collections of the first element of another collection, and of the key of groups: whatever can
/// be asked of a collection.
@Suite struct FirstElementTests {
  private static func run(
    _ seed: UInt64, _ body: (Session, [Rider], [Fare]) throws -> Void
  ) throws {
    var numbers = RandomNumbers(seed: seed)
    try TemporaryStore.run { _, session in
      let (riders, fares, lines) = Rider.samples(&numbers)
      try session.save(contentsOf: riders)
      try session.save(contentsOf: fares)
      try session.save(contentsOf: lines)
      try body(session, riders, fares)
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func theFirstElementsCollectionIsAggregated(_ seed: UInt64) throws {
    try Self.run(seed) { session, riders, _ in
      let rows = try Rider.query.select {
        let lines = $0.fares.first(by: \.number).lines
        return (
          lines.count, lines.sum(\.quantity), lines.average(\.quantity), lines.min(\.quantity),
          lines.max { $0.quantity * 2 }, lines.where { $0.quantity > 1 }.count
        )
      }.find(in: session)
      for (row, rider) in zip(rows, riders) {
        let quantities = rider.first?.lines.map(\.quantity)
        #expect(row.0 == quantities?.count)
        #expect(row.1 == (quantities ?? []).reduce(0, +))
        let isEmpty = quantities?.isEmpty != false
        #expect(row.2 == (isEmpty ? nil : Double(row.1) / Double(row.0 ?? 1)))
        #expect(row.3 == quantities?.min() && row.4 == quantities?.max().map { $0 * 2 })
        #expect(row.5 == quantities?.filter { $0 > 1 }.count)
      }
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func theFirstElementsCollectionIsTested(_ seed: UInt64) throws {
    try Self.run(seed) { session, riders, _ in
      func expect(
        _ query: (Columns<Rider>) -> Condition, _ condition: (Rider) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
      ) throws {
        let found = try Rider.where(query).find(in: session)
        #expect(found == riders.filter(condition), sourceLocation: sourceLocation)
      }
      try expect(
        { $0.fares.first(by: \.number).lines.contains { $0.quantity == 3 } },
        { $0.first?.lines.contains { $0.quantity == 3 } == true })
      try expect(
        { !$0.fares.first(by: \.number).lines.contains { $0.quantity == 3 } },
        { $0.first?.lines.contains { $0.quantity == 3 } != true })
      try expect(
        { $0.fares.first(by: \.number).lines.isEmpty }, { $0.first?.lines.isEmpty == true })
      try expect(
        { $0.fares.first(by: \.number).lines.allSatisfy { $0.quantity > 0 } },
        { $0.first?.lines.allSatisfy { $0.quantity > 0 } == true })
      try expect(
        { $0.fares.first(by: \.number).marks.contains(2) },
        { $0.first?.marks.contains(2) == true })
      try expect(
        { $0.fares.first(by: \.number).marks.where { $0 > 1 }.contains(2) },
        { $0.first?.marks.contains(2) == true })
      try expect(
        { $0.fares.first(by: \.number).lines.sum(\.quantity) > 2 },
        { ($0.first?.lines.map(\.quantity).reduce(0, +) ?? 0) > 2 })
      try expect(
        { $0.fares.sum { $0.lines.sum(\.quantity) } > 4 },
        { $0.fares.flatMap(\.lines).map(\.quantity).reduce(0, +) > 4 })
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func firstElementsAreNested(_ seed: UInt64) throws {
    try Self.run(seed) { session, riders, _ in
      let rows = try Rider.query.select {
        $0.fares.first(by: \.number).lines.first(by: \.quantity, .descending).fare.marks.sum {
          $0
        }
      }.find(in: session)
      let expected = riders.map { rider in
        rider.first?.lines.isEmpty == false ? rider.first?.marks.reduce(0, +) ?? 0 : 0
      }
      #expect(rows == expected)
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func valuesOfTheFirstElementsCollectionAreSelected(_ seed: UInt64) throws {
    try Self.run(seed) { session, riders, _ in
      let rows = try Rider.query.select {
        (
          $0.name,
          $0.fares.first(by: \.number).lines.where { $0.quantity > 0 }.order(by: \.quantity)
            .select(\.quantity)
        )
      }.find(in: session)
      let expected = riders.map {
        ($0.first?.lines ?? []).map(\.quantity).filter { $0 > 0 }.sorted()
      }
      #expect(rows.map(\.1) == expected)
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func aSumThroughANilReferenceIsZero(_ seed: UInt64) throws {
    try Self.run(seed) { session, _, fares in
      let line = FareLine(quantity: 1)
      try session.save(line)
      let pk = try #require(line.pk)
      let query = FareLine.where { $0.pk == pk }
      #expect(try query.select { $0.fare.marks.sum { $0 } }.find(in: session) == [0])
      let counts = try query.select { $0.fare.marks.count }.find(in: session)
      #expect(counts.count == 1 && counts.first == .some(nil))
    }
  }

  @Test(arguments: RandomNumbers.seeds)
  func theCollectionOfAGroupsKeyIsAggregated(_ seed: UInt64) throws {
    try Self.run(seed) { session, riders, fares in
      let rows = try Fare.query.grouped(by: \.rider)
        .select { ($0.key.name, $0.key.fares.sum(\.number), $0.key.fares.count, $0.count()) }
        .find(in: session)
      let owners = riders.filter { !$0.fares.isEmpty }
      let named = rows.filter { $0.0 != nil }
      #expect(named.map(\.0) == owners.map(\.name))
      #expect(named.map(\.1) == owners.map { $0.fares.map(\.number).reduce(0, +) })
      #expect(named.map(\.2) == owners.map(\.fares.count))
      let some = try Fare.query.grouped(by: \.rider)
        .having { $0.key.fares.contains { $0.number > 7 } }.select { $0.key.name }.find(in: session)
      #expect(some == owners.filter { $0.fares.contains { $0.number > 7 } }.map(\.name))
    }
  }

  @Test(.onSQLite) func theSumIsComputedBesideTheFirstElement() throws {
    try Self.run(1) { session, _, _ in
      let query = Rider.query.select { $0.fares.first(by: \.number).lines.sum(\.quantity) }
      let sql = try query.sql(in: session)
      #expect(
        sql == """
          SELECT coalesce((SELECT (SELECT coalesce(sum(lines.quantity), 0) FROM fare_line AS lines \
          WHERE lines.fare = fares.pk) FROM fare AS fares WHERE fares.rider = rider.pk \
          ORDER BY fares.number, fares.pk LIMIT 1), 0) AS v0 FROM rider ORDER BY rider.pk
          """)
    }
  }
}
