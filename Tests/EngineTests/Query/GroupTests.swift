import Foundation
import PersistentObjects
import TestSupport
import Testing

@Suite struct GroupTests {
  /// Grouping by a property of an object adds one column to the groups.
  @Test func propertiesOfAKeyAreSelectedAndOrdered() throws {
    try TemporaryStore.run(classes: [Dog.self, Cat.self]) { _, session in
      var numbers = RandomNumbers(seed: 7)
      let citizens = Citizen.samples(30, &numbers)
      try session.save(contentsOf: citizens)
      let rows = try Citizen.query.grouped(by: \.home)
        .having { $0.key.name != nil && $0.count() > 1 }
        .order { $0.key.name }
        .select { ($0.key, $0.key.name, $0.key.pk, $0.count()) }
        .find(in: session)
      let homes = Dictionary(grouping: citizens) { $0.home }
        .filter { $0.key != nil && $0.value.count > 1 }
      #expect(!rows.isEmpty && rows.count == homes.count)
      for (home, name, pk, count) in rows {
        #expect(home?.name == name && home?.pk == pk && homes[home]?.count == count)
      }
      #expect(rows.map { $0.1 ?? "" } == rows.map { $0.1 ?? "" }.sorted())
      let names = citizens.compactMap(\.home).map(\.name)
      let name = try #require(names.first)
      let named = try Citizen.query.grouped(by: \.home).having { $0.key.name == name }
        .select { ($0.key, $0.count()) }.find(in: session)
      #expect(
        Set(named.map(\.0)) == Set(citizens.map(\.home).filter { $0?.name == name }), "\(name)")
      let nicks = try Citizen.query.grouped(by: \.nick).having { $0.key != "a" }
        .select { $0.key }.find(in: session)
      #expect(Set(nicks) == Set(citizens.map(\.nick)).subtracting(["a"]))
    }
  }

  @Test(arguments: [UInt64](1...8))
  func computesWhatSwiftWould(_ seed: UInt64) throws {
    try TemporaryStore.run(classes: [Dog.self, Cat.self]) { store, session in
      var numbers = RandomNumbers(seed: seed)
      let citizens = Citizen.samples(30, &numbers)
      try session.save(contentsOf: citizens)
      let groups = try Citizen.query.grouped(by: \.home.name).values(
        .count(), .count(\.limit), .countDistinct(\.limit), .sum(\.age), .maximum(\.limit),
        .sum(\.wealth), .average(\.wealth), .average(\.age), in: session)
      let expected = Dictionary(grouping: citizens) { $0.home?.name }
        .sorted { ($0.key ?? "") < ($1.key ?? "") }
      #expect(groups.map(\.key) == expected.map(\.key), "seed \(seed)")
      for (group, members) in zip(groups, expected.map(\.value)) {
        let limits = members.compactMap(\.limit)
        #expect(group.1 == members.count && group.2 == limits.count)
        #expect(group.3 == Set(limits).count && group.4 == members.map(\.age).reduce(0, +))
        #expect(group.5 == limits.max())
        let wealth = members.map(\.wealth).reduce(0, +)
        #expect(group.6 == wealth && group.7 == wealth / Decimal(members.count))
        #expect(abs((group.8 ?? -1) - Double(group.4) / Double(group.1)) < 1e-9)
      }
      let rich = try Citizen.where { $0.age > 0 }.grouped(by: \.age, \.nick)
        .having { $0.value(.count()) > 1 && $0.value(.minimum(\.name)) < "b" }
        .values(.count(), .sum(\.wealth), in: session)
      let pairs = Dictionary(grouping: citizens.filter { $0.age > 0 }) { [$0.nick, "\($0.age)"] }
        .values.filter { $0.count > 1 && ($0.map(\.name).min() ?? "z") < "b" }
      #expect(rich.count == pairs.count, "seed \(seed)")
      for (key, count, wealth) in rich {
        let members = citizens.filter { $0.age == key.0 && $0.nick == key.1 }
        #expect(count == members.count && wealth == members.map(\.wealth).reduce(0, +))
      }
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func groupsInOneStatement() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Citizen.self)
      let query = Citizen.query.grouped(by: \.home.name)
        .having { $0.value(.average(\.age)) > 3.5 }
      let statements = try store.statements {
        _ = try query.values(.count(), .maximum(\.age), in: session)
      }
      #expect(
        statements.filter { $0.hasPrefix("SELECT") } == [
          """
          SELECT v0, count(*), max(v1) FROM (SELECT home.name AS v0, citizen.age AS v1, \
          citizen.age AS v2 FROM citizen LEFT JOIN town AS home ON home.pk = citizen.home) \
          GROUP BY v0 HAVING _persistent_average(v2) > ?1 ORDER BY v0
          """
        ])
      let misplaced = failure {
        _ = try Ledger.query.grouped(by: \.time)
          .having { $0.value(.sum(\.huge, as: Int128.self)) > 3 }.values(.count(), in: session)
      }
      #expect(misplaced?.code == .invalidQuery)
    }
  }

  @Test(arguments: [UInt64](1...8))
  func theKeyOfAReferenceIsItsObject(_ seed: UInt64) throws {
    try TemporaryStore.run(classes: [Dog.self, Cat.self]) { store, session in
      var numbers = RandomNumbers(seed: seed)
      let citizens = Citizen.samples(30, &numbers)
      try session.save(contentsOf: citizens)
      let homes = try Citizen.query.grouped(by: \.home).values(.count(), .sum(\.age), in: session)
      #expect(Set(homes.map(\.key)) == Set(citizens.map(\.home)))
      #expect(homes.map { $0.key?.pk ?? 0 } == homes.map { $0.key?.pk ?? 0 }.sorted())
      for (home, count, age) in homes {
        let members = citizens.filter { $0.home == home }
        #expect(count == members.count && age == members.map(\.age).reduce(0, +), "seed \(seed)")
      }
      let pets = try Citizen.query.grouped(by: \.pet, { $0.birthplace.country })
        .values(.count(), in: session)
      #expect(pets.map(\.1).reduce(0, +) == citizens.count)
      for (key, count) in pets {
        let members = citizens.filter { $0.pet == key.0 && $0.birthplace.country == key.1 }
        #expect(count == members.count, "seed \(seed)")
      }
    }
  }

  @Test func findsTheObjectsOfAllGroupsAtOnce() throws {
    try TemporaryStore.run { store, session in
      let animals: [Animal] = [Animal(name: "a"), Dog(name: "d"), Cat(name: "c")]
      try session.save(contentsOf: animals.flatMap { [Keeper(name: "x", pet: $0)] })
      try session.save(contentsOf: [Keeper(name: "y", pet: animals[1]), Keeper(name: "z")])
      try session.save(contentsOf: [Label(text: "1", owner: animals[0]), Label(text: "2")])
      let other = Session(store: store.store)
      var names: [String] = []
      let statements = try store.statements {
        names = try Keeper.query.grouped(by: \.pet).values(.count(), in: other)
          .map { "\($0.key?.name ?? "-")\($0.1)" }
      }
      #expect(names == ["-1", "a1", "c1", "d2"])
      #expect(
        statements.filter { $0.hasPrefix("SELECT v0") } == [
          """
          SELECT v0, v1, count(*) FROM (SELECT pet AS v0, coalesce(pet_class, 'animal') AS v1 \
          FROM keeper) GROUP BY v0, v1 ORDER BY v0, v1
          """
        ])
      #expect(statements.filter { $0.contains("WHERE pk") }.count == 3)
      let owners = try Label.query.grouped(by: \.owner).values(.count(), in: other)
      #expect(owners.map { ($0.key as? Animal)?.name } == [nil, "a"])
      let payers = try Receipt.query.grouped(by: \.payer).values(.count(), in: other)
      #expect(payers.isEmpty)
    }
  }

  @Test func aKeyFromAnotherTableMayBeTheOrder() throws {
    try TemporaryStore.run { _, session in
      let town = Town(name: "Bonn")
      let ann = Citizen(name: "Ann", birthplace: town, scores: ["math": 1, "art": 2])
      let bob = Citizen(name: "Bob", birthplace: town, friends: [ann], scores: ["math": 3])
      try session.given(ann, bob)
      let byFriends = Citizen.query.order(by: \.friends.count, .descending)
        .grouped(by: \.friends.count)
      let counts = try byFriends.values(.count(), in: session)
      #expect(counts.map(\.key) == [1, 0])
      let elements = try byFriends.elements(in: session)
      #expect(elements.map(\.key) == [1, 0] && elements.map { $0.elements } == [[bob], [ann]])
      let byScore = try Citizen.query.order(.descending) { $0.scores["math"] }
        .grouped { $0.scores["math"] }.values(.count(), in: session)
      #expect(byScore.map(\.key) == [3, 1])
      let other = failure {
        _ = try Citizen.query.order { $0.scores["art"] }.grouped { $0.scores["math"] }
          .values(.count(), in: session)
      }
      #expect(other?.code == .invalidQuery)
    }
  }

  @Test func aGroupWhoseObjectIsMissingIsAnError() throws {
    try TemporaryStore.run { store, session in
      try session.save(Keeper(name: "x", pet: Animal(name: "a")))
      try session.execute("UPDATE keeper SET pet = 7")
      let other = Session(store: store.store)
      let error = failure {
        _ = try Keeper.query.grouped(by: \.pet).values(.count(), in: other)
      }
      #expect(error?.code == .danglingReference && error?.context.property == "pet")
      try session.execute("UPDATE keeper SET pet = NULL, pet_class = NULL")
    }
  }
}

