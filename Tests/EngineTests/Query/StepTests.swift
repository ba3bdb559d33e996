import PersistentObjects
import TestSupport
import Testing

/// The meaning of calls after a limit: each applies to the result of the preceding steps.
@Suite struct StepTests {
  // MARK: Against Swift

  /// Orders texts byte by byte, as SQLite does; nil comes first.
  private static func compare(_ left: String?, _ right: String?) -> Int {
    guard let left, let right else { return (left == nil ? 0 : 1) - (right == nil ? 0 : 1) }
    if Array(left.utf8) == Array(right.utf8) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }

  private static func compare(_ left: Int?, _ right: Int?) -> Int {
    (left ?? .min) == (right ?? .min) ? 0 : (left ?? .min) < (right ?? .min) ? -1 : 1
  }

  private static func start(
    _ citizens: [Citizen], _ numbers: inout RandomNumbers
  ) -> Steps<Citizen> {
    switch numbers.one([0, 1, 2, 3, 4, 5]) {
    case 0:
      return Steps(
        Query("age > \(1)"), "age > 1", of: citizens.filter { $0.age > 1 })
    case 1:
      return Steps(
        Query("WHERE age > \(0) OR nick IS NULL ORDER BY age, pk"), "ORDER BY age, pk",
        of: citizens.filter { $0.age > 0 || $0.nick == nil },
        by: [{ compare($0.age, $1.age) }, { compare($0.pk.map(Int.init), $1.pk.map(Int.init)) }])
    case 2:
      let sorted = citizens.sorted {
        (compare($1.age, $0.age), $0.pk ?? 0) < (compare($0.age, $1.age), $1.pk ?? 0)
      }
      return Steps(
        Query("ORDER BY age DESC, pk LIMIT \(9)"), "ORDER BY age DESC, pk LIMIT 9",
        of: Array(sorted.prefix(9)), isAfterLimit: true)
    default: return Steps(of: citizens)
    }
  }

  private static func step(_ steps: inout Steps<Citizen>, _ numbers: inout RandomNumbers) {
    let isDown = numbers.isTrue()
    switch numbers.one(Array(0..<12)) {
    case 0: steps.filter("age < 4", { $0.age < 4 }, { $0.age < 4 })
    case 1: steps.filter("home", { $0.home.name != "Bonn" }, { $0.home?.name != "Bonn" })
    case 2: steps.filter("tags", { !$0.tags.isEmpty }, { !$0.tags.isEmpty })
    case 3: steps.filter("friends", { $0.friends.count > 0 }, { !$0.friends.isEmpty })
    case 4:
      steps.order("age", isDescending: isDown, { compare($0.age, $1.age) }) {
        $0.order(by: \.age, $1)
      }
    case 5:
      steps.order("name", isDescending: isDown, { compare($0.name, $1.name) }) {
        $0.order(by: \.name, $1)
      }
    case 6:
      steps.order("town", isDescending: isDown, { compare($0.home?.name, $1.home?.name) }) {
        $0.order(by: \.home.name, $1)
      }
    case 7:
      steps.order("herd", isDescending: isDown, { compare($0.herd.count, $1.herd.count) }) {
        $0.order(by: \.herd.count, $1)
      }
    case 8, 9: steps.limit(numbers.one([0, 1, 3, 6, 10, 15]))
    default: steps.offset(numbers.one([0, 1, 2, 5]))
    }
  }

