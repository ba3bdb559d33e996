import PersistentObjects
import TestSupport
import Testing

@Suite struct InheritanceTests {
  @Test(.onSQLite) func aSubclassHasATableWithAllColumns() throws {
    try TemporaryStore.run(classes: [Dog.self]) { store, session in
      try session.makeTables(for: Animal.self, Dog.self)
      #expect(
        try store.rows(
          "SELECT sql FROM sqlite_schema WHERE name IN ('animal', 'dog', 'dog_tricks')")
          == [
            """
            CREATE TABLE animal (pk INTEGER PRIMARY KEY, name TEXT, mate INTEGER, \
            mate_class TEXT) STRICT
            """,
            """
            CREATE TABLE dog (pk INTEGER PRIMARY KEY, name TEXT, mate INTEGER, \
            mate_class TEXT, weight ANY DEFAULT (CAST(X'302E30' AS REAL))) STRICT
            """,
            """
            CREATE TABLE dog_tricks (parent_pk INTEGER NOT NULL REFERENCES dog (pk) \
            ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, array_index INTEGER NOT NULL, \
            value TEXT, PRIMARY KEY (parent_pk, array_index)) STRICT, WITHOUT ROWID
            """,
          ])
      #expect(
        try store.rows(
          "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'dog' ORDER BY name")
          == ["index_dog_mate", "index_dog_name"])
    }
  }

  /// Otherwise the object would be stored as one of its superclass, and the rows of the superclass
  /// would become objects of this class.
  @Test func aSubclassThatIsNotMarkedIsRefused() throws {
    try TemporaryStore.run { _, session in
      let fish = Fish(name: "Tom")
      try session.given(Animal(name: "Lassie"))
      let uses: [() throws -> Void] = [
        { try session.save(fish) }, { try session.insert(fish) },
        { try session.save(Animal(name: "Rex", mate: fish)) },
        { _ = try session.find(Fish.self, pk: 1) }, { _ = try session.find(Query<Fish>()) },
        { _ = try Fish.count(in: session) }, { _ = try Fish.query.page(size: 1, in: session) },
        { _ = try Fish.findByName("Lassie", in: session) },
      ]
      for use in uses {
        let error = failure(use)
        #expect(error?.code == .invalidModel && error?.message.contains("@Persistent") == true)
      }
      #expect(fish.state == .new)
    }
  }

  /// Values by name, snapshots and conflicts would mix the two.
  @Test func aPropertyWithTheNameOfAPrivateInheritedOneIsRefused() throws {
    try TemporaryStore.run { _, session in
      let error = failure { try session.save(SecretDiary()) }
      #expect(error?.code == .invalidModel)
      #expect(
        error?.context
          == .init(
            className: "SecretDiary", property: "notes", table: "secret_diary",
            column: "secret_notes"))
      #expect(error?.message.contains("rename one of them") == true)
      try session.save(Diary())
    }
  }

  @Test func inheritedPropertiesAreSavedFoundAndTracked() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex", tricks: ["sit"])
      rex.mate = Animal(name: "Lassie")
      try session.save(rex)
      rex.name = "Max"
      #expect(
        try store.statements { try rex.save() } == [
          "BEGIN IMMEDIATE", "UPDATE dog SET name = ?2 WHERE pk = ?1", "COMMIT",
        ])
      let other = Session(store: store.store)
      let found = try #require(try Dog.findByName("Max", in: other).first as? Dog)
      #expect(found.tricks == ["sit"] && found.mate?.name == "Lassie")
      #expect(try Dog.find(in: other) { $0.name == "Max" && $0.weight < 1 } == [found])
      #expect(try Animal.findAll(in: other).map(\.name) == ["Lassie"])
      #expect(
        found.description
          == #"Dog#1(name: "Max", mate: Animal#1, tricks: …, weight: 0.0)"#)
    }
  }

  @Test func referencesRememberTheClass() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex")
      let tom = Cat(name: "Tom")
      let keeper = Keeper(name: "K", pet: rex, herd: [tom, rex, Animal(name: "?"), tom])
      try session.save(keeper)
      #expect(try store.rows("SELECT pet, pet_class FROM keeper") == ["1|dog"])
      #expect(
        try store.rows("SELECT fk, fk_class FROM keeper_herd ORDER BY array_index") == [
          "1|cat", "1|dog", "1|animal", "1|cat",
        ])
      let other = Session(store: store.store)
      let found = try #require(try other.find(Keeper.self, pk: 1))
      var herd: [Animal] = []
      let reading = try store.statements { herd = found.herd }
      #expect(reading.count == 6, "BEGIN, one for the rows, one for each class, COMMIT")
      #expect(herd.map { "\(type(of: $0))" } == ["Cat", "Dog", "Animal", "Cat"])
      #expect(found.pet === herd[1] && herd[0] === herd[3])
    }
  }

  @Test func objectsWithTheSameKeyInDifferentTablesAreToldApart() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex")
      let tom = Cat(name: "Tom")
      let ofRex = Keeper(name: "R", pet: rex)
      let ofTom = Keeper(name: "T", pet: tom)
      let ofNone = Keeper(name: "N")
      try session.given(ofRex, ofTom, ofNone)
      #expect(rex.pk == tom.pk)
      var found: [Keeper] = []
      let byPet = try store.statements { found = try Keeper.findByPet(rex, in: session) }
      #expect(found == [ofRex])
      #expect(try Keeper.findByPet(nil, in: session) == [ofNone])
      #expect(
        byPet.first == """
          SELECT pk, name, pet, pet_class FROM keeper \
          WHERE pet = ?1 AND coalesce(pet_class, 'animal') = coalesce(?2, 'animal') ORDER BY pk
          """)
      #expect(try Keeper.find(in: session) { $0.pet == tom } == [ofTom])
      #expect(try Keeper.find(in: session) { $0.pet != tom } == [ofRex, ofNone])
      #expect(try Keeper.find(in: session) { $0.pet == nil } == [ofNone])
      #expect(try Keeper.find(in: session) { $0.pet.isIn([rex, nil]) } == [ofRex, ofNone])
      #expect(try Keeper.find(in: session) { !$0.pet.isIn([rex, tom]) } == [ofNone])
      #expect(try Keeper.find(in: session) { $0.pet.isIn([]) } == [])
    }
  }

  @Test func aRowThatNamesAnUnknownClassIsAnError() throws {
    try TemporaryStore.run { store, session in
      try session.save(Keeper(name: "K", pet: Dog(name: "Rex"), herd: [Dog(name: "Max")]))

      let unknowing = try store.reopened()
      let error = failure { _ = try Keeper.findAll(in: Session(store: unknowing)) }
      #expect(error?.code == .unknownClass)
      #expect(
        error?.context
          == .init(className: "Keeper", property: "pet", table: "keeper", column: "pet", pk: 1))
      #expect(error?.message.contains("'dog'") == true)
      unknowing.close()

      let knowing = try store.reopened(classes: [Dog.self])
      try knowing.blocking.session { session in
        let keeper = try #require(try session.find(Keeper.self, pk: 1))
        #expect(keeper.pet?.name == "Rex" && keeper.herd.first?.name == "Max")
      }
      knowing.close()
    }
  }

  @Test func deletingAnObjectOfASubclassTakesItOutOfReferences() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex")
      let tom = Cat(name: "Tom")
      let keeper = Keeper(name: "K", pet: rex, herd: [rex, tom])
      let kennel = Kennel(guardian: rex)
      try session.given(keeper, kennel)
      #expect(failure { try rex.delete() }?.code == .constraintViolated)
      #expect(rex.state == .clean && keeper.pet === rex)
      try kennel.delete()
      try rex.delete()
      #expect(keeper.pet == nil && keeper.herd == [tom] && keeper.state == .clean)
      #expect(try store.rows("SELECT pet, pet_class FROM keeper") == ["NULL|NULL"])
      #expect(try store.rows("SELECT fk, fk_class FROM keeper_herd") == ["1|cat"])
      keeper.herd.append(tom)
      try keeper.save()
      #expect(try store.rows("SELECT array_index FROM keeper_herd ORDER BY 1") == ["0", "1"])
    }
  }
}

@Persistent class Diary {
  private var notes = "diary"
}

@Persistent final class SecretDiary: Diary {
  @Column("secret_notes") private var notes = "secret"

  override init() { super.init() }
}

@Persistent final class Kennel {
  var guardian: Animal
  @Transient var life = Lifetime()
}

/// A subclass without the macro.
private final class Fish: Animal {
  var fins = 9
}
