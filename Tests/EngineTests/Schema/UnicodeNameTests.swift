import PersistentObjects
import TestSupport
import Testing

/// Names that are equal in Swift, but not in the database.
@Suite struct UnicodeNameTests {
  @Test func twoTablesWithSuchNamesAreRefused() throws {
    try TemporaryStore.run { store, session in
      try session.save(Composed.Bistro(name: "a"))
      try session.execute("CREATE TABLE \"cafe\u{301}\" (x TEXT)")
      let reopened = try store.reopened()
      let error = failure { _ = try Composed.Bistro.count(in: Session(store: reopened)) }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.message.contains("two tables") == true)
      let other = Session(store: reopened)
      try other.save(Address(city: "Rome"))
      reopened.close()
    }
  }

  @Test func aTableWithTheOtherFormIsRefusedInWords() throws {
    try TemporaryStore.run { store, session in
      try session.save(Composed.Bistro(name: "a"))
      let reopened = try store.reopened()
      let error = failure { _ = try Decomposed.Bistro.count(in: Session(store: reopened)) }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.message.contains("Unicode form") == true)
      reopened.close()
    }
  }
}

private enum Composed {
  @Persistent(table: "caf\u{e9}") final class Bistro {
    var name: String
    @Transient var life = Lifetime()
  }
}

private enum Decomposed {
  @Persistent(table: "cafe\u{301}") final class Bistro {
    var name: String
    @Transient var life = Lifetime()
  }
}