/// Keys that are equal for SQL, though they are stored differently, are in one group.
@Suite struct EqualKeyTests {
  private func given(_ session: Session) throws {
    try session.save(contentsOf: [
      Weighing(weight: 0, label: "b", mass: 1), Weighing(weight: -0.0, label: "a", mass: 2),
      Weighing(weight: 1.5, label: "B", mass: 4), Weighing(weight: 0, label: "A", mass: 8),
    ])
  }

  @Test func zerosOfBothSignsAreOneGroup() throws {
    try TemporaryStore.run { _, session in
      try given(session)
      let groups = Weighing.query.grouped(by: \.weight)
      let elements = try groups.elements(in: session)
      #expect(elements.map(\.key) == [0, 1.5])
      #expect(elements.map { $0.elements.map(\.label) } == [["b", "a", "A"], ["B"]])
      let sums = try groups.values(.count(), .sum(\.mass, as: Int128.self), in: session)
      #expect(sums.map { $0.1 } == [3, 1] && sums.map { $0.2 } == [11, 4])
    }
  }

  @Test(.onSQLite) func textsThatACollationTakesForEqualAreOneGroup() throws {
    try TemporaryStore.run { _, session in
      try given(session)
      let groups = Weighing.query.grouped { $0.label.collated("nocase") }
      let elements = try groups.elements(in: session)
      #expect(elements.map { $0.elements.map(\.label) } == [["a", "A"], ["b", "B"]])
      let sums = try groups.values(.count(), .sum(\.mass, as: Int128.self), in: session)
      #expect(sums.map { $0.1 } == [2, 2] && sums.map { $0.2 } == [10, 5])
    }
  }
}

