import PersistentObjects
import TestSupport
import Testing

/// A collection that is optional, then required, then optional again.
@Suite struct PresenceTests {
  @Test func rowsWrittenWhileACollectionWasRequiredKeepTheirElements() throws {
    try TemporaryStore.run { store, session in
      let empty = Loose.Casket(name: "empty")
      empty.jewels = []
      try session.save(contentsOf: [Loose.Casket(name: "nil"), Loose.Casket(name: "late"), empty])
      try reopen(store) { session in
        let late = try #require(try Tight.Casket.findByName("late", in: session).first)
        late.jewels = ["opal"]
        let new = Tight.Casket(name: "new")
        new.jewels = ["ruby", "topaz"]
        try session.save(contentsOf: [late, new])
      }
      #expect(try version(store) == ["2"])
      for _ in 0..<2 {
        try reopen(store) { session in
          let found = try Loose.Casket.query.order(by: \.name).find(in: session)
          #expect(found.map(\.name) == ["empty", "late", "new", "nil"])
          #expect(found.map(\.jewels) == [[], ["opal"], ["ruby", "topaz"], nil])
        }
        #expect(try version(store) == ["1"])
      }
    }
  }

  /// The recorded version of the column that tells nil from a collection.
  private func version(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT version FROM _persistent_column WHERE column_name = 'jewels'")
  }

  /// Runs a body as the next version of the program.
  private func reopen(_ store: TemporaryStore, _ body: (Session) throws -> Void) throws {
    let reopened = try store.reopened()
    try withExtendedLifetime(Session(store: reopened)) { try body($0) }
    reopened.close()
  }
}

private enum Loose {
  @Persistent final class Casket {
    var name: String
    var jewels: [String]?
    @Transient var life = Lifetime()
  }
}

private enum Tight {
  @Persistent final class Casket {
    var name: String
    var jewels: [String] = []
    @Transient var life = Lifetime()
  }
}
