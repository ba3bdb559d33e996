import Foundation
import PersistentObjects
import PersistentObjectsGeneration
import PersistentObjectsInspection
import TestSupport
import Testing

/// Names and texts of a hostile file do not become code.
@Suite struct HostileModelTests {
  @Test func namesBecomeIdentifiersAndNothingElse() throws {
    try TemporaryStore.run { store, session in
      try HostileFile.write(to: session)
      let model = try ModelSource(path: store.path).model()
      #expect(model.classes.count == HostileFile.names.count + 1)
      #expect(Set(model.classes.map(\.name)).count == model.classes.count)
      let names =
        model.classes.flatMap { $0.name.split(separator: ".") }
        + model.classes.flatMap(\.properties).map { Substring($0.name) }
      for name in names {
        #expect(name.allSatisfy { $0.isLetter || $0.isNumber || "_ '-🐶".contains($0) }, "\(name)")
      }
      let text = try model.swiftDeclarations(templates: TemplateSet())
      for line in text.split(separator: "\n") where line.contains("import Evil") {
        #expect(line.isInLiteralOrComment("import Evil"), "\(line)")
      }
      #expect(!text.contains("\u{202E}"))
    }
  }

  @Test func filesLieInTheFolder() throws {
    try TemporaryStore.run { store, session in
      try HostileFile.write(to: session)
      let folder = (store.path as NSString).deletingLastPathComponent + "/Model"
      let outcomes = try GeneratedFolder(
        folder, model: ModelSource(path: store.path).model(), templates: TemplateSet()
      ).generate()
      #expect(outcomes.allSatisfy { !$0.name.contains("/") && $0.name.utf8.count < 255 })
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.sorted() == outcomes.map(\.name).sorted())
    }
  }

  @Test func whatTheFirstUseWillChangeIsSaid() throws {
    try TemporaryStore.run { store, session in
      try HostileFile.write(to: session)
      let model = try InspectedFile(store.path).declaredModel()
      let foo = try #require(model.classes.first { $0.name == "Foo_import_Evil" })
      #expect(
        foo.notes == [
          """
          the file calls the class "Foo { } import Evil", which cannot be the name of a class in Swift; its first \
          use records Foo_import_Evil
          """,
          "the index of c0\"\n; DROP is left out: its condition is not an SQL expression; the first use of the class drops it",
        ])
    }
  }

  @Test(.timeLimit(.minutes(10))) func tenThousandClassesTakeNoTime() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      try session.transaction {
        for position in 0..<10_000 {
          try session.execute(
            Criteria(
              stringLiteral: "CREATE TABLE t\(position) (pk INTEGER PRIMARY KEY, a TEXT) STRICT"))
          try session.execute(
            "INSERT INTO _persistent_table VALUES (\("t\(position)"), 'T', NULL, NULL)")
          try session.execute(
            """
            INSERT INTO _persistent_column VALUES \
            (\("t\(position)"), 'a', 'a', 'text', 'text', 1, 1, NULL, NULL)
            """)
        }
      }
      let model = try ModelSource(path: store.path).model()
      #expect(model.classes.count == 10_001)
      #expect(try model.swiftDeclarations(templates: TemplateSet()).utf8.count > 500_000)
    }
  }

  @Test func superclassesInACircleEnd() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Dog.self)
      try session.execute(
        "UPDATE _persistent_table SET superclass_table = 'dog' WHERE name = 'animal'")
      let error = #expect(throws: ModelError.self) { try ModelSource(path: store.path).model() }
      #expect(error?.problems.contains("class Dog: it inherits from itself") == true)
    }
  }
}

extension Substring {
  /// Whether each occurrence of a text follows an opening quotation mark, or is in a comment.
  fileprivate func isInLiteralOrComment(_ text: String) -> Bool {
    guard let range = firstRange(of: text) else { return true }
    let before = self[..<range.lowerBound]
    if before.drop(while: { $0 == " " }).hasPrefix("//") { return true }
    let quotes = before.replacing("\\\\", with: "").replacing("\\\"", with: "").count { $0 == "\"" }
    return quotes % 2 == 1
  }
}