@Persistent private final class Weighing {
  var weight: Double
  var label: String
  var mass: Int128
  @Transient var life = Lifetime()
}

@Suite struct ExactSumTests {
  @Test func addsUpWhatSQLCannot() throws {
    try TemporaryStore.run { _, session in
      try session.given(
        Ledger(big: .max - 5, huge: 1 << 90, time: .seconds(1), amount: 0.1, cents: 1.25),
        Ledger(big: 5, huge: 3, time: .milliseconds(1), amount: 0.2, cents: nil))
      let all = Ledger.query
      #expect(try all.value(.sum(\.big, as: UInt64.self), in: session) == .max)
      #expect(try all.value(.sum(\.big, as: Int128.self), in: session) == Int128(UInt64.max))
      #expect(failure { _ = try all.value(.sum(\.big), in: session) }?.code == .invalidQuery)
      #expect(try all.value(.sum(\.huge, as: Int128.self), in: session) == Int128(1) << 90 + 3)
      #expect(try all.value(.sum(\.time), in: session) == .milliseconds(1001))
      #expect(try all.value(.average(\.time), in: session) == .microseconds(500_500))
      #expect(try all.value(.sum(\.amount), in: session) == Decimal(string: "0.3"))
      #expect(try all.value(.average(\.amount), in: session) == Decimal(string: "0.15"))
      #expect(try all.value(.sum(\.cents), in: session) == 1.25)
      #expect(try all.value(.average(\.cents), in: session) == 1.25)
      #expect(try all.value(.average(\.big), in: session) == Double(UInt64.max) / 2)
      #expect(try all.value(.count(\.cents), in: session) == 1)
      #expect(try all.value(.countDistinct(\.amount), in: session) == 2)
      #expect(try Ledger.where { $0.amount > 1 }.value(.average(\.amount), in: session) == nil)
      #expect(try Ledger.where { $0.amount > 1 }.value(.sum(\.time), in: session) == .zero)
      try session.given(
        Ledger(big: 0, huge: 0, time: .init(attoseconds: .max), amount: 0, cents: nil))
      #expect(failure { _ = try all.value(.sum(\.time), in: session) }?.code == .databaseFailed)
    }
  }

  @Test func aScalarIsDecodedByTheTypesCodec() throws {
    try TemporaryStore.run { store, session in
      try session.given(Person.joe(), Person.ann())
      #expect(
        try session.scalar("SELECT count(*) FROM person WHERE age > \(30)", as: Int.self) == 1)
      #expect(
        try store.store.blocking.scalar("SELECT max(last_name) FROM person", as: String.self)
          == "Smith")
      #expect(
        try session.scalar("SELECT max(age) FROM person WHERE age > \(90)", as: Int.self) == nil)
      #expect(try session.scalar("SELECT age FROM person WHERE age > \(90)", as: Int.self) == nil)
      let day = Date(timeIntervalSince1970: 86_400)
      #expect(try session.scalar("SELECT \(day)", as: Date.self) == day)
      #expect(
        failure { _ = try session.scalar("SELECT 'x'", as: Int.self) }?.code == .decodingFailed)
      #expect(failure { _ = try session.scalar("SELEC", as: Int.self) }?.code == .invalidQuery)
    }
  }
}

@Persistent final class Ledger {
  var big: UInt64
  var huge: Int128
  var time: Duration
  var amount: Decimal
  @Column(codec: DecimalAsInteger(scale: 2)) var cents: Decimal?
}
