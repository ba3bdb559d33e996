import Foundation
import PersistentObjects
import PersistentObjectsInspection
import TestSupport
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct ImportTests {
  private static let old = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Fixtures/Ancestors/berlin-apple.sqlite3").standardized.path

  @Test func aDryRunShowsWhatWouldComeAndWritesNothing() throws {
    try withFolder { folder in
      let stage = Stage()
      let status = stage.run(
        "import", Self.old, folder + "/new.sqlite3", "--zone", "Europe/Berlin", "--dry-run")
      #expect(status == .success)
      let lines = stage.output.text.split(separator: "\n").map(String.init)
      #expect(lines.contains("PersistablePerson\tpersistable_person\t4\t5"))
      #expect(
        lines.contains(
          "PersistablePerson\tbirthdate\tDate?\tpersistable_person\tbirthdate\t3 date, 1 null"))
      #expect(
        lines.contains(
          "doubt\tdates\tmoment\tambiguousHour\t1\t[19]\tclocks in Europe/Berlin showed the time twice; "
            + "the earlier instant is assumed"))
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.isEmpty)
    }
  }

  @Test func makesAStoreThatCanBeLookedInto() throws {
    try withFolder { folder in
      let stage = Stage()
      let path = folder + "/new.sqlite3"
      #expect(stage.run("import", Self.old, path, "--zone", "Europe/Berlin") == .success)
      #expect(stage.output.text.contains("Numbers\tnumbers\t10\t10"))
      let file = try InspectedFile(path)
      #expect(
        try file.object(ObjectKey(table: "employee", pk: 1))?["lastName"]
          == .text("O'Neill \u{1F600}"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["new.sqlite3"])
    }
  }

  @Test func otherProgramsReadTheReportAsJSON() throws {
    try withFolder { folder in
      let stage = Stage()
      _ = stage.run("import", Self.old, folder + "/new.sqlite3", "--zone", "UTC", "--json")
      let json = try JSONSerialization.jsonObject(with: Data(stage.output.text.utf8))
      let sections = try #require(json as? [String: [[String: Any]]])
      #expect(sections["classes"]?.count == 10)
      #expect(sections["doubts"]?.isEmpty == false)
    }
  }

  @Test func leavesTablesOut() throws {
    try withFolder { folder in
      let (old, path) = (folder + "/old.db", folder + "/new.sqlite3")
      let store = try Store(path: old)
      for sql in [
        "CREATE TABLE users (id INTEGER PRIMARY KEY)",
        "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
      ] { try store.blocking.execute(Criteria(stringLiteral: sql)) }
      store.close()
      let all = Stage.printed("import", old, path, "--dry-run")
      #expect(all.output.contains("--omit grdb_migrations leaves it out"), "\(all)")
      let some = Stage.printed("import", old, path, "--omit", "grdb_migrations")
      #expect(some.status == .success, "\(some)")
      #expect(try InspectedFile(path).model.classes.map(\.name) == ["User"])
      let missing = Stage.printed("import", old, path + "2", "--omit", "nope")
      #expect(missing.status == .couldNotLook && missing.error.contains("no table nope"))
      let legacy = Stage.printed("import", Self.old, path + "3", "--omit", "x")
      #expect(legacy.status == .wrongUse && legacy.error.contains("--omit is for databases"))
      let classes = folder + "/Model"
      let options = ["--omit", "grdb_migrations"]
      let stage = Stage()
      let generated = Program.persist.run(
        ["generate", old, "-o", classes] + options, in: stage.surroundings)
      #expect(generated == .success && stage.output.text.contains("User.swift"))
      #expect(!stage.output.text.contains("Grdb"), "\(stage.output.text)")
      let own = Stage.printed("generate", path, "-o", classes, "--omit", "user")
      #expect(own.status == .couldNotLook && own.error.contains("cannot be left out"), "\(own)")
    }
  }

  @Test func takesNamesFromAMap() throws {
    try withFolder { folder in
      let map = folder + "/map.json"
      try #"{"classes": {"dates": "Calendar"}, "yearsAhead": 0}"#.write(
        toFile: map, atomically: true, encoding: .utf8)
      let stage = Stage()
      let path = folder + "/new.sqlite3"
      #expect(stage.run("import", Self.old, path, "--zone", "UTC", "--map", map) == .success)
      #expect(try InspectedFile(path).model.classModel(named: "Calendar")?.table == "calendar")
      try "{}}".write(toFile: map, atomically: true, encoding: .utf8)
      let second = Stage()
      #expect(second.run("import", Self.old, path + "2", "--map", map) == .couldNotLook)
      #expect(second.error.text.contains("The map of names \(map) cannot be used"))
      try #"{"kinds": {"dates": {"moment": "hour"}}}"#.write(
        toFile: map, atomically: true, encoding: .utf8)
      let third = Stage.printed("import", Self.old, path + "2", "--map", map)
      #expect(third.error.contains(#"cannot be used: "kinds", "dates", "moment": 'hour' is not"#))
      let folderAsMap = Stage.printed("import", Self.old, path + "2", "--map", folder)
      #expect(folderAsMap.error == "persist: \(folder) cannot be read: Is a directory\n")
    }
  }

  @Test func aMapForAnotherDatabaseIsRefused() throws {
    try withFolder { folder in
      let store = try Store(path: folder + "/other.sqlite3")
      try store.blocking.execute("CREATE TABLE note (id INTEGER PRIMARY KEY)")
      store.close()
      let result = Stage.printed(
        "import", folder + "/other.sqlite3", folder + "/new.sqlite3", "--map", "map.json")
      #expect(result.status == .wrongUse)
      #expect(result.error.contains("is another database; leave it out"), "\(result)")
    }
  }

  @Test(arguments: ["GMT+12:x7", "UTC-", "Mars/Olympus"])
  func refusesWhatIsNoTimeZone(zone: String) throws {
    try withFolder { folder in
      let stage = Stage()
      let status = stage.run("import", Self.old, folder + "/new.sqlite3", "--zone", zone)
      #expect(status == .wrongUse)
      let message = stage.error.text
      #expect(message.contains("must be a time zone such as Europe/Berlin"))
      let made = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(made.isEmpty)
    }
  }

  @Test func refusesToTouchWhatIsThere() throws {
    try withFolder { folder in
      let path = folder + "/new.sqlite3"
      try "mine".write(toFile: path, atomically: true, encoding: .utf8)
      for options in [[], ["--dry-run"]] {
        let stage = Stage()
        let words = ["import", Self.old, path, "--zone", "UTC"] + options
        #expect(Program.persist.run(words, in: stage.surroundings) == .couldNotLook)
        #expect(stage.error.text.contains("\(path) already exists; name a new file"))
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }
  }

  @Test func leavesNothingBehindWhereTheDiskIsFull() throws {
    try withFolder { folder in
      let path = folder + "/new.sqlite3"
      // A limit on the size of files, which acts like a full disk.
      let line = "trap '' XFSZ; ulimit -f 32; persist import '\(Self.old)' '\(path)' --zone UTC"
      let result = try Executable.persist().run(line: line)
      #expect(result.status == 3)
      #expect(result.error.hasPrefix("persist: "))
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.isEmpty)
    }
  }

  @Test func saysWhatAnotherFileIs() throws {
    try withFolder { folder in
      let text = folder + "/text"
      try "some lines".write(toFile: text, atomically: true, encoding: .utf8)
      let stage = Stage()
      #expect(stage.run("import", text, folder + "/new.sqlite3") == .couldNotLook)
      #expect(stage.error.text.contains("is not an SQLite database"))
    }
  }

  @Test func refusesAStore() throws {
    try ClosedFile.with {
      try $0.save(Address(city: "Rome"))
    } _: { file in
      let new = file.folder + "/new.sqlite3"
      let refused = Stage.printed("import", file.path, new)
      #expect(refused.status == .couldNotLook, "\(refused)")
      #expect(refused.error.contains("is a store of PersistentObjects already; `persist copy`"))
      #expect(!FileManager.default.fileExists(atPath: new))
    }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "import-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }
}
