import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct SchemaTests {
  /// Runs a test with a file of people that no program has open.
  private func withPeople(_ body: (_ path: String) throws -> Void) throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try Store(path: file.path)
    do {
      let session = Session(store: store)
      let joe = Person.joe()
      joe.nickNames = ["J"]
      try session.save(joe)
    }
    store.close()
    try body(file.path)
  }

  private func schema(_ words: String...) -> (status: ExitStatus, output: String, error: String) {
    let stage = Stage()
    let status = Program.persist.run(["schema"] + words, in: stage.surroundings)
    return (status, stage.output.text, stage.error.text)
  }

  @Test func showsATableForPeople() throws {
    try withPeople { path in
      let stage = Stage.terminal(width: 100)
      #expect(stage.run("--no-color", "schema", path, "Person") == .success)
      let lines = stage.output.text.split(separator: "\n").map {
        $0.split(separator: " ").joined(separator: " ")
      }
      #expect(lines.first == "Person, table person")
      #expect(lines.contains("lastName String last_name"))
      #expect(lines.contains("age Int age default 0"))
      #expect(lines.contains("favourite StoredValue? favourite hex-color 1, text"))
      #expect(lines.contains("friends [Person] friends"))
      #expect(lines.contains("Index of last_name, first_name"))
      #expect(!stage.output.text.contains("Address, table"))
    }
  }

  @Test func showsLinesWithTabsInAPipe() throws {
    try withPeople { path in
      let result = schema(path, "address")
      #expect(result.status == .success)
      #expect(
        result.output == """
          Address, table address
          property\ttype\tcolumn\tcodec\tdeclared
          city\tString\tcity\t\t
          street\tString\tstreet\t\t

          """)
    }
  }

  @Test func printsTheStatementsOfAClass() throws {
    try withPeople { path in
      let result = schema(path, "Person", "--sql")
      #expect(result.status == .success)
      let lines = result.output.split(separator: "\n")
      #expect(lines.first?.hasPrefix("CREATE TABLE person (pk INTEGER PRIMARY KEY, ") == true)
      #expect(lines.allSatisfy { $0.hasSuffix(";") && !$0.hasPrefix("CREATE TABLE address") })
      #expect(lines.contains("CREATE INDEX index_person_last_name ON person (last_name);"))
      #expect(lines.contains { $0.hasPrefix("CREATE TABLE person_nick_names (") })
      #expect(!result.output.contains("_persistent"))
      #expect(schema(path, "--sql").output.contains("CREATE TABLE address ("))
    }
  }

  @Test func printsJSONThatGenerateReads() throws {
    try withPeople { path in
      let result = schema(path, "--json")
      #expect(result.status == .success)
      #expect(result.output.hasPrefix("{\n  \"classes\" : [\n"))
      try TemporaryFolder.run { folder in
        let model = try folder.file("model.json", result.output)
        let stage = Stage()
        #expect(stage.run("generate", model, "-o", folder.path("Model")) == .success)
        #expect(stage.output.text.contains("_Person.swift\twritten\t"))
      }
    }
  }

  @Test func printsDeclarations() throws {
    try withPeople { path in
      let result = schema(path, "Address", "--swift")
      #expect(result.status == .success)
      #expect(
        result.output == """
          import Foundation
          import PersistentObjects

          @Persistent final class Address {
            var city: String
            var street: String
          }

          """)
      #expect(schema(path, "--swift").output.contains("@Persistent final class Person {\n"))
    }
  }

  @Test func tellsWhatCannotBeLookedAt() throws {
    try withPeople { path in
      let unknown = schema(path, "Persn")
      #expect(unknown.status == .couldNotLook && unknown.output == "")
      #expect(unknown.error.contains("records no class or table Persn; it has Address, Person"))
      #expect(schema(path + "x").status == .couldNotLook)
      #expect(schema(path, "--json", "--sql").status == .wrongUse)
      #expect(schema().status == .wrongUse)
      try "no database".write(toFile: path + ".txt", atomically: true, encoding: .utf8)
      #expect(schema(path + ".txt").status == .couldNotLook)
    }
  }

  @Test func leavesTheFileAsItIs() throws {
    try withPeople { path in
      let folder = (path as NSString).deletingLastPathComponent
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      for form in [[], ["--json"], ["--sql"], ["--swift"]] {
        #expect(Program.persist.run(["schema", path] + form, in: Stage().surroundings) == .success)
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }
  }
}
