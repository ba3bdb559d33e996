import Foundation
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

@Suite struct GenerateTests {
  private static let model = """
    {"format": 1, "classes": [
      {"name": "Person", "properties": [{"name": "name", "type": "String"}]},
      {"name": "Pet", "properties": [{"name": "owner", "type": "Person?"}]}]}
    """

  private func generate(
    _ words: String...
  ) -> (status: ExitStatus, output: String, error: String) {
    let stage = Stage()
    let status = Program.persist.run(["generate"] + words, in: stage.surroundings)
    return (status, stage.output.text, stage.error.text)
  }

  @Test func writesFilesAndSaysWhatBecameOfThem() throws {
    try TemporaryFolder.run { folder in
      let model = try folder.file("model.json", Self.model)
      let output = folder.path("Sources/Model")
      let first = generate(model, "-o", output)
      #expect(first.status == .success && first.error == "")
      #expect(
        first.output == """
          file\taction\tremark
          Person.swift\twritten\t
          Pet.swift\twritten\t
          _Person.swift\twritten\t
          _Pet.swift\twritten\t

          """)
      let second = generate(model, "-o", output, "--json")
      #expect(second.status == .success)
      #expect(
        second.output.contains("\"file\":\"_Pet.swift\",\"action\":\"unchanged\",\"remark\":null"))
      #expect(second.output.contains("\"file\":\"Pet.swift\",\"action\":\"kept\""))
    }
  }

  @Test func checksWithoutWriting() throws {
    try TemporaryFolder.run { folder in
      let model = try folder.file("model.json", Self.model)
      let output = folder.path("Model")
      let missing = generate(model, "-o", output, "--check")
      #expect(missing.status == .found)
      #expect(missing.output.hasSuffix("Nothing was written: this is what would be done.\n"))
      #expect(try folder.names == ["model.json"])
      #expect(generate(model, "-o", output).status == .success)
      let same = generate(model, "-o", output, "--check")
      #expect(same.status == .success && !same.output.contains("Nothing was written"))
      let changed = try folder.file("model.json", Self.model.replacing("String", with: "Int"))
      #expect(generate(changed, "-o", output, "--check").status == .found)
      #expect(
        try String(contentsOfFile: output + "/_Person.swift", encoding: .utf8).contains("String"))
    }
  }

  @Test func prunesWhatIsGone() throws {
    try TemporaryFolder.run { folder in
      let output = folder.path("Model")
      #expect(
        generate(try folder.file("a.json", Self.model), "-o", output).status == .success)
      let one = try folder.file("b.json", #"{"format": 1, "classes": [{"name": "Person"}]}"#)
      let stale = generate(one, "-o", output, "--check")
      #expect(stale.status == .found && stale.output.contains("_Pet.swift\tstale\t"))
      #expect(generate(one, "-o", output).status == .success)
      #expect(generate(one, "-o", output, "--check").status == .success)
      #expect(generate(one, "-o", output, "--prune", "--check").status == .found)
      #expect(generate(one, "-o", output, "--prune").output.contains("_Pet.swift\tremoved\t"))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: output).sorted() == [
          "Person.swift", "Pet.swift", "_Person.swift",
        ])
    }
  }

  @Test func takesTemplatesFromAFolder() throws {
    try TemporaryFolder.run { folder in
      let model = try folder.file("model.json", Self.model)
      let templates = folder.path("templates")
      try FileManager.default.createDirectory(atPath: templates, withIntermediateDirectories: true)
      _ = try folder.file("templates/finders.template", "")
      _ = try folder.file("templates/person-class.template", "// {{name}}\n")
      let output = folder.path("Model")
      #expect(generate(model, "-o", output, "--templates", templates).status == .success)
      #expect(
        try String(contentsOfFile: output + "/Person.swift", encoding: .utf8).hasSuffix(
          "\n// Person\n"))
      #expect(
        try !String(contentsOfFile: output + "/_Person.swift", encoding: .utf8).contains("findBy"))
      _ = try folder.file("templates/finders.template", "\n{{finder}}")
      let bad = generate(model, "-o", output, "--templates", templates)
      #expect(bad.status == .couldNotLook)
      #expect(
        bad.error.hasPrefix("persist: \(templates)/finders.template:2: there is no finder here"))
      let none = generate(model, "-o", output, "--templates", model)
      #expect(none.status == .couldNotLook)
      #expect(none.error.hasPrefix("persist: \(model): it is missing, is not a folder"))
    }
  }

  @Test func tellsWhatIsWrongWithAModel() throws {
    try TemporaryFolder.run { folder in
      let model = try folder.file("model.json", Self.model.replacing("Person?", with: "Persn?"))
      let result = generate(model, "-o", folder.path("Model"))
      #expect(result.status == .couldNotLook && result.output == "")
      #expect(
        result.error == """
          persist: \(model): class Pet, property owner: there is no class or type "Persn"; describe \
          the class, or name a type of your program in "types"

          """)
      #expect(try folder.names == ["model.json"])
    }
  }

  @Test func tellsEachProblemOnALineOfItsOwn() throws {
    try TemporaryFolder.run { folder in
      let text = Self.model.replacing(#""Pet""#, with: #""Pet\n1", "a": 1, "b": 2"#)
      let model = try folder.file("model.json", text)
      let lines = generate(model, "-o", folder.path("Model")).error.split(separator: "\n")
      #expect(lines.count == 2, "\(lines)")
      #expect(lines.first?.contains(": class Pet\\n1: there is no key \"a\"; the keys are") == true)
    }
  }

  @Test func refusesAFileThatIsNotItsOwn() throws {
    try TemporaryFolder.run { folder in
      let model = try folder.file("model.json", Self.model)
      _ = try folder.file("_Pet.swift", "class _Pet {}")
      let result = generate(model, "-o", folder.url.path)
      #expect(result.status == .couldNotLook)
      #expect(result.error.contains("_Pet.swift: the file is not a machine file"))
      #expect(try folder.names == ["_Pet.swift", "model.json"])
    }
  }

  @Test func readsAModelFromTheStandardInput() throws {
    try TemporaryFolder.run { folder in
      let model = try folder.file("model.json", Self.model)
      let result = try Executable.persist().run(
        line: "persist generate - -o Model < \(model) | head -n 2", in: folder.url)
      #expect(result.output == "file\taction\tremark\nPerson.swift\twritten\t\n")
      #expect(try folder.names == ["Model", "model.json"])
      let broken = try Executable.persist().run(
        line: "echo '{' | persist generate - -o Model", in: folder.url)
      #expect(broken.status == 3)
      #expect(broken.error.hasPrefix("persist: standard input: it is not valid JSON: "))
    }
  }

  @Test func refusesWrongUse() {
    #expect(generate("model.json").status == .wrongUse)
    #expect(generate("-o", "x").status == .wrongUse)
    #expect(generate("/nowhere/model.json", "-o", "x").status == .couldNotLook)
  }
}
