import PersistentObjects
import TestSupport
import Testing

/// Whether a reference points at one of the objects of a query, whatever their class.
@Suite struct MembershipTests {
  private static func animals() -> [Animal] {
    [Animal(name: "a"), Dog(name: "a"), Dog(name: "b"), Cat(name: "b"), Animal(name: "b")]
  }

  @Test(.onSQLite) func theKeepersOfSubclassesAreNotDeleted() throws {
    try TemporaryStore.run { _, session in
      let animals = Self.animals()
      let keepers = animals.map { Keeper(name: "k", pet: $0, herd: [$0]) } + [Keeper(name: "n")]
      try session.save(contentsOf: keepers)
      let query = Animal.where { $0.name == "a" }.includingSubclasses()
      #expect(
        try Keeper.where { $0.pet.isIn(query) }.sql(in: session).hasSuffix(
          """
          FROM keeper WHERE (pet, coalesce(pet_class, 'animal')) IN (SELECT v0, v1 FROM (\
          SELECT pk AS v0, 'animal' AS v1 FROM animal WHERE name = ?1 \
          UNION ALL SELECT pk AS v0, 'cat' AS v1 FROM cat WHERE name = ?2 \
          UNION ALL SELECT pk AS v0, 'dog' AS v1 FROM dog WHERE name = ?3)) ORDER BY pk
          """))
      #expect(try Keeper.find(in: session) { $0.pet.isIn(query) } == Array(keepers[0...1]))
      let only = Animal.where { $0.name == "a" }
      #expect(try Keeper.find(in: session) { $0.pet.isIn(only) } == [keepers[0]])
      let elements = try Keeper.find(in: session) { $0.herd.contains { $0.isIn(query) } }
      #expect(elements == Array(keepers[0...1]))
      let onlyElements = try Keeper.find(in: session) { $0.herd.contains { $0.isIn(only) } }
      #expect(onlyElements == [keepers[0]])
      #expect(try Keeper.where { !$0.pet.isIn(query) }.delete(in: session) == 4)
      #expect(try Keeper.findAll(in: session) == Array(keepers[0...1]))
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func rowsFromBeforeTheClassHadSubclassesAreFound() throws {
    try TemporaryStore.run { _, session in
      let keepers = Self.animals().map { Keeper(name: "k", pet: $0) }
      try session.save(contentsOf: keepers)
      try session.execute("UPDATE keeper SET pet_class = NULL WHERE pet_class = 'animal'")
      let query = Keeper.where { !$0.pet.isIn(Animal.query) }
      #expect(try query.find(in: session) == Array(keepers[1...3]))
      #expect(
        try Keeper.where { $0.pet.isIn(Animal.where { $0.name == "a" }) }.explain(in: session)
          .description.contains("SEARCH keeper USING INDEX index_keeper_pet (pet=?)"))
    }
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func rowsFromBeforeTheClassHadSubclassesEqualTheirObject() throws {
    try TemporaryStore.run { _, session in
      let (plain, dog) = (Animal(name: "a"), Dog(name: "d"))
      let keepers = [plain, dog].map { Keeper(name: "k", pet: $0, herd: [$0]) }
      try session.save(contentsOf: keepers)
      try session.execute("UPDATE keeper SET pet_class = NULL WHERE pet_class = 'animal'")
      try session.execute("UPDATE keeper_herd SET fk_class = NULL WHERE fk_class = 'animal'")
      #expect(plain.pk == dog.pk)
      for (animal, keeper) in zip([plain, dog], keepers) {
        #expect(try Keeper.find(in: session) { $0.pet == animal } == [keeper])
        #expect(try Keeper.find(in: session) { $0.pet.isIn([animal, nil]) } == [keeper])
        #expect(try Keeper.findByPet(animal, in: session) == [keeper])
        #expect(try Keeper.find(in: session) { $0.herd.contains { $0 == animal } } == [keeper])
        #expect(try Keeper.find(in: session) { $0.herd.contains(animal) } == [keeper])
      }
      let byPet = Keeper.where { $0.pet == plain }
      #expect(
        try byPet.explain(in: session).description
          .contains("SEARCH keeper USING INDEX index_keeper_pet (pet=?)"))
      #expect(try Keeper.findByPet(nil, in: session).isEmpty)
    }
  }

  /// The keys of a class and of its subclass may be the same.
  @Test func anObjectIsNotTheObjectOfASubclassWithItsKey() throws {
    try TemporaryStore.run { _, session in
      let (animal, dog) = (Animal(name: "a"), Dog(name: "d"))
      try session.given(animal, dog)
      #expect(animal.pk == dog.pk)
      let (same, family) = (Animal.query, Animal.where { $0.name == "d" }.includingSubclasses())
      #expect(try Animal.find(in: session) { $0.itself == animal } == [animal])
      #expect(try Animal.find(in: session) { $0.itself == dog }.isEmpty)
      #expect(try Animal.find(in: session) { $0.itself != dog } == [animal])
      #expect(try Animal.find(in: session) { $0.itself.isIn([dog]) }.isEmpty)
      #expect(try Animal.find(in: session) { $0.itself.isIn([dog, animal]) } == [animal])
      #expect(try Animal.find(in: session) { $0.itself.isIn(family) }.isEmpty)
      #expect(try Animal.find(in: session) { $0.itself.isIn(same) } == [animal])
      #expect(try same.includingSubclasses().where { $0.itself == dog }.find(in: session) == [dog])
      let pairs = try Dog.query.join(Animal.self) { _, other in other.itself == dog }
        .find(in: session)
      #expect(pairs.isEmpty)
    }
  }

  @Test func elementsAreComparedWithTheirClass() throws {
    try TemporaryStore.run { _, session in
      let (dog, cat) = (Dog(name: "d"), Cat(name: "c"))
      let keepers = [Keeper(name: "d", herd: [dog]), Keeper(name: "c", herd: [cat])]
      try session.save(contentsOf: keepers)
      #expect(dog.pk == cat.pk)
      #expect(try Keeper.find(in: session) { $0.herd.contains { $0 == cat } } == [keepers[1]])
      #expect(try Keeper.find(in: session) { $0.herd.contains { $0.isIn([dog]) } } == [keepers[0]])
    }
  }

  @Test func referencesToAnythingAreComparedWithTheirClass() throws {
    try TemporaryStore.run { _, session in
      let animals = Self.animals()
      let labels = animals.map { Label(text: $0.name, owner: $0) } + [Label(text: "none")]
      try session.save(contentsOf: labels)
      try session.save(contentsOf: [Receipt(number: 1, payer: animals[1])])
      try session.save(Label(text: "joe", owner: Person.joe()))
      let family = Animal.query.includingSubclasses().where { $0.name == "b" }
      #expect(try Label.find(in: session) { $0.owner.isIn(family) } == Array(labels[2...4]))
      let dogs = Dog.query
      #expect(try Label.find(in: session) { $0.owner.isIn(dogs) } == Array(labels[1...2]))
      #expect(try Receipt.count(in: session) { $0.payer.isIn(dogs) } == 1)
      #expect(try Receipt.count(in: session) { $0.payer.isIn(family) } == 0)
    }
  }
}
