import Foundation
import PersistentObjects
import TestSupport
import Testing

/// The errors in Documentation/Reference/Errors.md are those that are thrown. Errors with a
/// server's words are in PostgreSQL.md beside it.
@Suite struct ErrorPageTests {
  @Test func errorsOfValuesReadAsPrinted() throws {
    try TemporaryStore.run { store, session in
      // First, since a failed save uses up a server's keys.
      let joe = Page.Person(name: "Joe")
      try session.save(joe)
      expectPrinted { try session.save(Page.Person(name: "a", favourite: Color(hex: "red"))) }
      joe.weight = .nan
      expectPrinted { try session.save() }
      session.clear()
      expectPrinted { _ = try Page.Person.where { $0.place == Place() }.find(in: session) }
      expectPrinted { _ = try Page.Person.find("WHERE las_name = \("x")", in: session) }
      expectPrinted { _ = try Page.Person.find("WHERE name = '\("x")'", in: session) }
      expectPrinted { _ = try Page.Person.find("WHERE age = \("x")", in: session) }
      expectPrinted { try session.save(Page.Person(name: "Joe")) }
      session.clear()
      // The error names the property from the classes whose objects the session has read.
      _ = try Page.Person.findAll(in: session)
      // A database that checks references with each statement fails before the engine can look for
      // the dangling one.
      if TestedDatabase.current != .strict {
        expectPrinted {
          try session.transaction { try session.execute("UPDATE person SET friend = 99") }
        }
      }
      let invalid = ["nam": "x", "age": "31"]
      expectPrinted { _ = try Page.Person(values: invalid) }
      try session.execute("UPDATE person SET place = \(Data([0]))")
      expectPrinted { _ = try Page.Person.findAll(in: session) }
      try session.execute("UPDATE person SET name = NULL")
      expectPrinted { _ = try Page.Person.findAll(in: session) }
    }
  }

  @Test func errorsOfObjectsReadAsPrinted() throws {
    try TemporaryStore.run { store, session in
      let joe = Page.Person(name: "Joe")
      try session.save(joe)
      let other = Session(store: store.store)
      expectPrinted(pk: 4) { try other.save(joe) }
      try other.execute("DELETE FROM person")
      joe.age = 7
      expectPrinted { try session.save() }
      try session.delete(joe)
      expectPrinted { try session.save(joe) }
      expectPrinted { try session.save(Page.Person(name: "Ann", friend: joe)) }
      session.clear()
    }
  }

  @Test func errorsOfSessionsReadAsPrinted() async throws {
    try await TemporaryStore.runAsync { store in
      expectPrinted { try Page.Person(name: "Ann").save() }
      let store = store.store
      try await store.transaction { session in
        for name in ["Joe", "Ann"] { try session.insert(Page.Person(name: name)) }
      }
      await expectPrintedLater {
        try await store.session { session in
          for person in try Page.Person.findAll(in: session) { person.age += 1 }
        }
      }
    }
  }

  @Test func errorsOfClassesReadAsPrinted() async throws {
    try await TemporaryStore.runAsync { store in
      let saved = Page.Person(name: "Joe", favourite: Color(hex: "#fff"))
      let session = Session(store: store.store)
      try session.save(saved)
      session.clear()
      expectPrinted { _ = try PersonRaw.count(in: session) }
      expectPrinted { _ = try WithOpaque.count(in: session) }
      let later = try store.reopened()
      let laterSession = Session(store: later)
      expectPrinted { _ = try PersonNeeds.count(in: laterSession) }
      later.close()
      let texts = try store.reopened()
      expectPrinted { _ = try PageWithTexts.Person.count(in: Session(store: texts)) }
      await expectPrintedLater {
        try await texts.recode(.property(\PageWithTexts.Person.favourite, from: TextColor()))
      }
      await expectPrintedLater {
        try await texts.recode(
          .property(\PageWithTexts.Person.place, from: KeyedArchiveCodec<Place>()) { $0 })
      }
      try await store.store.execute("UPDATE person SET favourite = 'red'")
      await expectPrintedLater {
        try await texts.recode(.property(\PageWithTexts.Person.favourite, from: HexColor()))
      }
      texts.close()
    }
  }

  @Test func errorsOfOtherProgramsReadAsPrinted() async throws {
    try await TemporaryStore.runAsync { store in
      let session = Session(store: store.store)
      try session.save(Page.Person(name: "Joe", favourite: Color(hex: "#fff")))
      _ = try Nicknamed.count(in: session)
      let newer = try store.reopened()
      defer { newer.close() }
      try await newer.recode(.property(\PageWithTexts.Person.favourite, from: HexColor()))
      expectPrinted { _ = try Page.Person.findAll(in: session) }
      _ = try NicknamedLater.count(in: Session(store: newer))
      let older = try store.reopened()
      defer { older.close() }
      expectPrinted { _ = try Nicknamed.count(in: Session(store: older)) }
    }
  }

  // MARK: -

  /// - Parameter pk: the key that the page shows in place of 1.
  private func expectPrinted(
    pk: Int64 = 1, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    check(failure(body), pk, sourceLocation)
  }

  private func expectPrintedLater(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async {
    check(await failureOf(body), 1, sourceLocation)
  }

  private func check(_ error: PersistenceError?, _ pk: Int64, _ sourceLocation: SourceLocation) {
    let text = (error.map { "\($0)" } ?? "nothing was thrown")
      .replacing("Person#1", with: "Person#\(pk)").replacing("pk 1]", with: "pk \(pk)]")
      // The classes of the page are at the top level of a program.
      .replacing("PageWithTexts.", with: "").replacing("Page.", with: "")
    let isPrinted = Self.page.contains(text)
    #expect(isPrinted, "\(text)", sourceLocation: sourceLocation)
  }

  private static let page: Set<String> = {
    let names = TestedDatabase.current == .postgres ? ["Errors", "PostgreSQL"] : ["Errors"]
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Documentation/Reference")
    let lines = names.flatMap { name in
      let text = try? String(
        contentsOf: folder.appendingPathComponent("\(name).md"), encoding: .utf8)
      return text?.split(separator: "\n").map(String.init) ?? []
    }
    return Set(lines)
  }()
}

/// The classes of the page.
enum Page {
  @Persistent final class Person {
    var name: String
    var age: Int = 0
    var weight: Double = 0
    @Column(codec: HexColor()) var favourite: Color?
    var place: Place = Place()
    var friend: Person?
    static let indices: [Index<Person>] = [.unique(\.name)]
  }
}

/// A later version of the program.
enum PageWithTexts {
  @Persistent final class Person {
    var name: String
    var age: Int = 0
    var weight: Double = 0
    @Column(codec: TextColor()) var favourite: Color?
    var place: Place = Place()
    var friend: Person?
    static let indices: [Index<Person>] = [.unique(\.name)]
  }
}

@Persistent(table: "person") final class PersonNeeds {
  var email: String
}

@Persistent(table: "person") final class PersonRaw {
  var name: String
}

@Persistent final class Nicknamed {
  var nickname: String?
}

@Persistent(table: "nicknamed") final class NicknamedLater {
  @Column(renamedFrom: "nickname") var alias: String?
}

struct Opaque: Sendable {}

@Persistent final class WithOpaque {
  var value: Opaque = Opaque()
}

struct TextColor: ColumnCodec {
  let identifier = CodecIdentifier("text")
  let storage = StorageClass.text
  func encode(_ color: Color, into column: inout ColumnWriter) { column.write(color.hex) }
  func decode(from column: borrowing ColumnReader) throws -> Color { Color(hex: try column.text()) }
}
