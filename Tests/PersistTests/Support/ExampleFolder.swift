import Foundation
import PersistentObjects
import TestSupport
import Testing

/// The classes of the store that the examples of the help texts read.
enum Examples {
  @Persistent final class Person {
    var name: String
    var lastName: String = ""
    var born: CalendarDay?
    var boss: Person?
    var pets: [Pet] = []
  }

  @Persistent final class Pet {
    var name: String
  }
}

/// A folder with the files that the examples of the help texts name.
struct ExampleFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try makeStore()
    for copy in ["yesterday", "today"] {
      try copyFile(url.appending(path: "people.sqlite3"), to: "\(copy).sqlite3")
    }
    let old = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Fixtures/Ancestors/berlin-apple.sqlite3").standardized
    try copyFile(old, to: "old.sqlite3")
    try "SELECT 1".write(to: url.appending(path: "query.sql"), atomically: true, encoding: .utf8)
    for line in [
      "persist schema people.sqlite3 --json > model.json",
      "persist generate model.json -o Sources/Model",
      "persist export people.sqlite3 -o people.ndjson",
    ] {
      let result = try Executable.persist().run(line: line, in: url)
      #expect(result.status == 0, "\(line): \(result.error)")
    }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  private func makeStore() throws {
    let store = try Store(path: url.appending(path: "people.sqlite3").path)
    try store.blocking.transaction { session in
      var boss: Examples.Person?
      for number in 1...8 {
        let person = Examples.Person(name: "Joe \(number)", lastName: "Smith")
        person.born = CalendarDay(year: 1960 + number, month: 1, day: number)
        person.boss = boss
        person.pets = [Examples.Pet(name: "Rex \(number)")]
        try session.save(person)
        boss = person
      }
    }
    store.close()
  }

  private func copyFile(_ file: URL, to name: String) throws {
    try FileManager.default.copyItem(at: file, to: url.appending(path: name))
  }
}
