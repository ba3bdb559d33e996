import PersistentObjects
import PersistentObjectsInspection
import TestSupport
import Testing

@Suite struct FileFiguresTests {
  @Test func theFiguresAreThoseOfTheFile() throws {
    try TemporaryStore.run { store, session in
      for number in 0..<300 {
        let person = Person(firstName: "P\(number)", lastName: "L", age: number)
        person.nickNames = ["a", "b"]
        try session.save(person)
      }
      let figures = try InspectedFile(store.path).figures()
      #expect(figures.bytes == figures.pageSize * figures.pageCount)
      #expect(figures.settings["journal_mode"] == "wal" && figures.settings["encoding"] == "UTF-8")
      #expect(figures.logBytes.map { $0 > 0 } == true)
      let person = try #require(figures.classes.first { $0.name == "Person" })
      #expect(person.table.rows == 300)
      #expect(person.childTables.first { $0.name == "person_nick_names" }?.rows == 600)
      #expect(person.table.indices.map(\.name).contains("index_person_last_name"))
      #expect(person.table.indices.map(\.isOwn).contains(false) == false)
      #expect(person.codecs.filter { !$0.isStandard }.map(\.codec) == ["hex-color 1"])
      #expect(person.codecs.first { $0.property == "age" }?.codec == "integer 1")
      #expect(figures.otherTables.map(\.name).contains("_persistent_column"))
      let tables = figures.classes.flatMap { [$0.table] + $0.childTables } + figures.otherTables
      let used = tables.reduce(0) { sum, table in
        sum + (table.bytes ?? 0) + table.indices.reduce(0) { $0 + ($1.bytes ?? 0) }
      }
      #expect(used > 0 && used <= figures.bytes, "all but the page of the schema and free ones")
      #expect(used + ((figures.freePageCount ?? 0) + 8) * figures.pageSize >= figures.bytes)
    }
  }
}
