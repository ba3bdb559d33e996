import Foundation
import PersistentObjects
import PersistentObjectsInspection
import TestSupport
import Testing

@testable import PersistentObjectsGeneration

/// Facts about a model that come from tables and rows, beside the records.
@Suite struct DeclaredModelTests {
  private func declarations(_ path: String, _ name: String) throws -> [String] {
    let model = try InspectedFile(path).declaredModel()
    let found = try #require(model.classModel(named: name))
    return found.properties.map { property in
      let value = property.defaultValue.map { " = \($0.value.shown)" } ?? ""
      return "\(property.name): \(property.type)\(value)"
    }
  }

  @Test func aPropertyIsOptionalIfARowHasNull() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Person.self)
      #expect(
        try declarations(store.path, "Person") == [
          "firstName: String", "lastName: String", "age: Int = 0", "birthdate: Date", "photo: Data",
          "favourite: StoredValue", "home: Address?", "aliases: [String]?", "friends: [Person]",
          "nickNames: [String]", "scores: [String: Double]", "tags: Set<String>",
        ])
      let joe = Person.joe()
      joe.photo = Data()
      try session.save(joe)
      #expect(
        try declarations(store.path, "Person").prefix(7) == [
          "firstName: String", "lastName: String", "age: Int = 0", "birthdate: Date?",
          "photo: Data",
          "favourite: StoredValue?", "home: Address?",
        ])
    }
  }

  @Test func aRowOfASubclassCountsForItsSuperclass() throws {
    try TemporaryStore.run { store, session in
      try session.given(Animal(name: "a"), Dog(name: "d"))
      try session.execute("UPDATE dog SET name = NULL")
      #expect(try declarations(store.path, "Animal") == ["name: String?", "mate: Animal?"])
      #expect(
        try declarations(store.path, "Dog") == ["weight: Double = 0.0", "tricks: [String]"])
    }
  }

  @Test func uniqueIndicesOfOneColumnAreThePropertys() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Chief.self, Party.self)
      let model = try InspectedFile(store.path).declaredModel()
      let party = try #require(model.classModel(named: "Party"))
      #expect(party.properties.filter { $0.isUnique == true }.map(\.name) == ["email"])
      #expect(
        party.indices
          == [
            IndexModel(columns: ["nick_name DESC"]),
            IndexModel(
              columns: ["nick_name", "email"], isUnique: true, condition: "nick_name = 'O''B'"),
          ].sorted { $0.columns.lexicographicallyPrecedes($1.columns) })
      // Inherited indices belong to the superclass.
      let chief = try #require(model.classModel(named: "Chief"))
      #expect(chief.indices == nil)
    }
  }

  @Test func aSuperclassThatWasNeverUsedIsKnownByItsTable() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Chief.self)
      try session.removeTable("party")
      let model = try InspectedFile(store.path).declaredModel()
      #expect(model.classes.map(\.name) == ["Chief", "Firm", "Party", "Worker"])
      let worker = try #require(model.classModel(named: "Worker"))
      #expect(worker.superclass == "Party" && worker.properties.first?.name == "email")
      let party = try #require(model.classModel(named: "Party"))
      #expect(party.properties.isEmpty && party.notes?.first?.contains("its name") == false)
    }
  }

  @Test func whatAFileHasOfAnUnknownCodecHasATypeOfItsOwn() throws {
    try TemporaryStore.run(codecs: Curio.registry) { store, session in
      try session.makeTables(for: Curio.self)
      let model = try InspectedFile(store.path).declaredModel()
      #expect(
        model.types?.map { "\($0.name) \($0.codec?.name ?? "")" }.sorted() == [
          "HexColorForm hex-color", "KeyedArchiveForm keyed-archive", "UuidBytesForm uuid-bytes",
        ])
      let types = try #require(model.classModel(named: "Curio")).properties.map {
        "\($0.name): \($0.type)"
      }
      #expect(types.contains("grid: [UuidBytesForm: [HexColorForm: [KeyedArchiveForm]]]"))
      #expect(types.contains("palette: [HexColorForm]"))
    }
  }

  @Test(
    arguments: [
      ("ab", nil), ("", nil), ("é", "\"é\""), ("\r\n", #""\r\n""#), ("\"", #""\"""#),
      ("👩\u{200D}👩", #""👩\u{200D}👩""#),
    ] as [(String, String?)])
  func onlyOneCharacterIsTheDefaultOfACharacter(_ text: String, _ source: String?) {
    let spelling = SwiftSpelling(ModelLookup(StoreModel(classes: [])))
    let expression = DefaultExpression(.text(text), codec: nil, spelling)
    #expect(expression.source(of: .named("Character")) == source)
  }

  @Test(
    arguments: [(12.5, "12.5"), (.infinity, ".infinity"), (-.infinity, "-.infinity")]
      as [(Double, String)])
  func theDefaultOfADateMayBeInfinitelyDistant(_ seconds: Double, _ source: String) {
    let spelling = SwiftSpelling(ModelLookup(StoreModel(classes: [])))
    let codec = CodecModel(name: "date-real", version: 1, storage: "real")
    let expression = DefaultExpression(.real(seconds), codec: codec, spelling)
    #expect(
      expression.source(of: .named("Date")) == "Date(timeIntervalSinceReferenceDate: \(source))")
  }

  @Test func theDefaultOfACodecOfTheProgramHasNoExpression() {
    let spelling = SwiftSpelling(ModelLookup(StoreModel(classes: [])))
    let codec = CodecModel(name: "negated", storage: "integer", type: "Negated")
    let expression = DefaultExpression(.integer(5), codec: codec, spelling)
    #expect(expression.source(of: .named("Int")) == nil)
  }

  @Test func noNameHidesATypeThatCodeNeeds() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      for (table, name) in [
        ("swift", "Kind"), ("string", "Kind"), ("holiday", "Calendar"), ("reading", "Reading"),
        ("base", "Foundation"),
      ] {
        try session.execute(
          Criteria(stringLiteral: "CREATE TABLE \(table) (pk INTEGER PRIMARY KEY) STRICT"))
        try session.execute("INSERT INTO _persistent_table VALUES (\(table), \(name), NULL, NULL)")
      }
      try session.execute(
        "UPDATE _persistent_table SET superclass_table = 'data' WHERE name = 'reading'")
      #expect(
        try ModelSource(path: store.path).model().classes.map(\.name) == [
          "Address", "DataClass", "FoundationClass", "Holiday.Calendar", "Reading",
          "StringScope.Kind", "SwiftScope.Kind",
        ])
    }
  }

  @Test func aNameThatIsReservedForStorageIsReplaced() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      try session.execute("ALTER TABLE address ADD COLUMN _city TEXT")
      try session.execute(
        """
        INSERT INTO _persistent_column VALUES \
        ('address', '_city', '_city', 'text', 'text', 1, 1, NULL, NULL)
        """)
      let model = try ModelSource(path: store.path).model()
      let property = try #require(model.classModel(named: "Address")?.properties.last)
      #expect(property.name == "_city2" && property.column == "_city")
      #expect(property.notes == ["the file calls it \"_city\"; its first use records _city2"])
    }
  }

  @Test func aDefaultThatOnlySQLCanComputeIsLeftOut() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      try session.execute(
        "ALTER TABLE address ADD COLUMN x TEXT DEFAULT 'it''s'")
      try session.execute(
        """
        INSERT INTO _persistent_column VALUES \
        ('address', 'x', 'x', 'text', 'text', 1, 1, NULL, NULL)
        """)
      #expect(try declarations(store.path, "Address").last == "x: String = it's")
      try session.execute("ALTER TABLE address DROP COLUMN x")
      try session.execute("ALTER TABLE address ADD COLUMN x TEXT DEFAULT CURRENT_TIME")
      let model = try InspectedFile(store.path).declaredModel()
      let property = try #require(model.classModel(named: "Address")?.properties.last)
      #expect(property.defaultValue == nil)
      #expect(property.notes?.first?.contains("expression") == true)
    }
  }

  @Test func whatNoModelMayHaveIsLeftOut() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      try session.execute("ALTER TABLE address ADD COLUMN x INTEGER DEFAULT 7")
      try session.execute(
        """
        INSERT INTO _persistent_column VALUES \
        ('address', 'x', 'x', 'integer', 'bool', 1, 1, NULL, NULL)
        """)
      try session.execute(
        "INSERT INTO _persistent_index VALUES ('twice', 'address', '(city, city)')")
      let model = try ModelSource(path: store.path).model()
      let address = try #require(model.classModel(named: "Address"))
      #expect(
        address.notes == [
          "the index of city, city is left out: it names a column twice; the first use of the class drops it"
        ])
      let property = try #require(address.properties.last)
      #expect(property.defaultValue == nil)
      #expect(
        property.notes == [
          "its default value is not a stored Bool: 7 is not a Bool, which is stored as 0 or 1; it is left out"
        ])
    }
  }

  @Test func columnsThatRemainOfAClassThatIsGoneAreLeftOut() throws {
    try TemporaryStore.run { store, session in
      try session.given(Invoice(number: 1, customer: .joe()))
      try session.execute(
        "UPDATE _persistent_column SET codec = 'reference(gone)' WHERE codec = 'reference(person)' AND table_name = 'invoice'"
      )
      try session.execute(
        "INSERT INTO _persistent_index VALUES ('both', 'invoice', '(number, customer)')")
      let model = try ModelSource(path: store.path).model()
      let invoice = try #require(model.classModel(named: "Invoice"))
      #expect(invoice.properties.map(\.name) == ["number"])
      #expect(
        invoice.notes == [
          "\"customer\" is left out: it refers to the table \"gone\", which has no class",
          "the index of number, customer is left out: \"customer\" has no property; the first use of the class drops it",
        ])
    }
  }

  @Test func anIndexOfTheClassOfAReferenceAloneIsLeftOut() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Animal.self, Keeper.self)
      for (name, columns) in [("both", "(name, pet, pet_class)"), ("one", "(name, pet_class)")] {
        try session.execute(
          "INSERT INTO _persistent_index VALUES (\(name), 'keeper', \(columns))")
      }
      let model = try ModelSource(path: store.path).model()
      let keeper = try #require(model.classModel(named: "Keeper"))
      #expect(keeper.indices == [IndexModel(columns: ["name", "pet", "pet_class"])])
      #expect(
        keeper.notes == [
          "the index of name, pet_class is left out: the column of a class must follow that of its reference; the first use of the class drops it"
        ])
    }
  }
}
