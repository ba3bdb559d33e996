import Foundation
import PersistentObjectsGeneration
import PersistentObjectsInspection
import Testing

/// Templates that replace the built-in ones.
@Suite struct TemplateTests {
  private func withTemplates(
    _ texts: [String: String], _ body: (_ folder: String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/templates-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in texts {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    try body(folder)
  }

  private func declaration(_ texts: [String: String]) throws -> String {
    var result = ""
    try withTemplates(texts) { folder in
      var model = StoreModel(
        classes: [
          ClassModel(
            name: "Person", table: "people",
            properties: [
              PropertyModel(name: "name", type: .named("String")),
              PropertyModel(name: "boss", type: .optional(.named("Person"))),
            ])
        ])
      model.classes[0].documentation = "Somebody."
      result = try model.swiftDeclarations(templates: TemplateSet(folder: folder))
    }
    return result
  }

  @Test func placeholdersSectionsAndPartsAreFilled() throws {
    let text = try declaration([
      "support.template": "",
      "declaration.template": """
      {{! A comment. }}
      {{name}}{{^superclass}} has no superclass{{/superclass}}{{#superclass}}!{{/superclass}}
      {{#properties}}
        {{>mine}}
      {{/properties}}
      {{#documentation}}
      ({{line}})
      {{/documentation}}
      {{#indices}}
      never
      {{/indices}}
      {{#isFinal}}final{{/isFinal}} {{table}}

      """,
      "mine.template": "{{#first}}first {{/first}}{{name}}: {{type}}{{^last}},{{/last}}\n",
    ])
    #expect(
      text == """
        Person has no superclass
          first name: String,
          boss: Person?
        (Somebody.)
        final "people"

        """)
  }

  @Test func linesMayEndAsOnWindows() throws {
    let text = try declaration([
      "support.template": "",
      "declaration.template": "{{#properties}}\r\n{{name}}\r\n{{/properties}}\r\n",
    ])
    #expect(text == "name\nboss\n")
  }

  @Test func thoseThatAreNotGivenAreTheBuiltInOnes() throws {
    let text = try declaration(["members.template": "// {{name}}\n"])
    #expect(text.contains("@Persistent(table: \"people\") final class Person {\n  // Person\n}"))
  }

  @Test(arguments: [
    ("{{name", 1, "{{ has no }} on its line"),
    ("a\n{{#properties}}\n", 2, "the section properties is not ended"),
    ("a\n\n{{/properties}}", 3, "{{/properties}} ends a section that was not begun"),
    ("a\r\n\r\n{{/properties}}", 3, "{{/properties}} ends a section that was not begun"),
    ("{{#properties}}{{/notes}}{{/properties}}", 1, "{{/notes}} ends a section that was not begun"),
    ("{{}}", 1, "{{}} is not a tag: a name has only letters"),
    ("{{a b}}", 1, "{{a b}} is not a tag: a name has only letters"),
    ("x\n{{properties}}", 2, "properties is a section: {{#properties}} … {{/properties}}"),
    ("\n{{>none}}", 2, "there is no template none.template"),
    ("{{>declaration}}", 1, "the template declaration is part of itself"),
  ])
  func aBadTemplateIsAnErrorWithItsPlace(text: String, line: Int, message: String) throws {
    try withTemplates(["declaration.template": text]) { folder in
      let error = #expect(throws: TemplateError.self) { try TemplateSet(folder: folder) }
      #expect(error?.file == folder + "/declaration.template")
      #expect(error?.line == line)
      #expect(error?.message == message)
    }
  }

  @Test func aNameThatThereIsNotIsAnErrorWithThoseThatThereAre() throws {
    try withTemplates(["declaration.template": "{{#properties}}\n{{nmae}}\n{{/properties}}\n"]) {
      let folder = $0
      let error = #expect(throws: TemplateError.self) { try TemplateSet(folder: folder) }
      #expect(error?.line == 2)
      #expect(error?.message.hasPrefix("there is no nmae here; there are attribute, ") == true)
      #expect(error?.message.contains(", name, ") == true)
    }
  }

  @Test func aTemplateThatNothingIsMadeOfIsAnError() throws {
    try withTemplates(["machin.template": ""]) { folder in
      let error = #expect(throws: TemplateError.self) { try TemplateSet(folder: folder) }
      #expect(error?.file == folder + "/machin.template")
      #expect(error?.message.contains("machine.template") == true)
    }
    try withTemplates([:]) { folder in
      #expect(throws: TemplateError.self) { try TemplateSet(folder: folder) }
    }
    let error = #expect(throws: TemplateError.self) { try TemplateSet(folder: "/nowhere/at/all") }
    #expect(
      error?.description == "/nowhere/at/all: it is missing, is not a folder, or cannot be read")
  }
}
