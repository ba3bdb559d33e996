import Foundation
import PersistentObjectsGeneration
import PersistentObjectsInspection
import Testing

/// The files that are written to a folder, and those that are left alone.
@Suite struct GeneratedFolderTests {
  private static let golden = GoldenFolder("Shop")

  /// A model with one or more classes.
  private func model(_ names: String..., property: String = "name") throws -> StoreModel {
    StoreModel(
      classes: names.map {
        ClassModel(
          name: $0, table: $0.lowercased(),
          properties: [PropertyModel(name: property, type: .named("String"))])
      })
  }

  private func inFolder(_ body: (_ path: String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.path + "/generated-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path + "/Model")
  }

  private func generate(
    _ model: StoreModel, to path: String, prunes: Bool = false
  ) throws -> [String] {
    try GeneratedFolder(path, model: model, templates: TemplateSet(), prunes: prunes).generate()
      .map { "\($0.name) \($0.action)" }
  }

  private func text(_ path: String, _ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  @Test func theFilesAreThoseThatWereLookedAt() throws {
    try inFolder { path in
      let model = try ModelSource(path: Self.golden.model).model()
      try GeneratedFolder(path, model: model, templates: TemplateSet()).generate()
      try Self.golden.expect(path)
    }
  }

  @Test func whatIsAsItShouldBeIsNotWritten() throws {
    try inFolder { path in
      #expect(
        try generate(model("A", "B"), to: path) == [
          "A.swift written", "B.swift written", "_A.swift written", "_B.swift written",
        ])
      let date = try FileManager.default.attributesOfItem(atPath: path + "/_A.swift")[
        .systemFileNumber]
      #expect(
        try generate(model("A", "B"), to: path) == [
          "A.swift kept", "B.swift kept", "_A.swift unchanged", "_B.swift unchanged",
        ])
      let later = try FileManager.default.attributesOfItem(atPath: path + "/_A.swift")[
        .systemFileNumber]
      #expect(date as? Int == later as? Int)
      #expect(
        try generate(model("A", "B", property: "title"), to: path) == [
          "A.swift kept", "B.swift kept", "_A.swift written", "_B.swift written",
        ])
      #expect(try text(path, "_A.swift").contains("var title: String"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 4)
    }
  }

  @Test func aPersonsFileIsNeverTouched() throws {
    try inFolder { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try "mine".write(toFile: path + "/A.swift", atomically: true, encoding: .utf8)
      // A dangling link also belongs to someone.
      try FileManager.default.createSymbolicLink(
        atPath: path + "/B.swift", withDestinationPath: "/nowhere/at/all")
      #expect(
        try generate(model("A", "B"), to: path) == [
          "A.swift kept", "B.swift kept", "_A.swift written", "_B.swift written",
        ])
      #expect(try text(path, "A.swift") == "mine")
    }
  }

  @Test func aFileThatIsNotTheMachinesIsRefusedBeforeAnythingIsWritten() throws {
    try inFolder { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try "mine".write(toFile: path + "/_B.swift", atomically: true, encoding: .utf8)
      let error = #expect(throws: GenerationError.self) { try generate(model("A", "B"), to: path) }
      #expect(error?.path == path + "/_B.swift")
      #expect(error?.message.contains("not a machine file") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["_B.swift"])
      #expect(try text(path, "_B.swift") == "mine")
    }
  }

  @Test func aLinkIsNotFollowed() throws {
    try inFolder { path in
      _ = try generate(model("A"), to: path)
      let outside = path + "-outside.swift"
      try text(path, "_A.swift").write(toFile: outside, atomically: true, encoding: .utf8)
      try FileManager.default.removeItem(atPath: path + "/_A.swift")
      try FileManager.default.createSymbolicLink(
        atPath: path + "/_A.swift", withDestinationPath: outside)
      #expect(throws: GenerationError.self) { try generate(model("A", property: "x"), to: path) }
    }
  }

  @Test func filesOfClassesThatAreGoneGoWhenThatIsAskedFor() throws {
    try inFolder { path in
      _ = try generate(model("A", "B"), to: path)
      try "// not generated".write(toFile: path + "/_C.swift", atomically: true, encoding: .utf8)
      #expect(
        try generate(model("A"), to: path) == [
          "A.swift kept", "_A.swift unchanged", "_B.swift stale",
        ])
      #expect(
        try generate(model("A"), to: path, prunes: true) == [
          "A.swift kept", "_A.swift unchanged", "_B.swift removed",
        ])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
          "A.swift", "B.swift", "_A.swift", "_C.swift",
        ])
    }
  }

  @Test func lookingWritesNothing() throws {
    try inFolder { path in
      let folder = try GeneratedFolder(path, model: model("A"), templates: TemplateSet())
      #expect(try folder.outcomes().map(\.action) == [.written, .written])
      #expect(!FileManager.default.fileExists(atPath: path))
      try folder.generate()
      #expect(try !folder.outcomes().contains(where: \.isChange))
    }
  }

  @Test func aStoppedGenerationEndsBetweenFiles() throws {
    struct Stop: Error {}
    try inFolder { (path: String) throws in
      var count = 0
      #expect(throws: Stop.self) {
        try GeneratedFolder(path, model: model("A", "B"), templates: TemplateSet()).generate {
          count += 1
          if count == 3 { throw Stop() }
        }
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
          "A.swift", "B.swift",
        ])
    }
  }

  @Test func aRemarkSaysWhatAPersonHasToChange() throws {
    try inFolder { path in
      var parent = try model("A")
      _ = try generate(parent, to: path)
      parent.classes.append(
        ClassModel(name: "B", table: "b", superclass: "A", properties: []))
      func remark() throws -> String? {
        try GeneratedFolder(path, model: parent, templates: TemplateSet()).outcomes()
          .first { $0.name == "A.swift" }?.remark
      }
      #expect(try remark()?.hasPrefix("remove final") == true)
      try text(path, "A.swift").replacing("final ", with: "")
        .write(toFile: path + "/A.swift", atomically: true, encoding: .utf8)
      #expect(try remark() == nil)
      parent.classes[0].table = "people"
      #expect(
        try remark()
          == "write @Persistent(table: \"people\"), which is where the objects are stored")
      parent.classes[0].table = "a"
      parent.classes.removeLast()
      #expect(try remark()?.hasPrefix("declare the class final") == true)
    }
  }

  @Test func aFolderThatCannotBeMadeIsSaidInWords() throws {
    try inFolder { path in
      let error = #expect(throws: GenerationError.self) {
        try generate(model("A"), to: "/dev/null/Model")
      }
      #expect(error?.message.contains("cannot be created") == true)
    }
  }

  @Test func documentationCannotLeaveItsComment() throws {
    var model = try model("A")
    model.classes[0].documentation =
      "one\n*/ import Evil\r\nthree\u{2028}import Evil\u{85}x\u{202E}"
    model.classes[0].notes = ["a\nimport Evil"]
    let text = try model.swiftDeclarations(templates: TemplateSet())
    #expect(
      text.contains(
        """
        /// one
        /// */ import Evil
        /// three\u{FFFD}import Evil\u{FFFD}x\u{FFFD}
        // Note: a
        // Note: import Evil
        @Persistent final class A {
        """))
  }
}
