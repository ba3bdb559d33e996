import PersistentObjects
import TestSupport
import Testing

/// Queries that include the objects of subclasses.
@Suite struct FamilyTests {
  private static func animals(_ count: Int, _ numbers: inout RandomNumbers) -> [Animal] {
    let animals = (0..<count).map { _ -> Animal in
      switch numbers.one([0, 1, 2]) {
      case 0: Animal(name: numbers.one(["a", "b", "c"]))
      case 1: Dog(name: numbers.one(["a", "b", "c"]), tricks: numbers.some(["sit"]))
      default: Cat(name: numbers.one(["a", "b", "c"]))
      }
    }
    for animal in animals { animal.mate = numbers.maybe(animals) }
    return animals
  }

  private static func comesBefore(_ left: Animal, _ right: Animal) -> Bool {
    (left.name, left.pk ?? 0, type(of: left).tableName)
      < (right.name, right.pk ?? 0, type(of: right).tableName)
  }

  /// A reference tells which table its key belongs to; the object it is compared with comes from a
  /// single table.
  @Test func referencesAreComparedWithObjectsOfOtherClosures() throws {
    try TemporaryStore.run { store, session in
      let (animal, dog) = (Animal(name: "a"), Dog(name: "b"))
      let keepers = [("x", animal), ("y", dog), ("z", nil)].map { name, pet in
        Keeper(name: name, pet: pet, herd: [])
      }
      try session.save(contentsOf: keepers)
      #expect(animal.pk == dog.pk)
      let pairs = try Keeper.query.join(Animal.self) { $0.pet == $1.itself.optional }
        .find(in: session)
      #expect(pairs.map { $0.0 } == [keepers[0]] && pairs.map { $0.1 } == [animal])
      let kept = Animal.where { animal in
        exists(Keeper.where { animal.itself.optional == $0.pet })
      }
      #expect(try kept.find(in: session) == [animal])
      let others = try Keeper.query.join(Animal.self) { $0.pet != $1.itself.optional }
        .select { keeper, _ in keeper.name }.find(in: session)
      #expect(others == ["y", "z"])
    }
  }

  /// Objects of two classes may have the same key.
  @Test func selectsTheElementsOfEachObject() throws {
    try TemporaryStore.run { _, session in
      let (plain, framed) = (Poster(title: "a"), FramedPoster(title: "b"))
      plain.parts = [PosterPart(number: 1)]
      framed.parts = [PosterPart(number: 2), PosterPart(number: 3)]
      try session.save(contentsOf: [plain, framed])
      #expect(plain.pk == framed.pk)
      let found = try Poster.query.includingSubclasses().order(by: \.title).select {
        ($0.title, $0.parts.select(\.number))
      }.find(in: session)
      #expect(found.map { $0.0 } == ["a", "b"] && found.map { $0.1 } == [[1], [2, 3]])
    }
  }

