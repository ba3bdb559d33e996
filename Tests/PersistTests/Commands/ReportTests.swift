import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct ReportTests {
  /// Runs `body` with a store of three people, and a folder for output.
  private func run(_ body: (String, TemporaryFolder, TemporaryStore) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      try session.given(Person.joe(), Person.ann(), Keeper(name: "k", pet: Dog(name: "Rex")))
      try TemporaryFolder.run { try body(store.path, $0, store) }
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func writesOneWholePage() throws {
    try run { store, folder, _ in
      let stage = Stage()
      #expect(stage.run("report", store, "-o", folder.path("report.html")) == .success)
      let page = try text(folder.path("report.html"))
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
      #expect(page.contains("id='Person.1'") && page.contains("id='class-Dog'"))
      #expect(try folder.names == ["report.html"])
      #expect(stage.output.text.isEmpty && stage.error.text.isEmpty)
    }
  }

  @Test func writesToTheStandardOutput() throws {
    try run { store, _, _ in
      let stage = Stage()
      #expect(stage.run("report", store, "-o", "-") == .success)
      #expect(stage.output.text.hasSuffix("</html>\n"))
    }
  }

  @Test func tellsWhatItsCheckHasFoundByTheStatus() throws {
    try run { store, folder, given in
      try given.store.blocking.execute("UPDATE person SET birthdate = 'yesterday' WHERE pk = 2")
      let stage = Stage()
      #expect(stage.run("report", store, "-o", folder.path("report.html")) == .found)
      let page = try text(folder.path("report.html"))
      #expect(page.contains("1\u{A0}fault") && page.contains("person.birthdate"))
      #expect(stage.error.text.isEmpty)
    }
  }

  @Test func showsAsManyObjectsAsAskedFor() throws {
    try run { store, folder, given in
      try given.store.blocking.transaction { session in
        for number in 0..<50 { try session.save(Person(firstName: "P\(number)", lastName: "L")) }
      }
      func cards(_ words: String...) throws -> Int {
        let path = folder.path("report.html")
        let line = ["report", store, "-o", path] + words
        #expect(Program.persist.run(line, in: Stage().surroundings) == .success)
        return try text(path).components(separatedBy: "<article class='card'").count - 1
      }
      #expect(try cards() == 12 + 2)
      #expect(try cards("--rows", "52") == 52 + 2)
      #expect(try cards("--rows", "0") == 0)
    }
  }

  @Test func staysBelowTheSizeAskedFor() throws {
    try run { store, folder, given in
      try given.store.blocking.transaction { session in
        let name = String(repeating: "x", count: 230)
        for number in 0..<2000 {
          try session.save(Person(firstName: "\(number)\(name)", lastName: name))
        }
      }
      let path = folder.path("report.html")
      let line = ["report", store, "-o", path, "--rows", "2000", "--size", "1"]
      #expect(Program.persist.run(line, in: Stage().surroundings) == .success)
      let page = try text(path)
      #expect((800_000...1_000_000).contains(page.utf8.count))
      #expect(page.contains("To stay small this report leaves out:"))
    }
  }

  @Test func saysWhyThereIsNoReport() throws {
    try run { store, folder, _ in
      let text = try folder.file("text.sqlite3", "no database, but some lines of text\n")
      for (file, words) in [
        (folder.path("none"), "No such file"), (text, "is not an SQLite database"),
      ] {
        let stage = Stage()
        #expect(stage.run("report", file, "-o", folder.path("report.html")) == .couldNotLook)
        #expect(stage.error.text.contains(words), "\(stage.error.text)")
      }
      let stage = Stage()
      #expect(stage.run("report", store, "-o", folder.path("no/report.html")) == .couldNotLook)
      #expect(try folder.names == ["text.sqlite3"])
      #expect(Stage().run("report", store) == .wrongUse)
    }
  }

  @Test func keepsTheOldReportIfItIsInterrupted() throws {
    try run { store, folder, given in
      try given.store.blocking.transaction { session in
        for number in 0..<1000 { try session.save(Person(firstName: "\(number)", lastName: "L")) }
      }
      let path = try folder.file("report.html", "old")
      let stage = Stage()
      stage.interruption.request(.interrupted)
      #expect(stage.run("report", store, "-o", path) == .interrupted)
      #expect(try text(path) == "old" && folder.names == ["report.html"])
    }
  }

  @Test func leavesTheStoreAsItIs() throws {
    try run { store, folder, given in
      let copy = folder.path("copy.sqlite3")
      try given.store.blocking.backup(to: copy)
      let before = try Data(contentsOf: URL(filePath: copy))
      let result = try Executable.persist().run(
        line: "persist report copy.sqlite3 -o copy.html", in: folder.url)
      #expect(result.status == 0 && result.output.isEmpty && result.error.isEmpty)
      #expect(try folder.names == ["copy.html", "copy.sqlite3"])
      #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    }
  }
}