  @Test(arguments: [UInt64](1...40))
  func queriesAreCombinedAsSetsAre(_ seed: UInt64) throws {
    try TemporaryStore.run(classes: [Dog.self, Cat.self]) { _, session in
      var numbers = RandomNumbers(seed: seed)
      try session.save(contentsOf: Citizen.samples(20, &numbers))
      let citizens = try Citizen.findAll(in: session)
      for _ in 0..<6 {
        let parts = (0..<2).map { _ in
          var steps = Self.start(citizens, &numbers)
          for _ in 0..<numbers.one([0, 1, 2, 3]) { Self.step(&steps, &numbers) }
          return steps
        }
        let (left, right) = (parts[0], parts[1])
        let either = Set(left.objects).union(right.objects)
        let name: Comment = "\(left.description), \(right.description), seed \(seed)"
        let union = try left.query.union(right.query).find(in: session)
        #expect(union == citizens.filter(either.contains), name)
        let both = try left.query.intersection(right.query).find(in: session)
        #expect(both == left.objects.filter(Set(right.objects).contains), name)
        let rest = try left.query.subtracting(right.query).where { $0.age < 4 }.find(in: session)
        #expect(
          rest == left.objects.filter { !Set(right.objects).contains($0) && $0.age < 4 }, name)
      }
    }
  }

  /// Objects of different tables may have equal keys.
  @Test func setsOfSeveralClassesTellTheirKeysApart() throws {
    try TemporaryStore.run { _, session in
      let (animal, dog) = (Animal(name: "a"), Dog(name: "a"))
      try session.save(contentsOf: [animal, dog])
      #expect(animal.pk == dog.pk)
      let own = Animal.where { $0.name == "a" }
      let family = Animal.query.includingSubclasses()
      #expect(try own.union(family).find(in: session).count == 2)
      #expect(try family.intersection(own).find(in: session) == [animal])
      #expect(try family.subtracting(own.limit(1)).find(in: session) == [dog])
      let sql = try own.union(Animal.where { $0.name == "b" }).sql(in: session)
      #expect(sql.contains(" OR name = ") && !sql.dropFirst().contains("SELECT"), "\(sql)")
    }
  }

  @Test(arguments: [UInt64](1...60))
  func areDoneInTheOrderWritten(_ seed: UInt64) throws {
    try TemporaryStore.run(classes: [Dog.self, Cat.self]) { _, session in
      var numbers = RandomNumbers(seed: seed)
      try session.save(contentsOf: Citizen.samples(20, &numbers))
      let citizens = try Citizen.findAll(in: session)
      for _ in 0..<6 {
        var steps = Self.start(citizens, &numbers)
        for _ in 0..<numbers.one([1, 2, 3, 4, 5, 6]) { Self.step(&steps, &numbers) }
        let differences = try steps.differences(valuesOf: \.name, in: session)
        #expect(differences == [], "seed \(seed)")
        let (query, objects) = (steps.query, Set(steps.objects))
        #expect(
          try query.value(.sum(\.age), in: session) == objects.map(\.age).reduce(0, +),
          "\(steps.description), seed \(seed)")
        let friends = try Citizen.find(in: session) { $0.friends.contains { $0.isIn(query) } }
        #expect(
          friends == citizens.filter { !objects.isDisjoint(with: $0.friends) },
          "isIn(\(steps.description)), seed \(seed)")
      }
    }
  }

  private static func familyStep(_ steps: inout Steps<Animal>, _ numbers: inout RandomNumbers) {
    let isDown = numbers.isTrue()
    switch numbers.one(Array(0..<7)) {
    case 0: steps.filter("name", { $0.name != "b" }, { $0.name != "b" })
    case 1: steps.filter("mate", { $0.mate.name != "a" }, { $0.mate?.name != "a" })
    case 2:
      steps.order("name", isDescending: isDown, { compare($0.name, $1.name) }) {
        $0.order(by: \.name, $1)
      }
    case 3:
      steps.order("mate", isDescending: isDown, { compare($0.mate?.name, $1.mate?.name) }) {
        $0.order(by: \.mate.name, $1)
      }
    case 4, 5: steps.limit(numbers.one([0, 1, 3, 6, 10]))
    default: steps.offset(numbers.one([0, 1, 2, 5]))
    }
  }

  @Test(arguments: [UInt64](1...30))
  func areDoneWithTheObjectsOfSeveralClasses(_ seed: UInt64) throws {
    try TemporaryStore.run { _, session in
      var numbers = RandomNumbers(seed: seed)
      let made = (0..<15).map { _ -> Animal in
        let name = numbers.one(["a", "b", "c"])
        return numbers.one([Animal(name: name), Dog(name: name), Cat(name: name)])
      }
      for animal in made { animal.mate = numbers.maybe(made) }
      try session.save(contentsOf: made)
      let animals = made.sorted {
        ($0.pk ?? 0, type(of: $0).tableName) < ($1.pk ?? 0, type(of: $1).tableName)
      }
      let keepers = made.map { Keeper(name: "k", pet: $0) } + [Keeper(name: "none")]
      try session.save(contentsOf: keepers)
      for _ in 0..<6 {
        var steps = Steps(Animal.query.includingSubclasses(), of: animals)
        for _ in 0..<numbers.one([1, 2, 3, 4, 5]) { Self.familyStep(&steps, &numbers) }
        let differences = try steps.differences(valuesOf: \.name, in: session)
        #expect(differences == [], "seed \(seed)")
        let (query, objects) = (steps.query, Set(steps.objects))
        let found = try Keeper.find(in: session) { $0.pet.isIn(query) }
        #expect(found == keepers.filter { $0.pet.map(objects.contains) ?? false })
        let others = try Keeper.find(in: session) { !$0.pet.isIn(query) }
        #expect(others == keepers.filter { !($0.pet.map(objects.contains) ?? false) })
      }
    }
  }

  // MARK: Text

  private func sql(_ query: Query<Town>, _ session: Session) throws -> String {
    try query.sql(in: session).replacing("SELECT pk, name, country, people FROM town", with: "…")
  }

  struct Text: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let query: @Sendable () -> Query<Town>
    let sql: String

    init(_ sql: String, _ query: @escaping @Sendable () -> Query<Town>) {
      testDescription = sql
      self.query = query
      self.sql = sql
    }
  }

  static let texts: [Text] = [
    Text("… WHERE (pk IN (SELECT pk FROM town ORDER BY pk LIMIT 4) AND people > ?1) ORDER BY pk") {
      Town.query.limit(4).where { $0.people > 3 }
    },
    Text(
      "… WHERE pk IN (SELECT pk FROM town ORDER BY name DESC, pk DESC LIMIT 4) "
        + "ORDER BY people, name DESC, pk DESC"
    ) { Town.query.order(by: \.name, .descending).limit(4).order(by: \.people) },
    Text("… ORDER BY pk LIMIT 3") { Town.query.limit(3).limit(8) },
    Text("… ORDER BY pk LIMIT 3") { Town.query.limit(8).limit(3) },
    Text("… ORDER BY pk LIMIT 5 OFFSET 5") { Town.query.limit(10).offset(5) },
    Text("… ORDER BY pk LIMIT 10 OFFSET 5") { Town.query.offset(5).limit(10) },
    Text("… ORDER BY pk LIMIT 0 OFFSET 5") { Town.query.limit(3).offset(5) },
    Text("… ORDER BY pk LIMIT -1 OFFSET 7") { Town.query.offset(5).offset(2) },
    Text("… ORDER BY pk LIMIT -1 OFFSET \(Int.max)") { Town.query.offset(.max).offset(.max) },
    Text("… WHERE pk IN (SELECT pk FROM town ORDER BY pk LIMIT 4) AND pk > ?1 ORDER BY pk") {
      Town.query.limit(4).after(2)
    },
    Text("… WHERE pk > ?1 ORDER BY pk") { Town.query.after(7).after(2) },
    Text("… WHERE pk > ?1 ORDER BY pk") { Town.query.order(by: \.pk).after(7) },
  ]

  @Test(.onSQLite, arguments: texts)
  func areWrittenAs(_ text: Text) throws {
    try TemporaryStore.run { _, session in
      let sql = try sql(text.query(), session)
      #expect(sql == text.sql)
    }
  }

  // MARK: Refused

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let query: @Sendable () -> Query<Citizen>
    let property: String?

    init(
      _ words: String, _ property: String? = nil, _ query: @escaping @Sendable () -> Query<Citizen>
    ) {
      testDescription = words
      self.property = property
      self.query = query
    }
  }

  static let refusals: [Refusal] = [
    Refusal("limit(-1)") { Citizen.query.limit(-1) },
    Refusal("offset(-2)") { Citizen.query.where { $0.age > 1 }.offset(-2) },
    Refusal("limit(-3)") { Citizen.query.limit(-3).limit(2).where { $0.age > 1 }.limit(1) },
    Refusal("call it before limit(_:)") { Citizen.query.limit(3).includingSubclasses() },
    Refusal("call it before limit(_:)") {
      Citizen.query.limit(3).where { $0.age > 1 }.includingSubclasses()
    },
    Refusal("loading(\\.age) has no meaning here", "age") { Citizen.query.loading(\.age) },
    Refusal("loading(\\.people) has no meaning here", "people") {
      Citizen.query.loading { $0.home.people }
    },
    Refusal("takes a stored reference or collection of Citizen") { Citizen.query.loading(\.life) },
    Refusal("opened but not closed") { Query("name = 'x").where { $0.age > 1 } },
  ]

  @Test(arguments: refusals)
  func areRefusedWhereverTheQueryIsRun(_ refusal: Refusal) throws {
    try TemporaryStore.run { _, session in
      try session.save(Citizen(name: "x", birthplace: Town(name: "t")))
      let query = refusal.query()
      let errors = [
        failure { _ = try query.find(in: session) },
        failure { _ = try query.findFirst(in: session) },
        failure { _ = try query.count(in: session) },
        failure { _ = try query.exists(in: session) },
        failure { _ = try query.delete(in: session) },
        failure { _ = try query.sql(in: session) },
        failure { _ = try query.values(of: \.name, in: session) },
        failure { _ = try query.value(.sum(\.age), in: session) },
        failure { _ = try query.page(size: 2, in: session) },
        failure { _ = try query.explainPage(size: 2, in: session) },
        failure { _ = try query.grouped(by: \.age).values(.count(), in: session) },
        failure { _ = try session.cursor(query) },
        failure { _ = try Citizen.find(in: session) { $0.friends.contains { $0.isIn(query) } } },
      ]
      for error in errors {
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains(refusal.testDescription) == true, "\(error as Any)")
      }
      if let property = refusal.property { #expect(errors[0]?.context.property == property) }
      #expect(try Citizen.count(in: session) == 1)
    }
  }

  @Test func groupsRefuseAnyNegativeNumber() throws {
    try TemporaryStore.run { _, session in
      let groups = Citizen.query.grouped(by: \.age).limit(3)
      for refused in [groups.offset(-1), groups.offset(.min), groups.limit(.min)] {
        let error = failure { _ = try refused.values(.count(), in: session) }
        #expect(
          error?.code == .invalidQuery && error?.message.contains("has no meaning here") == true)
      }
    }
  }

  /// Later steps applied to the groups before the limit.
  @Test func groupsAreLimitedLast() throws {
    try TemporaryStore.run { _, session in
      let groups = Citizen.query.grouped(by: \.age)
      for limited in [groups.limit(3), groups.offset(1)] {
        for refused in [limited.having { $0.key > 30 }, limited.order { $0.count() }] {
          let error = failure { _ = try refused.values(.count(), in: session) }
          #expect(error?.code == .invalidQuery)
          #expect(error?.message.contains("limit and offset must be the last steps") == true)
        }
      }
    }
  }

  @Test func keysOfSeveralClassesAreNoPlaceToGoOnFrom() throws {
    try TemporaryStore.run { _, session in
      let error = failure {
        _ = try Animal.query.includingSubclasses().after(1).find(in: session)
      }
      #expect(error?.code == .invalidQuery)
      #expect(error?.message.contains("page(size:after:)") == true)
    }
  }

  @Test(arguments: [0, -1, .max])
  func explainingAPageOfNoSizeIsRefused(size: Int) throws {
    try TemporaryStore.run { _, session in
      let error = failure { _ = try Town.query.explainPage(size: size, in: session) }
      #expect(error?.code == .invalidQuery)
    }
  }

  @Test func groupsAreOrderedByTheirKeysAlone() throws {
    try TemporaryStore.run { _, session in
      try session.given(Town(name: "a"), Town(name: "b"), Town(name: "b"))
      for query in [Town.query.order(by: \.people), Query("ORDER BY name")] {
        let error = failure { _ = try query.grouped(by: \.name).values(.count(), in: session) }
        #expect(error?.code == .invalidQuery)
      }
      let groups = try Town.query.order(by: \.name, .descending).limit(2).grouped(by: \.name)
        .values(.count(), in: session)
      #expect(groups.map { "\($0.key)\($0.1)" } == ["b2"])
      let down = try Town.query.order(by: \.name, .descending).grouped(by: \.people, \.name)
        .values(.count(), in: session)
      #expect(down.map { "\($0.key.1)\($0.1)" } == ["b2", "a1"])
    }
  }

  @Test(.onSQLite) func aKeyPathInHandStillOrders() throws {
    try TemporaryStore.run { _, session in
      let path: KeyPath<Town, Int?> = \.people
      let byPath = try sql(Town.query.order(by: path), session)
      #expect(byPath == "… ORDER BY people, pk")
      let byClosure = try sql(Town.query.order(by: { $0.people }, .descending), session)
      #expect(byClosure == "… ORDER BY people DESC, pk DESC")
    }
  }

  @Test func ordersByTheNumberOfElements() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Citizen.self)
      let statements = try store.statements {
        _ = try Citizen.query.order(by: \.friends.count, .descending)
          .values(of: \.name, in: session)
      }
      #expect(
        statements == [
          """
          SELECT citizen.pk AS v0, citizen.name AS v1 FROM citizen ORDER BY (SELECT count(*) \
          FROM citizen_friends AS friends WHERE friends.parent_pk = citizen.pk) DESC, \
          citizen.pk DESC
          """
        ])
    }
  }
}
