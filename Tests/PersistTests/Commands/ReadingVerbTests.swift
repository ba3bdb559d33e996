import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

/// The verbs that read a store.
@Suite struct ReadingVerbTests {
  private static func people(_ session: Session) throws {
    let (joe, ann) = (Person.joe(), Person.ann())
    joe.nickNames = ["Joey", "Smithy"]
    joe.scores = ["go": 5, "chess": 2.5]
    joe.friends = [ann, joe]
    joe.home = Address(city: "Rome")
    joe.birthdate = Date(timeIntervalSinceReferenceDate: 0)
    joe.photo = Data([0xca, 0xfe])
    joe.favourite = Color(hex: "#ff0000")
    ann.aliases = []
    try session.save(joe)
    try session.save(ann)
    let dog = Dog(name: "Rex", tricks: ["sit"])
    try session.save(Keeper(name: "Kim"))
    try session.save(dog)
    let cat = Cat(name: "Tom")
    cat.mate = dog
    try session.save(cat)
  }

  @Test func showsAnObjectWithAllItsProperties() throws {
    try ClosedFile.with(Self.people) { file in
      let shown = Stage.printed("show", file.path, "Person", "1")
      #expect(shown.status == .success, "\(shown.error)")
      #expect(
        shown.output == """
          object\tPerson#1
          firstName\tJoe
          lastName\tSmith
          age\t31
          birthdate\t2001-01-01 00:00:00
          photo\tx'cafe'
          favourite\t{"codec":"hex-color","stored":"#ff0000"}
          home\tAddress#1
          aliases\tNULL
          friends\t["Person#2","Person#1"]
          nickNames\t["Joey","Smithy"]
          scores\t{"chess":2.5,"go":5.0}
          tags\t[]

          """)
      #expect(Stage.printed("show", file.path, "person", "9").status == .couldNotLook)
    }
  }

  /// A class and its subclasses have tables with keys of their own.
  @Test func showsAllObjectsWithAKeyInOneDocument() throws {
    try ClosedFile.with(Self.people) { file in
      let json = Stage.printed("show", file.path, "Animal", "1", "--json")
      let parsed = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
      let objects = try #require(parsed as? [[String: Any]], "\(json)")
      #expect(objects.compactMap { $0["object"] as? String } == ["Cat#1", "Dog#1"])
      let rows = Stage.printed("show", file.path, "Animal", "1", "--csv")
      #expect(rows.output.components(separatedBy: "object,").count == 2, "\(rows)")
      let lines = Stage.printed("show", file.path, "Animal", "1")
      #expect(lines.output.contains("\n\nobject\tDog#1\n"), "\(lines)")
      try Self.execute("INSERT INTO address (pk, city) VALUES (-7, 'Bonn')", file)
      let negative = Stage.printed("show", file.path, "Address", "-7")
      #expect(negative.output.hasPrefix("object\tAddress#-7\ncity\tBonn\n"), "\(negative)")
      #expect(Stage.printed("show", file.path, "Address", "0").status == .couldNotLook)
    }
  }

  @Test func laysObjectsOutOnATerminal() throws {
    try ClosedFile.with(Self.people) { file in
      for words in [["1"], ["--where", "pk = 1"]] {
        let stage = Stage.terminal(width: 50)
        let line = ["show", file.path, "Person"] + words + ["--depth", "1", "--no-color"]
        #expect(Program.persist.run(line, in: stage.surroundings) == .success)
        #expect(
          stage.output.text.contains("\nhome\n  object  Address#1\n  city    Rome\n"),
          "\(stage.output.text)")
        #expect(
          stage.output.text.contains("\nfriends\n  - object     Person#2\n    firstName  Ann"))
      }
    }
  }

  @Test func followsReferencesToTheDepthAsked() throws {
    try ClosedFile.with(Self.people) { file in
      let shown = Stage.printed("show", file.path, "Person", "1", "--depth", "1", "--ndjson")
      #expect(shown.output.contains(#""home":{"object":"Address#1","city":"Rome","street":null}"#))
      #expect(shown.output.contains(#""friends":[{"object":"Person#2","firstName":"Ann""#))
      #expect(shown.output.contains(#","Person#1"],"nickNames""#), "a circle ends")
    }
  }

  @Test func propertiesWithNamesOfThePresentationGetANumber() throws {
    try ClosedFile.with(Self.people) { file in
      try Self.execute(
        """
        UPDATE _persistent_column SET property = 'object' \
        WHERE table_name = 'address' AND column_name = 'street'
        """, file)
      let shown = Stage.printed("show", file.path, "Person", "1", "--depth", "1", "--ndjson")
      #expect(
        shown.output.contains(#""home":{"object":"Address#1","city":"Rome","object:1":null}"#),
        "\(shown)")
    }
  }

  @Test func selectsSortsAndLimits() throws {
    try ClosedFile.with(Self.people) { file in
      let older = Stage.printed(
        "show", file.path, "Person", "--where", "age > 30 AND lastName LIKE 'S%'", "--json")
      #expect(older.output.contains("Joe") && !older.output.contains("Ann"), "\(older)")
      let sorted = Stage.printed(
        "show", file.path, "Person", "--order", "-age", "--limit", "1", "--csv")
      #expect(sorted.output.contains("\nPerson#1,"))
      let ascending = Stage.printed(
        "show", file.path, "Person", "--order", "age", "--limit", "1", "--csv")
      #expect(ascending.output.contains("\nPerson#2,"))
      let animals = Stage.printed("show", file.path, "Animal", "--order", "-name")
      #expect(
        animals.output == """
          object\tname\tmate\tisTame\tweight\ttricks
          Cat#1\tTom\tDog#1\ttrue\tNULL\tNULL
          Dog#1\tRex\tNULL\tNULL\t0.0\t["sit"]

          """)
    }
  }

  @Test(arguments: [
    (["show", "Person", "--where", "shoeSize = 3"], "no such column: shoeSize"),
    (["show", "Person", "--where", "age = '"], "opened but not closed"),
    (["show", "Person", "--where", "1) UNION SELECT (1"], "SELECTs"),
    (["show", "Person", "--where", "lastName = ?"], "a parameter without a value"),
    (["show", "Person", "--order", "nickNames"], "not a property of the class in a column"),
    (["show", "Nobody"], "records no class or table Nobody"),
    (["follow", "Person#1.shoe"], "has no property 'shoe'"),
    (["follow", "Person#99"], "no Person with the key 99"),
    (["follow", "Person"], "is not a path"),
    (["follow", "Person#1.age.more"], "the step '.more'"),
    (["sql", "DELETE FROM person"], "only SELECT and VALUES can be run"),
    (["sql", "SELECT 1; DELETE FROM person"], "run one at a time"),
    (["sql", "WITH x AS (SELECT 1) DELETE FROM person"], "only SELECT and VALUES can be run"),
    (["sql", "PRAGMA journal_mode = DELETE"], "only SELECT and VALUES can be run"),
    (["sql", "ATTACH 'x.db' AS x"], "only SELECT and VALUES can be run"),
    (["sql", "VACUUM INTO 'x.db'"], "only SELECT and VALUES can be run"),
    (["sql", "/* SELECT */ PRAGMA user_version = 7"], "only SELECT and VALUES can be run"),
    (["checksum", "Nobody"], "records no class"),
    (["export", "Nobody"], "records no class"),
  ])
  func refusesInWordsAndChangesNothing(words: [String], message: String) throws {
    try ClosedFile.with(Self.people) { file in
      let before = try file.contents
      let stage = Stage()
      let line = [words[0], file.path] + words.dropFirst()
      #expect(Program.persist.run(line, in: stage.surroundings) == .couldNotLook)
      #expect(stage.error.text.contains(message), "\(stage.error.text)")
      #expect(try file.contents == before)
    }
  }

  @Test func followsPathsForwardAndBack() throws {
    try ClosedFile.with(Self.people) { file in
      let home = Stage.printed("follow", file.path, "Person#1.home.city")
      #expect(home.output == "Reached\nobject\tvalue\nNULL\tRome\n", "\(home)")
      let friends = Stage.printed("follow", file.path, "Person#1.friends.lastName", "--ndjson")
      #expect(friends.output.contains("Other") && friends.output.contains("Smith"))
      let one = Stage.printed("follow", file.path, "Person#1.friends[0].firstName", "--csv")
      #expect(one.output == "object,value\r\n,Ann\r\n")
      let score = Stage.printed("follow", file.path, #"Person#1.scores["go"]"#, "--csv")
      #expect(score.output == "object,value\r\n,5.0\r\n")
      let back = Stage.printed("follow", file.path, "Dog#1", "--referrers", "--ndjson")
      #expect(
        back.output.contains(
          #"{"section":"referrers","object":"Dog#1","referrer":"Cat#1","property":"mate"}"#))
      let friend = Stage.printed("follow", file.path, "Person#2", "--referrers", "--ndjson")
      #expect(friend.output.contains(#""referrer":"Person#1","property":"friends""#))
    }
  }

  @Test func limitsTheReferrersOfEachObject() throws {
    try ClosedFile.with { session in
      let home = Address(city: "Rome")
      for _ in 0..<3 {
        let person = Person.joe()
        person.home = home
        try session.save(person)
      }
    } _: { file in
      func count(_ options: String...) -> Int {
        let stage = Stage()
        let words = ["follow", file.path, "Address#1", "--referrers", "--ndjson"] + options
        #expect(Program.persist.run(words, in: stage.surroundings) == .success)
        return stage.output.text.split(separator: "\n").count { $0.contains("referrers") }
      }
      #expect(count() == 3)
      #expect(count("--limit", "2") == 2)
    }
  }

  @Test(arguments: [
    (["follow", "Person#1", "--referrers", "--csv"], "--csv has one table"),
    (["load", "-", "--batch", "5"], "--batch needs --resume"),
  ])
  func refusesOptionsThatWouldBeIgnored(words: [String], message: String) throws {
    try ClosedFile.with(Self.people) { file in
      let stage = Stage()
      let line = [words[0], file.path] + words.dropFirst()
      #expect(Program.persist.run(line, in: stage.surroundings) == .wrongUse)
      #expect(stage.error.text.contains(message), "\(stage.error.text)")
    }
  }

  @Test func runsQueriesWithValuesStoredOrDecoded() throws {
    try ClosedFile.with { session in
      try Self.people(session)
      try session.save(Kinds())
    } _: { file in
      let sql = "SELECT price, is_open, count(*) AS n, day FROM kinds"
      let stored = Stage.printed("sql", file.path, sql)
      #expect(
        stored.output == "price\tis_open\tn\tday\n-997 87.4~ -12.5\t1\t1\t2026-11-22\n", "\(stored)"
      )
      let decoded = Stage.printed("sql", file.path, sql, "--decode")
      #expect(decoded.output == "price\tis_open\tn\tday\n-12.5\ttrue\t1\t2026-11-22\n")
      let few = Stage.printed("sql", file.path, "VALUES (1), (2), (3)", "--limit", "2", "--csv")
      #expect(few.output == "column1\r\n1\r\n2\r\n")
    }
  }

  @Test func givesValuesToTheParametersOfAQuery() throws {
    try ClosedFile.with(Self.people) { file in
      let sql = "SELECT first_name FROM person WHERE age > :age AND last_name LIKE :like -- :not"
      let found = Stage.printed(
        "sql", file.path, sql, "--parameter", "age=30", "--parameter", ":like=S%")
      #expect(found.output == "first_name\nJoe\n", "\(found)")
      let kinds = Stage.printed(
        "sql", file.path,
        "VALUES (typeof(:a)), (typeof(:b)), (typeof(:c)), (typeof(:d)), (typeof(:e)), (:f)",
        "--parameter", "a=7", "--parameter", "b=1.5", "--parameter", "c=007",
        "--parameter", "d=x'00ff'", "--parameter", "e=NULL", "--parameter", "f='12=3'", "--csv")
      #expect(
        kinds.output == "column1\r\ninteger\r\nreal\r\ntext\r\nblob\r\nnull\r\n12=3\r\n")
    }
  }

  @Test(arguments: [
    (["SELECT :a"], "parameter :a has no value"),
    (["SELECT :a", "--parameter", "b=1"], "parameter :a has no value"),
    (["SELECT 1", "--parameter", "b=1"], "has no parameter :b"),
    (["SELECT ?"], "a parameter without a name"),
    (["SELECT ?, :a", "--parameter", "a=1"], "a parameter without a name"),
    (["SELECT 1", "--parameter", "b"], "must be a name and a value"),
    (["SELECT :a", "--parameter", "a=1", "--parameter", "a=2"], "gives :a two values"),
  ])
  func everyParameterHasOneValue(words: [String], message: String) throws {
    try ClosedFile.with(Self.people) { file in
      let stage = Stage()
      let status = Program.persist.run(["sql", file.path] + words, in: stage.surroundings)
      #expect(status == .couldNotLook || status == .wrongUse)
      #expect(stage.error.text.contains(message), "\(stage.error.text)")
    }
  }

  @Test func tellsWhatAFileConsistsOf() throws {
    try ClosedFile.with {
      try Zoo.fill($0)
    } _: { file in
      let info = Stage.printed("info", file.path)
      #expect(info.status == .success, "\(info.error)")
      for words in ["pageSize\t4096", "journal_mode\t", "person_nick_names", "hex-color 1\tfalse"] {
        #expect(info.output.contains(words), "\(words)")
      }
      #expect(!info.output.contains("NULL"), "\(info.output)")
      let classes = Stage.printed("info", file.path, "--csv")
      #expect(
        classes.output.hasPrefix("class,table,rows,bytes\r\nAddress,address,20,"), "\(classes)")
      let json = Stage.printed("info", file.path, "--json")
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect(Set(try #require(object).keys) == ["file", "classes", "tables", "codecs"])
    }
  }

  // MARK: Checks

  @Test func saysWhetherAFileIsSound() throws {
    try ClosedFile.with {
      try Zoo.fill($0, count: 3)
    } _: { file in
      let sound = Stage.printed("check", file.path, "--deep")
      #expect(sound.status == .success, "\(sound)")
      #expect(sound.output.contains("UNKNOWN\tperson\tfavourite"))
      #expect(sound.output.contains("Person\t3\t"))
      try Self.execute("UPDATE person SET birthdate = 'x' WHERE pk = 2", file)
      #expect(Stage.printed("check", file.path).status == .success)
      let found = Stage.printed("check", file.path, "--deep", "--csv")
      #expect(found.status == .found)
      #expect(found.output.contains("value,person,birthdate,2,"), "\(found)")
    }
  }

  @Test func showsTheFindingsOfOneCauseTogetherOnATerminal() throws {
    try ClosedFile.with {
      try Zoo.fill($0, count: 3)
    } _: { file in
      try Self.execute("UPDATE person SET birthdate = 'x' WHERE pk > 1", file)
      let stage = Stage.terminal(width: 45)
      #expect(stage.run("check", file.path, "--deep", "--no-color") == .found)
      let text = stage.output.text
      #expect(text.hasPrefix("1 fault, 1 part not checked\n"), "\(text)")
      #expect(text.contains("\nvalue  person.birthdate, keys 2, 3\n  the stored value"), "\(text)")
      #expect(text.contains("\n  remedy: write a value"), "\(text)")
      #expect(text.contains("\nUNKNOWN  person.favourite\n"), "\(text)")
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 45 }, "\(text)")
      let lines = Stage.printed("check", file.path, "--deep", "--ndjson")
      #expect(lines.output.components(separatedBy: #""kind":"value""#).count == 3, "one for each")
    }
  }

  @Test func aSoundFileNeedsOneWordOnATerminal() throws {
    try ClosedFile.with(Self.people) { file in
      let stage = Stage.terminal(width: 45)
      #expect(stage.run("check", file.path, "--no-color") == .success)
      #expect(stage.output.text == "Sound\n")
    }
  }

  @Test func findsDamageInFilesThatCannotBeOpened() throws {
    try ClosedFile.with {
      try Zoo.fill($0, count: 3)
    } _: { file in
      let bytes = try Data(contentsOf: URL(filePath: file.path))
      try bytes.prefix(bytes.count / 2 + 100).write(to: URL(filePath: file.path))
      let check = Stage.printed("check", file.path, "--deep")
      #expect(check.status == .found, "\(check)")
      #expect(check.output.contains("database"))
      for verb in [["info"], ["checksum"], ["export"], ["show", "Person"]] {
        let stage = Stage()
        let status = Program.persist.run(
          [verb[0], file.path] + verb.dropFirst(), in: stage.surroundings)
        #expect(status == .couldNotLook || status == .success)
      }
    }
  }

  /// Another program may have written any name.
  @Test func namesPrintNoLinesOfTheirOwn() throws {
    try ClosedFile.with(Self.people) { file in
      try Self.execute(
        "UPDATE _persistent_table SET class_name = 'Evil\npersist: fine' WHERE name = 'dog'", file)
      try Self.execute(
        "UPDATE _persistent_table SET class_name = '' WHERE name = 'cat'", file)
      try Self.execute(
        "UPDATE _persistent_table SET class_name = 'Same' WHERE name IN ('person', 'address')",
        file)
      let shown = Stage.printed("show", file.path, "Nope")
      #expect(shown.error.split(separator: "\n").count == 1, "\(shown.error)")
      #expect(shown.error.contains("Evil\\npersist: fine"))
      for table in ["cat", "address", "person"] { #expect(shown.error.contains(table)) }
    }
  }

  @Test func saysWhatIsNoStore() throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    for verb in ["info", "check", "checksum", "export"] {
      let missing = Stage.printed(verb, file.path)
      #expect(missing.status == .couldNotLook)
      #expect(missing.error.contains("cannot be opened: No such file"))
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  /// A file that is no database cannot be unsound.
  @Test func checksNothingButDatabases() throws {
    try TemporaryFolder.run { folder in
      let encrypted = folder.path("encrypted")
      try Data((0..<200).map { UInt8($0) ^ 0xa5 }).write(to: URL(filePath: encrypted))
      for path in [try folder.file("notes.txt", "notes"), try folder.file("empty"), encrypted] {
        let check = Stage.printed("check", path)
        #expect(check.status == .couldNotLook && check.output.isEmpty, "\(check)")
        #expect(check.error.contains(path), "\(check)")
      }
      let beginning = Stage.printed("check", try folder.file("torn", "SQLite format 3\0"))
      #expect(beginning.status == .found && beginning.output.contains("ends within"))
    }
  }

  // MARK: Comparing

  @Test func comparesFiles() throws {
    try ClosedFile.with(Self.people) { file in
      let other = file.folder + "/other.sqlite3"
      try FileManager.default.copyItem(atPath: file.path, toPath: other)
      let equal = Stage.printed("diff", file.path, other, "--data")
      #expect(equal.status == .success, "\(equal)")
      let copy = ClosedFile(path: other)
      try Self.execute("UPDATE person SET age = 32, home = NULL WHERE pk = 1", copy)
      try Self.execute("DELETE FROM person WHERE pk = 2", copy)
      try Self.execute("INSERT INTO address (pk, city) VALUES (7, 'Bonn')", copy)
      try Self.execute("UPDATE person_nick_names SET value = 'Jo' WHERE array_index = 1", copy)
      #expect(Stage.printed("diff", file.path, other).status == .success, "layouts are equal")
      let found = Stage.printed("diff", file.path, other, "--data", "--csv")
      #expect(found.status == .found)
      #expect(
        found.output
          == """
          change,class,key,property,before,after\r
          added,Address,7,,,\r
          changed,Person,1,age,31,32\r
          changed,Person,1,friends,"[""Person#2"",""Person#1""]","[""Person#1""]"\r
          changed,Person,1,home,Address#1,\r
          changed,Person,1,nickNames,"[""Joey"",""Smithy""]","[""Joey"",""Jo""]"\r
          gone,Person,2,,,\r

          """, "\(found.output)")
    }
  }

  /// Regression test: the check called a codec unknown that the import itself had chosen.
  @Test func valuesOfSeveralKindsAreChecked() throws {
    try TemporaryFolder.run { folder in
      let path = try Self.imported(["x'01'", "1.5"], as: "kinds", in: folder)
      let check = Stage.printed("check", path, "--deep", "--ndjson")
      #expect(check.status == .success && !check.output.contains("unknown\""), "\(check)")
      #expect(check.output.contains(#""cells":5,"unknownCells":0"#), "\(check)")
      let shown = Stage.printed("show", path, "Note", "--ndjson")
      #expect(shown.output.contains(#""content":{"bytes":"AQ=="}"#), "\(shown)")
      #expect(shown.output.contains(#""content":1.5}"#) && !shown.output.contains("stored-value"))
    }
  }

  /// Their type is not known, so only their form tells them apart.
  @Test func storedFormsOfDifferentKindsLookDifferent() throws {
    try TemporaryFolder.run { folder in
      let first = try Self.imported(["x'01'", "9e999"], as: "first", in: folder)
      let second = try Self.imported(["'AQ=='", "'inf'"], as: "second", in: folder)
      let found = Stage.printed("diff", first, second, "--data", "--ndjson")
      #expect(found.status == .found, "\(found)")
      for (before, after) in [
        (#"{"bytes":"AQ=="}"#, #""AQ==""#), (#"{"real":"inf"}"#, #""inf""#),
      ] {
        #expect(
          found.output.contains(#""before":\#(before),"after":\#(after)"#), "\(found.output)")
      }
    }
  }

  /// Imports a table with values of several kinds, and returns the path of the store.
  private static func imported(
    _ values: [String], as name: String, in folder: TemporaryFolder
  ) throws -> String {
    let (old, new) = (folder.path(name + ".old"), folder.path(name + ".sqlite3"))
    let store = try Store(path: old)
    let rows = (values + ["0", "x'00'", "'text'"]).enumerated().map { "(\($0 + 1), \($1))" }
    for sql in [
      "CREATE TABLE note (id INTEGER PRIMARY KEY, content)",
      "INSERT INTO note VALUES \(rows.joined(separator: ", "))",
    ] { try store.blocking.execute(Criteria(stringLiteral: sql)) }
    store.close()
    let imported = Stage.printed("import", old, new)
    #expect(imported.status == .success, "\(imported)")
    return new
  }

  @Test func comparesLayouts() throws {
    try ClosedFile.with {
      try $0.save(Address(city: "Rome"))
    } _: { file in
      try ClosedFile.with(Self.people) { other in
        let found = Stage.printed("diff", file.path, other.path, "--ndjson")
        #expect(found.status == .found)
        #expect(
          found.output.contains(#"{"change":"added","class":"Person","key":null"#), "\(found)")
      }
    }
  }

  // MARK: Transferring

  @Test func exportAndLoadKeepTheChecksum() throws {
    try ClosedFile.with {
      try Zoo.fill($0)
    } _: { file in
      let (lines, copy) = (file.folder + "/zoo.ndjson", file.folder + "/copy.sqlite3")
      #expect(Stage.printed("export", file.path, "-o", lines).status == .success)
      let loaded = Stage.printed("load", copy, lines)
      #expect(loaded.status == .success, "\(loaded.error)")
      #expect(loaded.output.contains("Person\t20\n"))
      #expect(Stage.printed("checksum", file.path) == Stage.printed("checksum", copy))
      #expect(Stage.printed("diff", file.path, copy, "--data").status == .success)
      let again = Stage.printed("load", copy, lines)
      #expect(again.status == .couldNotLook)
      #expect(again.error.contains("line 2: "))
    }
  }

  @Test func everyVerbLeavesTheFileAsItIs() throws {
    try ClosedFile.with {
      try Zoo.fill($0, count: 3)
    } _: { file in
      let before = try file.contents
      for words in [
        ["info"], ["show", "Person"], ["follow", "Person#1.friends"], ["sql", "SELECT 1"],
        ["check", "--deep"], ["checksum"], ["export"], ["diff", file.path, "--data"],
      ] {
        let stage = Stage()
        let line = [words[0], file.path] + words.dropFirst()
        #expect(
          Program.persist.run(line, in: stage.surroundings) == .success,
          "\(words) \(stage.error.text)")
      }
      #expect(try file.contents == before)
    }
  }

  @Test(arguments: ["export", "report"])
  func theOutputDoesNotReplaceTheStoreThatIsRead(verb: String) throws {
    try ClosedFile.with(Self.people) { file in
      let link = file.folder + "/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
      let before = try file.contents
      for output in [file.path, link, file.path + "-wal", file.path + "-journal"] {
        let refused = Stage.printed(verb, file.path, "-o", output)
        #expect(refused.status == .wrongUse, "\(output): \(refused)")
        #expect(refused.error.contains("\(output) belongs to the store that '\(verb)' reads"))
        #expect(try file.contents == before)
      }
      #expect(Stage.printed(verb, link, "-o", file.path).status == .wrongUse)
      #expect(try file.contents == before)
    }
  }

  /// Changes a file as another program would.
  private static func execute(_ sql: String, _ file: ClosedFile) throws {
    let store = try Store(path: file.path)
    try store.blocking.transaction { try $0.execute(Criteria(stringLiteral: sql)) }
    store.close()
  }
}
