import PersistentObjects
import TestSupport
import Testing

@Suite struct FinderTests {
  @Test func generatedFindersFindCountAndMatch() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Person.joe(), Person.ann())
      ann.lastName = "Smithers"
      try session.given(joe, ann)
      var first: Person?
      let statements = try store.statements {
        first = try Person.findFirstByAge(29, in: session)
      }
      #expect(first == ann)
      #expect(
        statements.count == 1 && statements[0].hasSuffix("WHERE age = ?1 ORDER BY pk LIMIT 1"))
      #expect(try Person.findFirstByAge(99, in: session) == nil)
      #expect(try Person.countByLastName("Smith", in: session) == 1)
      #expect(try Person.countByBirthdate(nil, in: session) == 2)
      #expect(try Person.findByLastName(matching: "smith%", in: session) == [joe, ann])
    }
  }

  @Test func findsByADictionaryOfProperties() throws {
    try TemporaryStore.run { store, session in
      let (joe, ann) = (Person.joe(), Person.ann())
      try session.given(joe, ann)
      var found: [Person] = []
      let statements = try store.statements {
        found = try Person.find(["lastName": "Smith", "age": 31], in: session)
      }
      #expect(found == [joe])
      #expect(statements[0].hasSuffix("WHERE (age = ?1 AND last_name = ?2) ORDER BY pk"))
      #expect(try Person.find(["birthdate": nil, "lastName": "Other"], in: session) == [ann])
      #expect(try Person.find([:], in: session) == [joe, ann])
      #expect(try Person.count(["favourite": nil, "age": 31], in: session) == 1)
      let unknown = failure { _ = try Person.find(["lastname": "Smith"], in: session) }
      #expect(unknown?.code == .invalidQuery && unknown?.message.contains("'lastname'") == true)
      let type = failure { _ = try Person.find(["age": "old"], in: session) }
      #expect(type?.code == .invalidQuery && type?.context.property == "age")
      #expect(type?.message.contains("String") == true)
      #expect(failure { _ = try Person.find(["tags": "x"], in: session) }?.code == .notSearchable)
      #expect(try Person.delete(["lastName": "Smith"], in: session) == 1)
      #expect(joe.state == .deleted)
      #expect(try Person.deleteAll(in: session) == 1)
    }
  }
}
