import Foundation
import PersistentObjects
import TestSupport
import Testing

/// The short forms on the default store. The tests of the demo set another one, also on the main
/// actor.
@MainActor @Suite(.serialized) struct MainActorTests {
  private func run(_ body: (TemporaryStore) throws -> Void) async throws {
    try await TemporaryStore.runAsync { store in
      Store.setDefault(store.store)
      try body(store)
      try Session.main.clear()
    }
  }

  @Test func theProgramOfTheReadmeRuns() async throws {
    try await run { store in
      let joe = Person(firstName: "Joe", lastName: "Smith")
      try joe.save()
      let smiths = try Person.findByLastName("Smith")
      #expect(smiths == [joe])
      joe.age = 31
      try joe.save()
      let name = "Smith"
      #expect(try Person.findFirst("WHERE last_name = \(name) AND age > \(30)") === joe)
      let pk = try #require(joe.pk)
      #expect(try Person.findByPK(pk) === joe)
      joe.age = 7
      try joe.revert()
      #expect(joe.age == 31)
      #expect(try Person.find { $0.lastName == "Smith" && $0.age > 30 } == [joe])
    }
  }

  @Test func allShortFormsUseOneSession() async throws {
    try await run { store in
      let session = try Session.main
      for age in 1...3 { try Person(firstName: "P", lastName: "Q", age: age).save() }
      #expect(try Person.findAll().map(\.age) == [1, 2, 3])
      #expect(try Person.findAll().allSatisfy { $0.session === session })
      #expect(try Person.count() == 3 && Person.count("age > \(1)") == 2)
      #expect(try Person.count { $0.age == 2 } == 1)
      #expect(try Person.findFirst { $0.age > 1 }?.age == 2)
      #expect(
        try Person.query.value(.maximum(\.age)) == 3 && Person.query.value(.minimum(\.age)) == 1)
      #expect(try Person.query.value(.sum(\.age)) == 6 && Person.query.value(.average(\.age)) == 2)
      var seen = 0
      try Person.where { $0.age > 1 }.forEach { seen += $0.age }
      #expect(seen == 5)
      #expect(try Person.delete { $0.age == 1 } == 1 && Person.delete("age = \(2)") == 1)
      let last = try #require(try Person.query.findFirst())
      last.age = 9
      last.firstName = "R"
      try last.revert(\.age)
      #expect(last.age == 3 && last.firstName == "R")
      try last.save()
      try last.delete()
      #expect(try Person.query.count() == 0)
    }
  }

  @Test func theSessionHoldsNothingBetweenCalls() async throws {
    try await run { store in
      let joe = Person.joe()
      joe.home = Address(city: "Rome")
      try joe.save()
      try store.store.blocking.transaction { session in
        let same = try #require(try session.find(Person.self, pk: 1))
        same.age = 50
        try session.save()
      }
      #expect(joe.age == 31)
      _ = try Person.findAll()
      #expect(joe.age == 50, "what others saved is seen by the next query")
    }
  }

  @Test func insideOfLentSessionsTheShortFormsStayTheMainActors() async throws {
    try await TemporaryStore.runAsync { store in
      let other = try store.reopened()
      defer { other.close() }
      try await other.session { session in
        _ = try Person.count(in: session)
        try await MainActor.run {
          Store.setDefault(store.store)
          let ann = Person.ann()
          try ann.save()
          #expect(try ann.session === Session.main && Person.findAll() == [ann])
          try Session.main.clear()
        }
      }
    }
  }

  @Test func objectsOfTheFormerDefaultStoreKeepTheirSession() async throws {
    try await run { former in
      let joe = Person.joe()
      joe.home = Address(city: "Rome")
      try joe.save()
      let formerMain = try Session.main
      try TemporaryStore.run { latter, _ in
        Store.setDefault(latter.store)
        try Person.ann().save()
        #expect(try Session.main !== formerMain && joe.session === formerMain)
        joe.age = 40
        try joe.save()
        #expect(try former.rows("SELECT age FROM person") == ["40"])
        #expect(try latter.rows("SELECT first_name FROM person") == ["Ann"])
        Store.setDefault(former.store)
        #expect(try Session.main === formerMain && Person.findAll() == [joe])
      }
    }
  }

  @Test func elsewhereASessionIsNeeded() async throws {
    let error = await Task.detached { failure { try Person.joe().save() } }.value
    #expect(error?.code == .wrongSession && error?.message.contains("a new object") == true)
  }

  @Test func elsewhereADetachedObjectIsNamedAsSuch() async throws {
    let error = try await Task.detached {
      let file = try TemporaryFile()
      defer { file.remove() }
      let store = try Store(path: file.path)
      let joe = Person.joe()
      try Session(store: store).save(joe)
      return failure { try joe.save() }
    }.value
    #expect(error?.code == .wrongSession && error?.context.pk == 1)
    #expect(error?.message.contains("find the object again") == true)
  }
}

/// The stores that forbid the choice of a default one.
@Suite struct OpenedStoreTests {
  @Test func openStoresAreNamedUntilTheyAreClosed() throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try Store(path: file.path)
    #expect(OpenedStores.names?.contains(file.path) == true)
    store.close()
    #expect(OpenedStores.names?.contains(file.path) == false)
  }

  @Test func storesThatClassesDeclareDoNotCount() throws {
    let store = try Diary.store
    let declared = try Diary._entity.declaredStore()
    #expect(declared === store && OpenedStores.names?.contains(store.name) != true)
  }
}

@Persistent final class Diary {
  static let file = Result { try Store(path: "/nowhere/diary-\(UUID().uuidString).sqlite3") }
  static var store: Store { get throws { try file.get() } }
  var text: String
}
