import PersistentObjects
import TestSupport
import Testing

/// Messages distinguish classes with the same name in several types; the file's records are
/// unchanged.
@Suite struct ClassNameTests {
  @Test func errorsNameTheTypesAroundAClass() throws {
    try TemporaryStore.run { _, session in
      let first = failure { _ = try Paper.Sheet.query.limit(-1).find(in: session) }
      let second = failure { _ = try Bed.Sheet.query.limit(-1).find(in: session) }
      #expect(first?.context.className == "Paper.Sheet")
      #expect(second?.context.className == "Bed.Sheet")
      #expect(Bed.Linen.Sheet(name: "x").description == "Bed.Linen.Sheet#new(name: \"x\")")
      let own = failure { _ = try Plain.count(in: session) }
      #expect(own?.message.hasPrefix("ClassNameTests.Plain inherits from") == true)
    }
  }

  @Test func classesWithOneTableAreToldApart() throws {
    try TemporaryStore.run { _, session in
      try session.makeTables(for: Paper.Sheet.self)
      let error = failure { try session.makeTables(for: Bed.Linen.Sheet.self) }
      #expect(
        error?.message.hasPrefix(
          "the classes Paper.Sheet and Bed.Linen.Sheet have the same table") == true)
    }
  }

  @Test func givenClassesWithOneTableAreRefusedBeforeTablesAreMade() throws {
    try TemporaryStore.run(classes: [Paper.Sheet.self, Bed.Linen.Sheet.self]) { _, session in
      let error = failure { try session.makeTables(for: Animal.self) }
      #expect(error?.code == .invalidModel)
      #expect(
        error?.message.hasPrefix(
          "the classes Paper.Sheet and Bed.Linen.Sheet have the same table") == true)
      let used = failure { try session.makeTables(for: Paper.Sheet.self) }
      #expect(used?.message == error?.message)
    }
  }

  @Test func aReferenceThatRestrictsNamesItsClass() throws {
    try TemporaryStore.run { _, session in
      let paper = Paper.Sheet(name: "p")
      try session.save(Bed.Sheet(name: "b", paper: paper))
      let error = failure { try session.delete(paper) }
      #expect(error?.code == .constraintViolated)
      #expect(
        error?.message.hasPrefix(
          "Paper.Sheet#1 cannot be deleted, since Bed.Sheet#1.paper refers to it") == true)
      #expect(error?.context.className == "Bed.Sheet")
    }
  }

  @Test func valuesOfTheWrongClassAreToldApart() throws {
    try TemporaryStore.run { _, session in
      let sheet = Bed.Sheet(name: "b")
      let given = failure {
        _ = try Bed.Sheet(values: ["name": "c", "paper": sheet])
      }
      #expect(
        given?.message.contains("paper must be Optional<Paper.Sheet>, not Bed.Sheet") == true)
      try session.save(sheet)
      let compared = failure { _ = try Bed.Sheet.find(["name": Paper.Size.small], in: session) }
      #expect(compared?.message.contains("with a value of type Paper.Size") == true)
    }
  }

  @Test func theFileRecordsTheNameAlone() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Paper.Sheet.self, Bed.Sheet.self)
      #expect(
        try store.rows("SELECT name, class_name FROM _persistent_table ORDER BY name") == [
          "bed_sheet|Sheet", "bed_sheet_tags|Sheet", "sheet|Sheet",
        ])
    }
  }

  private class Plain: Animal {}
}

private enum Paper {
  enum Size { case small }

  @Persistent final class Sheet {
    var name: String
  }
}

private enum Bed {
  @Persistent(table: "bed_sheet") final class Sheet {
    var name: String
    @Column(onDelete: .restrict) var paper: Paper.Sheet?
    var tags: [String] = []
  }

  enum Linen {
    @Persistent final class Sheet {
      var name: String
    }
  }
}