  @Test(arguments: [UInt64](1...10))
  func findsAllClassesInOneOrder(_ seed: UInt64) throws {
    try TemporaryStore.run { store, session in
      var numbers = RandomNumbers(seed: seed)
      let animals = Self.animals(15, &numbers)
      try session.save(contentsOf: animals)
      let query = Animal.where { $0.name != "b" || $0.mate.name == "a" }.includingSubclasses()
        .order(by: \.name)
      let expected = animals.filter { $0.name != "b" || $0.mate?.name == "a" }
        .sorted(by: Self.comesBefore)
      #expect(try query.find(in: session) == expected, "seed \(seed)")
      #expect(
        try query.offset(2).limit(3).find(in: session) == Array(expected.dropFirst(2).prefix(3)))
      #expect(try query.count(in: session) == expected.count)
      #expect(try query.limit(4).count(in: session) == min(4, expected.count))
      #expect(try query.value(.maximum(\.name), in: session) == expected.map(\.name).max())
      var walked: [Animal] = []
      try query.forEach(in: session) { walked.append($0) }
      #expect(walked == expected)
      var (pages, page) = ([Animal](), try query.page(size: 2, in: session))
      pages = page.objects
      while let next = page.next {
        page = try query.page(size: 2, after: next, in: session)
        pages += page.objects
      }
      #expect(pages == expected, "seed \(seed)")
      let groups = try query.grouped(by: \.name).values(.count(), in: session)
      #expect(
        groups.map { "\($0.key)\($0.1)" }
          == Dictionary(grouping: expected, by: \.name).sorted { $0.key < $1.key }
          .map { "\($0.key)\($0.value.count)" })
      let gone = try query.limit(5).delete(in: session)
      #expect(gone == min(5, expected.count))
      // Deleted objects are no longer mates of others.
      let rest = expected.dropFirst(5).filter { $0.name != "b" || $0.mate?.name == "a" }
      #expect(try query.find(in: session) == rest, "seed \(seed)")
    }
  }

  @Test func asksOnceForKeysAndOnceForEachClass() throws {
    try TemporaryStore.run { store, session in
      try session.given(Animal(name: "a"), Dog(name: "b"), Cat(name: "c"))
      let statements = try store.statements {
        _ = try Animal.where { $0.name < "c" }.includingSubclasses().limit(9).find(in: session)
      }
      // The first statement reads the names of the existing tables.
      #expect(statements.count == 6)
      #expect(
        statements[2] == """
          SELECT pk AS v0, 'animal' AS v1 FROM animal WHERE name < ?1 \
          UNION ALL SELECT pk AS v0, 'cat' AS v1 FROM cat WHERE name < ?2 \
          UNION ALL SELECT pk AS v0, 'dog' AS v1 FROM dog WHERE name < ?3 \
          ORDER BY v0, v1 LIMIT 9
          """)
      let refused = failure {
        _ = try Query<Animal>("name = 'a'").includingSubclasses().find(in: session)
      }
      #expect(refused?.code == .invalidQuery)
    }
  }

  @Test func aValueOfTheFirstObjectIsPartOfOtherQueries() throws {
    try TemporaryStore.run { _, session in
      let keepers = [Keeper(name: "a"), Keeper(name: "b")]
      try session.save(contentsOf: keepers)
      try session.given(Animal(name: "b"), Dog(name: "a"))
      let first: QueryExpression<String?> = Animal.query.includingSubclasses()
        .order(by: \.name).scalar(\.name)
      #expect(try Keeper.find(in: session) { $0.name == first } == [keepers[0]])
      let found = try Keeper.find(in: session) { keeper in
        Animal.where { $0.name > keeper.name }.includingSubclasses().order(by: \.name)
          .scalar(\.name) == "b"
      }
      #expect(found == [keepers[0]])
    }
  }

  /// The keys that a step has chosen from one table are also keys of other objects.
  @Test func subclassesAreRefusedAfterAChoiceAmongOneClass() throws {
    try TemporaryStore.run { _, session in
      let (animal, dog) = (Animal(name: "a"), Dog(name: "b"))
      try session.given(animal, dog)
      #expect(animal.pk == dog.pk)
      let named = Animal.where { $0.name == "x" }
      let queries = [
        Animal.query.limit(1).union(named), named.union(Query<Animal>("name = 'a'")),
        Animal.query.limit(1).union(named).where { $0.name != "x" },
        Animal.query.grouped(by: \.name).top(1, by: \.name),
      ]
      for query in queries {
        #expect(try query.find(in: session) == [animal])
        let error = failure { _ = try query.includingSubclasses().delete(in: session) }
        #expect(error?.code == .invalidQuery)
      }
      let all = named.union(Animal.where { $0.name < "c" }).includingSubclasses()
      #expect(try all.find(in: session) == [animal, dog])
      let some = Animal.query.includingSubclasses().union(Animal.query.limit(1))
      #expect(try some.includingSubclasses().count(in: session) == 2)
    }
  }
}

@Persistent private class Poster {
  var title: String
  var parts: [PosterPart] = []
}

@Persistent private final class FramedPoster: Poster {}

@Persistent private final class PosterPart {
  var number: Int
}
