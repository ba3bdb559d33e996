import PersistentObjects
import TestSupport
import Testing

/// Collections whose elements are of several unrelated classes.
@Suite struct AnyElementTests {
  @Test func elementsOfAnyClassAreReadInOneStatementForEachClass() throws {
    try TemporaryStore.run { store, session in
      for number in 0..<3 {
        let album = Scrapbook(number: number)
        album.items = [Address(city: "Rome"), Person.joe(), Address(city: "Oslo")]
        album.byName = ["p": Person.ann(), "a": album.items[0]]
        album.pages = [[], [Person.joe(), album]]
        try session.save(album)
      }
      #expect(
        try store.rows(
          "SELECT array_index, fk, fk_class FROM scrapbook_items WHERE parent_pk = 1 ORDER BY 1")
          == ["0|1|address", "1|1|person", "2|2|address"])
      let other = Session(store: store.store)
      let found = try Scrapbook.findAll(in: other)
      let statements = try store.statements {
        for album in found {
          #expect(album.items.map { ($0 as? Address)?.city } == ["Rome", nil, "Oslo"])
          #expect((album.items[1] as? Person)?.firstName == "Joe")
        }
      }
      #expect(statements.filter { $0.hasPrefix("SELECT") }.count == 3)
      #expect(found[0].byName["a"] === found[0].items[0])
      #expect(found[0].byName["p"] is Person && found[0].byName.count == 2)
      #expect(found[2].pages.map(\.count) == [0, 2] && found[2].pages[1][1] === found[2])
      #expect(found[0].maybe == nil)
    }
  }

  @Test func deletedObjectsLeaveThem() throws {
    try TemporaryStore.run { store, session in
      let (rome, joe) = (Address(city: "Rome"), Person.joe())
      let album = Scrapbook(number: 1)
      album.items = [rome, joe, rome]
      album.byName = ["r": rome, "j": joe]
      album.pages = [[rome], [joe, rome]]
      album.maybe = [rome]
      try session.save(album)
      try rome.delete()
      #expect(album.items.count == 1 && album.items[0] === joe)
      #expect(Array(album.byName.keys) == ["j"] && album.maybe?.isEmpty == true)
      #expect(album.pages.map(\.count) == [0, 1])
      album.items.append(album)
      album.pages[0].append(joe)
      try album.save()
      let other = Session(store: store.store)
      let found = try #require(try other.find(Scrapbook.self, pk: 1))
      #expect(found.items.count == 2 && found.items[1] === found)
      #expect(found.pages.map(\.count) == [1, 1])
      #expect(
        try store.rows("SELECT array_index, fk_class FROM scrapbook_items ORDER BY 1")
          == ["0|person", "1|scrapbook"])
    }
  }

  @Test func aRollbackTakesThemBack() throws {
    try TemporaryStore.run { store, session in
      let album = Scrapbook(number: 1)
      album.items = [Address(city: "Rome")]
      try session.save(album)
      try session.makeTables(for: Person.self)
      try session.cancelledTransaction {
        album.items = [Person.joe(), album]
        try album.save()
      }
      #expect(album.items.count == 1 && album.items[0] is Address)
      #expect(try store.rows("SELECT fk_class FROM scrapbook_items") == ["address"])
      #expect(try store.rows("SELECT count(*) FROM person") == ["0"])
    }
  }

  @Test func classesThatTheStoreDoesNotKnowAreAnError() throws {
    try TemporaryStore.run { store, session in
      let album = Scrapbook(number: 1)
      album.items = [Address(city: "Rome")]
      try session.save(album)
      try session.execute("UPDATE scrapbook_items SET fk_class = 'planet'")
      let other = Session(store: store.store)
      let found = try #require(try other.find(Scrapbook.self, pk: 1))
      #expect(found.items.isEmpty)
      let error = failure { try other.save() }?.cause as? PersistenceError
      #expect(error?.code == .unknownClass)
      #expect(error?.context.property == "items" && error?.context.table == "scrapbook_items")
    }
  }
}

@Persistent final class Scrapbook {
  var number: Int
  var items: [any PersistentObject] = []
  var byName: [String: any PersistentObject] = [:]
  var pages: [[any PersistentObject]] = []
  var maybe: [any PersistentObject]?
  @Transient var life = Lifetime()
}
