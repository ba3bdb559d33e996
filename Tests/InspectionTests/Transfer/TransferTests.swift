import Foundation
import PersistentObjects
import PersistentObjectsGeneration
import PersistentObjectsInspection
import TestSupport
import Testing

@testable import PersistentObjectsTransfer

@Persistent final class Subscriber {
  var email: String
  var nick: String?
  @Transient var life = Lifetime()
  static let indices: [Index<Subscriber>] = [
    .unique { $0.email.collated(.ignoringCase) },
    Index().descending { $0.nick ?? "" }.ascending(\.email),
  ]
}

/// Exporting objects, and loading exports.
@Suite struct TransferTests {
  /// Saves a person in a file, and returns the key that it gets.
  private static func keyOfANewPerson(at path: String) throws -> Int64? {
    let store = try Store(path: path)
    defer { store.close() }
    return try store.blocking.transaction { session in
      let person = Person.ann()
      try session.save(person)
      return person.pk
    }
  }

  @Test func loadedIsWhatWasExported() throws {
    try Self.withZoo { original, session in
      let copy = try TemporaryFile()
      defer { copy.remove() }
      let outcome = try StoreLoader(copy.path).load(lines: Self.export(original))
      let loaded = try InspectedFile(copy.path)
      #expect(try loaded.checksum() == original.checksum())
      #expect(try loaded.check(isDeep: true).findings == original.check(isDeep: true).findings)
      #expect(
        try outcome.count
          == original.model.classes.reduce(0) { try $0 + original.rowCount(of: $1.table) })
      #expect(try loaded.everything == original.everything)
      #expect(loaded.model == original.model)
    }
  }

  @Test func whatWasLoadedHasTheTablesThatTheClassesMake() throws {
    try Self.withZoo { original, session in
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try StoreLoader(copy.path).load(lines: Self.export(original))
      #expect(try InspectedFile(copy.path).layout == original.layout)
      let store = try Store(path: copy.path, classes: Zoo.classes)
      for type in Zoo.classes {
        #expect(try Self.pending(type, store) == [], "\(type)")
      }
      store.close()
    }
  }

  @Test func classesOfOneNameAreToldApartByTheirTables() throws {
    try TemporaryStore.run { store, session in
      let order = Shop.Order(number: 1)
      try session.given(order, OldShop.Order(other: order))
      let original = try InspectedFile(store.path)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      let outcome = try StoreLoader(copy.path).load(lines: Self.export(original))
      #expect(outcome.objects == ["order": 1, "old_order": 1])
      #expect(try InspectedFile(copy.path).layout == original.layout)
      #expect(try InspectedFile(copy.path).checksum() == original.checksum())
      let header = try #require(Self.lines(original, ["old_order"]).first)
      let model = try JSONDecoder().decode(StoreModel.self, from: Data(header))
      #expect(model == original.model, "the class that it refers to is there, too")
      let error = failure { _ = try Self.export(original, ["Order"]) }
      #expect(error?.code == .unknownClass)
      #expect(error?.message.hasSuffix("name the table instead: old_order, order") == true)
    }
  }

  /// Expects that what a store exports is loaded as it was.
  private static func expectLoadedAlike(_ store: TemporaryStore) throws {
    let original = try InspectedFile(store.path)
    let copy = try TemporaryFile()
    defer { copy.remove() }
    _ = try StoreLoader(copy.path).load(lines: export(original))
    let loaded = try InspectedFile(copy.path)
    #expect(try loaded.checksum() == original.checksum())
    #expect(loaded.model == original.model)
  }

  /// A file records only the last part of the name `Shop.Date`.
  @Test func aValueIsLoadedEvenIfAClassHasTheNameOfItsType() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.birthdate = Date(timeIntervalSince1970: 0.5)
      try session.given(joe, Shop.Date(session: Shop.Session()))
      try Self.expectLoadedAlike(store)
    }
  }

  /// The table has the name because another class is also called `Sailor`.
  @Test func aClassWithTheNameOfAnothersTableIsLoadedAsItself() throws {
    try TemporaryStore.run { store, session in
      try session.given(Crew(name: "a"), Fleet.Sailor(name: "b"), Harbour.Sailor(name: "c"))
      try Self.expectLoadedAlike(store)
    }
  }

  /// `Crew` goes by its table only in the second file, where `Fleet.Sailor` goes by the table
  /// `Crew`.
  @Test func classesThatShareANameAreNoDifferenceInThoseThatReferToOthers() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Boat.self)
      let before = try InspectedFile(store.path)
      try session.makeTables(for: Fleet.Sailor.self, Harbour.Sailor.self)
      let after = try InspectedFile(store.path)
      #expect(Set(before.layoutDifferences(from: after).map(\.change)) == [.added])
      #expect(Set(after.layoutDifferences(from: before).map(\.change)) == [.gone])
      #expect(after.model.classModel(named: "Crew")?.name == "Sailor")
      #expect(after.model.classModel(named: "ship")?.name == "Crew")
    }
  }

  @Test func differencesOfClassesOfOneNameShow() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Shop.Order.self)
      let before = try InspectedFile(store.path)
      try session.save(OldShop.Order())
      let after = try InspectedFile(store.path)
      #expect(before.layoutDifferences(from: after).map(\.className) == ["old_order"])
      try session.save(Shop.Order(number: 1))
      var differences: [StoreDifference] = []
      try after.forEachObjectDifference(from: InspectedFile(store.path)) {
        differences.append($0)
        return true
      }
      #expect(differences.map(\.className) == ["order"])
    }
  }

  @Test func theOrderOfLinesDoesNotCount() throws {
    try Self.withZoo { original, session in
      var numbers = RandomNumbers(seed: 7)
      let lines = try Self.lines(original)
      let shuffled = [lines[0]] + lines.dropFirst().shuffled(using: &numbers)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try StoreLoader(copy.path).load(lines: Self.joined(shuffled))
      #expect(try InspectedFile(copy.path).checksum() == original.checksum())
    }
  }

  /// The loser of two programs that start at the same time leaves the other's file alone.
  @Test func aWriterThatGivesUpRemovesNoFileOfAnother() throws {
    try Self.withZoo(count: 2) { original, session in
      let copy = try TemporaryFile()
      defer { copy.remove() }
      var first: StoreWriter? = try StoreWriter(copy.path)
      #expect(first != nil)
      _ = try StoreLoader(copy.path).load(lines: Self.export(original))
      first = nil
      #expect(try InspectedFile(copy.path).checksum() == original.checksum())
    }
  }

  @Test func keysAreNeverGivenOutAgain() throws {
    try TemporaryStore.run { store, session in
      let last = Person.ann()
      try session.save(Person.joe())
      try session.save(last)
      try session.delete(last)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try StoreLoader(copy.path).load(lines: Self.export(InspectedFile(store.path)))
      #expect(try Self.keyOfANewPerson(at: copy.path) == 3)
    }
  }

  /// A file that no program seems to use is read without a lock.
  @Test func aFileThatChangesMeanwhileIsNeitherExportedNorCopied() throws {
    let (file, target) = (try TemporaryFile(), try TemporaryFile())
    defer {
      file.remove()
      target.remove()
    }
    _ = try Self.keyOfANewPerson(at: file.path)
    func change(_ seconds: Double) throws {
      let date = Date(timeIntervalSince1970: seconds)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }
    let exported = failure { try InspectedFile(file.path).export { _ in try change(1) } }
    #expect(exported?.code == .busy)
    let store = try Store(path: target.path)
    defer { store.close() }
    let copied = failure {
      _ = try InspectedFile(file.path).copy(to: store) { _, _ in try change(2) }
    }
    #expect(copied?.code == .busy)
    #expect(try InspectedFile(file.path).copy(to: store).rowCount > 0, "nothing was copied before")
  }

  /// Copying reports no progress then.
  @Test func aFileWithoutObjectsThatChangesMeanwhileIsNotCopied() throws {
    let (file, target) = (try TemporaryFile(), try TemporaryFile())
    defer {
      file.remove()
      target.remove()
    }
    let original = try Store(path: file.path)
    try original.blocking.transaction { try $0.makeTables(for: Person.self) }
    original.close()
    let opened = try InspectedFile(file.path)
    let date = Date(timeIntervalSince1970: 1)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    let store = try Store(path: target.path)
    defer { store.close() }
    let copied = failure { _ = try opened.copy(to: store) }
    #expect(copied?.code == .busy)
    #expect(try InspectedFile(file.path).copy(to: store).rowCount == 0, "nothing was copied before")
  }

  @Test func indicesOfExpressionsAreLoaded() throws {
    try TemporaryStore.run { store, session in
      try session.save(Subscriber(email: "Ann@example.org"))
      let original = try InspectedFile(store.path)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try StoreLoader(copy.path).load(lines: Self.export(original))
      #expect(try InspectedFile(copy.path).layout == original.layout)
      let same = #"{"class":"Subscriber","key":9,"properties":{"email":"ann@EXAMPLE.org"}}"#
      let error = failure { _ = try StoreLoader(copy.path).load(lines: Array(same.utf8)) }
      #expect(error?.code == .constraintViolated)
    }
  }

  @Test func aConditionThatIsNoExpressionIsRefused() throws {
    try TemporaryStore.run { store, session in
      try session.save(Subscriber(email: "Ann@example.org"))
      var model = try InspectedFile(store.path).model
      model.classes[0].indices = [
        IndexModel(columns: ["email"], condition: "1; DROP TABLE _persistent_table")
      ]
      let line = try [UInt8](JSONEncoder().encode(ExportHeader(model: model, nextKeys: [:])))
      let copy = try TemporaryFile()
      defer { copy.remove() }
      let error = failure { _ = try StoreLoader(copy.path).load(lines: line) }
      #expect(error?.code == .invalidModel)
      #expect(error?.message.contains("is not an SQL expression") == true)
    }
  }

  /// Inherited properties, keys and elements in nested collections have them, too.
  @Test func oldestVersionsOfCodecsAreLoaded() throws {
    try TemporaryStore.run { store, session in
      try session.transaction { try Zoo.fill(session, count: 2) }
      try store.store.blocking.execute(
        "UPDATE _persistent_column SET version = 3, oldest_version = 2 WHERE codec = 'text'")
      let original = try InspectedFile(store.path)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try StoreLoader(copy.path).load(lines: Self.export(original))
      let loaded = try InspectedFile(copy.path)
      let columns = """
        SELECT table_name, column_name, codec, version, oldest_version FROM _persistent_column \
        ORDER BY 1, 2
        """
      #expect(try loaded.rows(columns) == original.rows(columns))
      #expect(loaded.model == original.model)
    }
  }

  /// The outer keys are bytes, the inner ones colors.
  @Test func keysOfNestedDictionariesHaveTheirOwnCodecs() throws {
    try TemporaryStore.run(codecs: Curio.registry) { store, session in
      try session.makeTables(for: Curio.self)
      let original = try InspectedFile(store.path)
      let grid = original.model.classModel(named: "Curio")?.properties.first { $0.name == "grid" }
      #expect(grid?.keyCodec?.name == "uuid-bytes")
      #expect(grid?.innerKeyCodecs?.map { $0?.name } == ["hex-color"])
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try StoreLoader(copy.path).load(lines: Self.export(original))
      let loaded = try InspectedFile(copy.path)
      let columns = """
        SELECT table_name, column_name, codec FROM _persistent_column \
        WHERE property = 'grid' ORDER BY 1, 2
        """
      #expect(try loaded.rows(columns) == original.rows(columns))
      #expect(loaded.model == original.model)
    }
  }

  @Test func someClassesBringThoseThatTheyReferTo() throws {
    try Self.withZoo { original, session in
      let lines = try Self.lines(original, ["Invoice", "Person", "Address"])
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try StoreLoader(copy.path).load(lines: Self.joined(lines))
      #expect(
        try InspectedFile(copy.path).model.classes.map(\.name) == ["Address", "Invoice", "Person"])
      let alone = try Self.lines(original, ["Invoice"])
      let other = try TemporaryFile()
      defer { other.remove() }
      let error = failure { _ = try StoreLoader(other.path).load(lines: Self.joined(alone)) }
      #expect(error?.code == .danglingReference)
      #expect(error?.context.table == "invoice")
      #expect(!FileManager.default.fileExists(atPath: other.path), "no half file is left")
    }
  }

  /// References to classes that may have subclasses have no foreign key.
  @Test(arguments: ["Ann", "Bob"]) func openReferencesMustLeadSomewhere(_ name: String) throws {
    try TemporaryStore.run { store, session in
      try session.given(Keeper(name: "Ann", pet: Dog(name: "Rex")))
      try session.given(Keeper(name: "Bob", herd: [Cat(name: "Tom")]))
      let lines = try Self.lines(InspectedFile(store.path))
      let kept = lines.filter {
        let line = String(decoding: $0, as: UTF8.self)
        return !line.hasPrefix(#"{"class""#) || line.contains(#""name":"\#(name)""#)
      }
      let copy = try TemporaryFile()
      defer { copy.remove() }
      let error = failure { _ = try StoreLoader(copy.path).load(lines: Self.joined(kept)) }
      #expect(error?.code == .danglingReference)
      #expect(error?.context.table == (name == "Ann" ? "keeper" : "keeper_herd"))
      #expect(!FileManager.default.fileExists(atPath: copy.path), "no half file is left")
      _ = try StoreLoader(copy.path).load(lines: Self.joined(lines))
    }
  }

  /// References of classes that are not loaded are not read.
  @Test func referencesThatWereDanglingBeforeAreNoObstacle() throws {
    try TemporaryStore.run { store, session in
      try session.given(Keeper(name: "Ann", pet: Dog(name: "Rex")), Address(city: "Rome"))
      try session.execute("DELETE FROM dog")
      let line = #"{"class":"Address","key":9,"properties":{"city":"Bonn"}}"#
      let outcome = try StoreLoader(store.path).load(lines: Array(line.utf8))
      #expect(outcome.objects == ["Address": 1])
    }
  }

  /// A load reads the references of the loaded objects only.
  @Test func objectsThatWereDanglingBeforeAreNoObstacleToOthersOfTheirClass() throws {
    try TemporaryStore.run { store, session in
      let rex = Dog(name: "Rex")
      try session.given(Keeper(name: "Ann", pet: rex, herd: [rex]))
      try session.execute("DELETE FROM dog")
      let good = #"{"class":"Keeper","key":8,"properties":{"name":"Bob"}}"#
      let outcome = try StoreLoader(store.path).load(lines: Array(good.utf8))
      #expect(outcome.objects == ["Keeper": 1])
      let pet = #"{"class":"Dog","key":7}"#
      for values in [#""pet":\#(pet)"#, #""herd":[\#(pet)]"#] {
        let bad = #"{"class":"Keeper","key":9,"properties":{"name":"Cid",\#(values)}}"#
        let error = failure { _ = try StoreLoader(store.path).load(lines: Array(bad.utf8)) }
        #expect(error?.code == .danglingReference)
        #expect(error?.message.hasPrefix("1 row refers") == true, "\(error?.message ?? "")")
      }
    }
  }

  /// Earlier versions made no table for it.
  @Test func aSuperclassThatWasNeverUsedNeedsNoTable() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Chief.self)
      try session.removeTable("party")
      let original = try InspectedFile(store.path)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try StoreLoader(copy.path).load(lines: Self.export(original))
      let loaded = try InspectedFile(copy.path)
      #expect(loaded.model == original.model)
      let records = "SELECT name, superclass_table FROM _persistent_table ORDER BY name"
      #expect(try loaded.rows(records) == original.rows(records))
    }
  }

  @Test func namesThatSwiftWritesInBackticksAreLoaded() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.home = Address(city: "Rome")
      try session.given(joe)
      try store.store.blocking.execute(
        "UPDATE _persistent_table SET class_name = '1st address' WHERE name = 'address'")
      let original = try InspectedFile(store.path)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      let outcome = try StoreLoader(copy.path).load(lines: Self.export(original))
      #expect(outcome.objects["1st address"] == 1)
      #expect(try InspectedFile(copy.path).checksum() == original.checksum())
      let model = try StoreModel(json: Data(original.declaredModel().json().utf8), source: "")
      let home = model.classModel(named: "Person")?.properties.first { $0.name == "home" }
      #expect(home?.type == .optional(.named("1st address")))
    }
  }

  @Test func aClassThatIsNamedTwiceIsExportedOnce() throws {
    try Self.withZoo(count: 2) { original, session in
      let lines = try Self.lines(original, ["Person", "Address", "person", "Person"])
      #expect(try lines == Self.lines(original, ["Person", "Address"]))
    }
  }

  @Test(
    arguments: [
      ("{", "it is not valid JSON"),
      ("[1]", #"an object is named by a "class" and an integer as "key""#),
      (#"{"class":"Person","key":1}"#, #"the line has no "properties""#),
      (#"{"class":"Nobody","key":1,"properties":{"a":1}}"#, "has a class or table 'Nobody'"),
      (#"{"class":"Person","key":1,"properties":{"shoe":1}}"#, "no property 'shoe'"),
      (#"{"class":"Person","key":100,"properties":{"age":"x"}}"#, "age"),
      (#"{"class":"Person","key":100,"properties":{"age":1.5}}"#, "age"),
      (#"{"class":"Person","key":100,"properties":{"age":[1]}}"#, "for a single value"),
      (#"{"class":"Person","key":100,"properties":{"nickNames":1}}"#, "given as an integer"),
      (#"{"class":"Person","key":100,"properties":{"nickNames":[[1]]}}"#, "a list is given"),
      (#"{"class":"Person","key":100,"properties":{"birthdate":"yesterday"}}"#, "date-text"),
      (#"{"class":"Person","key":100,"properties":{"home":5}}"#, "home"),
      (#"{"class":"Person","key":100,"properties":{"photo":{"bytes":"A!"}}}"#, "in base 64"),
      (#"{"class":"Person","key":100,"properties":{"age":{"real":"nan"}}}"#, "a number as text"),
      (
        #"{"class":"Person","key":100,"properties":{"home":{"class":"Person","key":1}}}"#,
        "'address'"
      ),
      (
        #"{"class":"Keeper","key":100,"properties":{"pet":{"class":"Nonsense","key":1}}}"#,
        "an object of 'Nonsense', which is no class of the store"
      ),
      (
        #"{"class":"Keeper","key":100,"properties":{"herd":[{"class":"keeper_herd","key":1}]}}"#,
        "an object of 'keeper_herd', which is no class of the store"
      ),
      (#"{"class":"Person","key":1,"properties":{}}"#, "UNIQUE"),
      (#"{"class":"Person","key":99999999999999999999,"properties":{}}"#, "64 bits"),
      (#"{"class":"Person","key":100,"properties":{"age":1,"age":2}}"#, "occurs twice"),
    ])
  func aBrokenLineIsNamedAndNothingIsKept(_ line: String, _ words: String) throws {
    try Self.withZoo(count: 2) { original, session in
      let copy = try TemporaryFile()
      defer { copy.remove() }
      let lines = try Self.export(original)
      _ = try StoreLoader(copy.path).load(lines: lines)
      let before = try InspectedFile(copy.path).checksum()
      let good = #"{"class":"Address","key":1000,"properties":{"city":"Bonn"}}"#
      let bad = [Array(good.utf8), Array(line.utf8), Array(good.utf8)]
      let error = failure { _ = try StoreLoader(copy.path).load(lines: Self.joined(bad)) }
      #expect(error?.message.hasPrefix("line 2: ") == true, "\(error?.message ?? "no error")")
      #expect("\(error.map { "\($0)" } ?? "")".contains(words), "\(error.map { "\($0)" } ?? "")")
      #expect(try InspectedFile(copy.path).checksum() == before)
    }
  }

  /// Returns the error of a file whose first line describes classes.
  private static func errorOfModel(_ classes: String) throws -> String {
    let copy = try TemporaryFile()
    defer { copy.remove() }
    let line = #"{"format":1,"classes":[\#(classes)]}"#
    let error = failure { _ = try StoreLoader(copy.path).load(lines: Array(line.utf8)) }
    #expect(!FileManager.default.fileExists(atPath: copy.path), "no file is left")
    return error?.message ?? "no error"
  }

  @Test(arguments: [
    (#"{"name":"A"},{"name":"A"}"#, "A and A need the same table 'a'"),
    (
      #"{"name":"A","properties":[{"name":"b","type":"[Int]"}]},{"name":"B","table":"A_b"}"#,
      "A.b and B need the same table 'A_b'"
    ),
    (
      #"{"name":"A","table":"_persistent_table"}"#,
      "the table '_persistent_table' cannot exist, since names that begin with '_persistent' are reserved"
    ),
    (
      #"{"name":"A","properties":[{"name":"pk","type":"Int"}]}"#,
      "the key and the property pk need the same column 'pk'"
    ),
    (
      #"{"name":"A","properties":[{"name":"b","type":"Int"},{"name":"B","type":"Int","column":"B"}]}"#,
      "the property b and the property B need the same column 'B'"
    ),
    (
      #"{"name":"A","properties":[{"name":"b","type":"Int","default":"q"}]}"#,
      "its default value is not a stored Int"
    ),
    (
      #"{"name":"A","properties":[{"name":"b","type":"Int"}],"indices":[{"columns":["c"]}]}"#,
      "the index of c cannot be created: 'c' is not a column"
    ),
    (#"{"name":"A","propertys":[]}"#, #"class A: there is no key "propertys""#),
    (#"{"nam":"A"}"#, #"class number 1: "name" is missing"#),
    (#"{"name":"A","properties":3}"#, #"class A, "properties": it must be a list, not an integer"#),
  ])
  func aModelThatNoFileCouldHaveIsRefused(classes: String, words: String) throws {
    let message = try Self.errorOfModel(classes)
    #expect(message.hasPrefix("line 1: ") && message.contains(words), "\(message)")
  }

  @Test func aFirstLineWithoutAFormatIsRefused() throws {
    let copy = try TemporaryFile()
    defer { copy.remove() }
    let error = failure {
      _ = try StoreLoader(copy.path).load(lines: Array(#"{"classes":[]}"#.utf8))
    }
    #expect(error?.message == #"line 1: "format" is missing"#)
  }

  @Test func missingPropertiesHaveTheirDefaults() throws {
    try TemporaryStore.run { store, session in
      try session.save(Shelf(code: "a"))
      let line = #"{"class":"Shelf","key":9,"properties":{"code":"b"}}"#
      _ = try StoreLoader(store.path).load(lines: Array(line.utf8))
      let shelf = try #require(
        try InspectedFile(store.path).object(ObjectKey(table: "shelf", pk: 9)))
      #expect(shelf["depth"] == .real(5))
      #expect(shelf["title"] == .text("it's"))
      #expect(shelf["parts"] == .list([]))
      #expect(shelf["above"] == .null)
    }
  }

  // MARK: Batches

  /// Interrupts a load after each possible number of lines, and continues it.
  @Test(arguments: [0, 1, 7, 50, 123]) func aLoadInBatchesGoesOn(_ count: Int) throws {
    try Self.withZoo { original, session in
      let lines = try Self.lines(original)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      let broken = Array(lines.prefix(1 + count)) + [Array("}".utf8)]
      #expect(
        failure { _ = try StoreLoader(copy.path).resume(batch: 10, lines: Self.joined(broken)) }?
          .message.hasPrefix("line \(count + 2): ") == true)
      let outcome = try StoreLoader(copy.path).resume(batch: 10, lines: Self.joined(lines))
      #expect(
        outcome.count == lines.count - 1
          - (outcome.skippedLines == 0 ? 0 : outcome.skippedLines - 1))
      #expect(outcome.skippedLines == (count < 10 ? 0 : count / 10 * 10 + 1))
      let loaded = try InspectedFile(copy.path)
      #expect(try loaded.checksum() == original.checksum())
      #expect(try loaded.layout == original.layout)
    }
  }

  @Test func otherLinesAreNotTakenForTheRest() throws {
    try Self.withZoo { original, session in
      var lines = try Self.lines(original)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      let broken = Array(lines.prefix(60)) + [Array("}".utf8)]
      _ = failure { _ = try StoreLoader(copy.path).resume(batch: 10, lines: Self.joined(broken)) }
      lines.swapAt(3, 4)
      let error = failure {
        _ = try StoreLoader(copy.path).resume(batch: 10, lines: Self.joined(lines))
      }
      #expect(error?.code == .invalidValues)
      #expect(error?.message.contains("not those that were loaded before") == true)
      let whole = failure { _ = try StoreLoader(copy.path).load(lines: Self.joined(lines)) }
      #expect(whole?.code == .schemaMismatch)
    }
  }

  @Test func aLoadInBatchesGoesOnAfterADanglingReference() throws {
    try Self.withZoo { original, session in
      var lines = try Self.lines(original)
      let place = try #require(
        lines.firstIndex { $0.starts(with: Array(#"{"class":"Address""#.utf8)) })
      let address = lines.remove(at: place)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      let error = failure {
        _ = try StoreLoader(copy.path).resume(batch: 10, lines: Self.joined(lines))
      }
      #expect(error?.code == .danglingReference)
      let outcome = try StoreLoader(copy.path).resume(
        batch: 10, lines: Self.joined(lines + [address]))
      #expect(outcome.skippedLines > 0)
      #expect(try InspectedFile(copy.path).checksum() == original.checksum())
    }
  }

  @Test func keysOfEarlierBatchesAreNotGivenOutAgain() throws {
    try TemporaryStore.run { store, session in
      try session.save(Person.joe())
      let person = #"{"class":"Person","key":50,"properties":{"firstName":"A","lastName":"B"}}"#
      let address = #"{"class":"Address","key":60,"properties":{"city":"Bonn"}}"#
      let texts = [person, "}", address]
      let lines = texts.map { Array($0.utf8) }
      let error = failure {
        _ = try StoreLoader(store.path).resume(batch: 1, lines: Self.joined(lines))
      }
      #expect(error?.code == .invalidValues)
      let rest = [lines[0], lines[2]]
      let outcome = try StoreLoader(store.path).resume(batch: 1, lines: Self.joined(rest))
      #expect(outcome.skippedLines == 1)
      #expect(try Self.keyOfANewPerson(at: store.path) == 51)
    }
  }

  @Test func anUnfinishedLoadIsFoundWithItsRemedy() throws {
    try Self.withZoo { original, session in
      let lines = try Self.lines(original).filter {
        !$0.starts(with: Array(#"{"class":"Address""#.utf8))
      }
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = failure { _ = try StoreLoader(copy.path).resume(batch: 10, lines: Self.joined(lines)) }
      let findings = try InspectedFile(copy.path).check().findings
      #expect(findings.first?.kind == .load && findings.first?.table == "_persistent_load")
      let missing = findings.first { $0.kind == .reference && $0.table == "person" }
      #expect(missing?.remedy.contains("--resume") == true, "\(findings)")
    }
  }

  @Test func whatTheRecordsDoNotLeadToIsNotLeftOut() throws {
    try TemporaryStore.run { store, session in
      try session.given(Address(city: "Rome"), Person.joe())
      let copy = try TemporaryFile()
      defer { copy.remove() }
      try store.store.blocking.backup(to: copy.path)
      let other = try Store(path: copy.path)
      try other.blocking.execute(
        "UPDATE _persistent_table SET owner_table = 'gone' WHERE name = 'person_nick_names'")
      other.close()
      let file = try InspectedFile(copy.path)
      for classes in [[], ["Person"]] {
        let error = failure { _ = try Self.export(file, classes) }
        #expect(error?.code == .corrupt && error?.context.table == "person_nick_names")
      }
      #expect(try Self.lines(file, ["Address"]).count == 2)
    }
  }

  // MARK: Other files

  @Test func aClassInAnotherFormIsRefused() throws {
    try TemporaryStore.run { store, session in
      try session.save(Person.joe())
      var model = try InspectedFile(store.path).model
      model.classes[0].properties[0].codec = CodecModel(name: "text", version: 2, storage: "text")
      let header = ExportHeader(model: model, nextKeys: [:])
      let line = try [UInt8](JSONEncoder().encode(header))
      let error = failure {
        _ = try StoreLoader(store.path).load(lines: line)
      }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.context.column == "city")
    }
  }

  @Test func aLaterFormatIsRefused() throws {
    try Self.withZoo(count: 2) { original, session in
      var model = original.model
      model.format = 2
      let line = try [UInt8](JSONEncoder().encode(ExportHeader(model: model, nextKeys: [:])))
      let copy = try TemporaryFile()
      defer { copy.remove() }
      let error = failure { _ = try StoreLoader(copy.path).load(lines: line) }
      #expect(error?.message == "line 1: format 2 is not supported; this version reads 1")
    }
  }

  @Test func anotherKindOfCollectionIsRefused() throws {
    try TemporaryStore.run { store, session in
      try session.save(Person.joe())
      var model = try InspectedFile(store.path).model
      let person = try #require(model.classes.firstIndex { $0.name == "Person" })
      let tags = try #require(
        model.classes[person].properties.firstIndex { $0.name == "nickNames" })
      model.classes[person].properties[tags].type = .set(.named("String"))
      let line = try [UInt8](JSONEncoder().encode(ExportHeader(model: model, nextKeys: [:])))
      let error = failure { _ = try StoreLoader(store.path).load(lines: line) }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.context.table == "person_nick_names")
    }
  }

  /// Swift considers both spellings equal, so only another program writes both.
  @Test func keysThatDifferInBytesAreLoaded() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.scores = ["\u{e9}": 1]
      try session.save(joe)
      let decomposed = "e\u{301}"
      try session.execute("INSERT INTO person_scores VALUES (\(joe), \(decomposed), 2.5)")
      let original = try InspectedFile(store.path)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try StoreLoader(copy.path).load(lines: Self.export(original))
      #expect(try InspectedFile(copy.path).checksum() == original.checksum())
    }
  }

  // MARK: -

  static func withZoo(count: Int = 20, _ body: (InspectedFile, Session) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      try session.transaction { try Zoo.fill(session, count: count) }
      try body(InspectedFile(store.path), session)
    }
  }

  static func export(_ file: InspectedFile, _ classes: [String] = []) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try file.export(classes: classes) { bytes += $0 }
    return bytes
  }

  static func lines(_ file: InspectedFile, _ classes: [String] = []) throws -> [[UInt8]] {
    try export(file, classes).split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  static func joined(_ lines: [[UInt8]]) -> [UInt8] {
    Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  static func pending<Object: PersistentObject>(_ type: Object.Type, _ store: Store) throws
    -> [String]
  {
    let report = try store.blocking.schema(of: type)
    return report.pending + report.pendingRecords + (report.conflict.map { ["\($0)"] } ?? [])
      + (report.unused.isEmpty ? [] : ["unused"])
  }
}

extension StoreLoader {
  /// Loads bytes that arrive in small pieces.
  func load(lines: [UInt8]) throws -> LoadOutcome { try load(Self.pieces(lines)) }

  func resume(batch: Int, lines: [UInt8]) throws -> LoadOutcome {
    try resume(batch: batch, Self.pieces(lines))
  }

  private static func pieces(_ bytes: [UInt8]) -> () throws -> [UInt8]? {
    var rest = bytes[...]
    return {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(1000) }
      return Array(rest.prefix(1000))
    }
  }
}

extension InspectedFile {
  /// The tables and indices of the file, with their records.
  var layout: [[StoredValue]] {
    get throws {
      try rows("SELECT name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY name")
        + rows("SELECT * FROM _persistent_table") + rows("SELECT * FROM _persistent_column")
        + rows("SELECT * FROM _persistent_index") + rows("SELECT * FROM _persistent_sequence")
    }
  }

  /// All objects in their displayed form.
  var everything: [InspectedObject] {
    get throws {
      var objects: [InspectedObject] = []
      for classModel in model.classes {
        try forEachObject(of: classModel.name) {
          objects.append($0)
          return true
        }
      }
      return objects
    }
  }
}

@Persistent(table: "ship") private final class Crew {
  var name: String
}

@Persistent private final class Boat {
  var mate: Crew?
}

private enum Fleet {
  @Persistent(table: "Crew") final class Sailor {
    var name: String
  }
}

private enum Harbour {
  @Persistent final class Sailor {
    var name: String
  }
}
