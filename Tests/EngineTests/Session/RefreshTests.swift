import PersistentObjects
import TestSupport
import Testing

/// Tests that `refresh` reads the row's present values.
@Suite struct RefreshTests {
  private static let select =
    "SELECT pk, name, amount, home, version FROM folio WHERE pk = ?1"

  private func run(_ body: (TemporaryStore, Session, Folio) throws -> Void) throws {
    try TemporaryStore.run { store, session in
      let cash = Folio.cash()
      cash.home = Address(city: "Rome")
      try session.save(cash)
      try session.save(Address(city: "Bern"))
      _ = cash.lines
      try session.execute(
        "UPDATE folio SET name = 'bank', amount = 50, home = 2, version = 7")
      try session.execute("INSERT INTO folio_lines VALUES (1, 1, 'b')")
      try body(store, session, cash)
    }
  }

  @Test func takesTheRowsValuesInOneStatement() throws {
    try run { store, session, cash in
      cash.amount = 1
      cash.lines = []
      let statements = try store.statements { try session.refresh(cash) }
      #expect(statements == [Self.select])
      #expect(cash.state == .clean && cash.version == 7)
      #expect(cash.name == "bank" && cash.amount == 50 && cash.lines == ["a", "b"])
      #expect(cash.home?.city == "Bern")
      store.statements.clear()
      try session.save()
      #expect(store.statements.all == [])
    }
  }

  @Test func whatWasNotReadIsStillReadForTheWholeFetch() throws {
    try TemporaryStore.run { store, session in
      for city in ["Rome", "Bern", "Oslo"] {
        let cash = Folio.cash()
        cash.home = Address(city: city)
        try session.save(cash)
      }
      let other = Session(store: store.store)
      let all = try Folio.findAll(in: other)
      let statements = try store.statements {
        for one in all {
          let found = try other.find(Folio.self, pk: try #require(one.pk))
          #expect(found === one && one.home?.city != nil)
        }
      }
      #expect(statements.count(where: { $0.contains("FROM address") }) == 1)
    }
  }

  @Test func keepsWhatWasChangedHere() throws {
    try run { store, session, cash in
      cash.amount = 1
      cash.home = nil
      let statements = try store.statements { try session.refresh(cash, keeping: .changes) }
      #expect(statements == [Self.select])
      #expect(cash.changedProperties == ["amount", "home"] && cash.version == 7)
      #expect(cash.name == "bank" && cash.amount == 1 && cash.home == nil)
      #expect(cash.lines == ["a", "b"])
      try session.save()
      #expect(
        try store.rows("SELECT name, amount, home, version FROM folio") == ["bank|1|NULL|8"])
    }
  }

  @Test func keepsOnlyWhatIsNamed() throws {
    try run { _, session, cash in
      cash.amount = 1
      cash.home = nil
      try cash.refresh(keeping: \.amount, \.name)
      // The name was not changed in this session.
      #expect(cash.name == "bank" && cash.amount == 1 && cash.home?.city == "Bern")
      #expect(cash.changedProperties == ["amount"])
      try cash.refresh()
      #expect(cash.amount == 50 && cash.state == .clean)
      #expect(failure { try session.refresh(cash, keeping: \.length) }?.code == .invalidQuery)
    }
  }

  /// The present rows are not those from which the collection was read.
  @Test func aKeptCollectionIsComparedWithTheRowsOfNow() throws {
    try run { store, session, cash in
      cash.lines.append("mine")
      try cash.refresh(keeping: .changes)
      #expect(cash.lines == ["a", "mine"] && cash.changedProperties == ["lines"])
      try session.save()
      #expect(
        try store.rows("SELECT array_index, value FROM folio_lines ORDER BY 1") == [
          "0|a", "1|mine",
        ])
      cash.lines.append("more")
      try session.execute("DELETE FROM folio_lines")
      try session.cancelledTransaction { try session.refresh(cash, keeping: .changes) }
      try session.refresh(cash, keeping: .changes)
      try session.save()
      #expect(
        try store.rows("SELECT array_index, value FROM folio_lines ORDER BY 1")
          == ["0|a", "1|mine", "2|more"])
    }
  }

  @Test func goesBackWithItsTransaction() throws {
    try run { _, session, cash in
      cash.amount = 1
      cash.lines.append("mine")
      try session.cancelledTransaction {
        try session.refresh(cash, keeping: \.lines)
        #expect(cash.amount == 50 && cash.version == 7)
        try session.save()
        #expect(cash.version == 8)
      }
      #expect(cash.amount == 1 && cash.name == "cash" && cash.version == 1)
      #expect(cash.lines == ["a", "mine"] && cash.changedProperties == ["amount", "lines"])
      #expect(failure { try session.save() }?.code == .conflict)
    }
  }

  @Test func inversesFollow() throws {
    try run { _, session, cash in
      let other = Folio(name: "other")
      let posting = Posting(text: "a", folio: cash)
      try session.given(other, posting)
      #expect(cash.postings == [posting] && other.postings.isEmpty)
      try session.execute("UPDATE posting SET folio = 2")
      posting.text = "b"
      try session.refresh(posting, keeping: .changes)
      #expect(posting.folio === other && posting.text == "b")
      #expect(cash.postings.isEmpty && other.postings == [posting])
    }
  }

  @Test func aRowThatIsGoneLeavesTheObjectAsItIs() throws {
    try run { _, session, cash in
      cash.amount = 1
      try session.execute("DELETE FROM folio")
      #expect(failure { try session.refresh(cash) }?.code == .objectNotFound)
      #expect(cash.amount == 1 && cash.changedProperties == ["amount"] && cash.version == 1)
      let copy = try cash.copy()
      try session.save(copy)
      #expect(copy.version == 1 && copy.amount == 1)
    }
  }

  @Test func anObjectWithoutARowOrSessionIsAnError() throws {
    try run { store, session, cash in
      let new = Folio(name: "new")
      #expect(failure { try session.refresh(new) }?.code == .objectNotFound)
      #expect(failure { try Session(store: store.store).refresh(cash) }?.code == .wrongSession)
      try session.delete(Folio.self, pks: [1])
      #expect(failure { try session.refresh(cash) }?.code == .objectDeleted)
      #expect(failure { try cash.refresh(keeping: .changes) }?.code == .objectDeleted)
    }
  }

  @Test func worksForClassesWithoutAVersion() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      try session.save(joe)
      joe.age = 1
      try session.execute("UPDATE person SET age = 2, first_name = 'Jim'")
      try joe.refresh(keeping: .changes)
      #expect(joe.age == 1 && joe.firstName == "Jim" && joe.changedProperties == ["age"])
      try joe.refresh()
      #expect(joe.age == 2 && joe.state == .clean)
    }
  }

  /// A value that cannot be read leaves even the values before it unchanged.
  @Test func aFailureLeavesTheObjectAsItIs() throws {
    try TemporaryStore.run { _, session in
      let joe = Person.joe()
      try session.save(joe)
      joe.age = 1
      joe.tags.insert("x")
      try session.execute("UPDATE person SET first_name = 'Jim', favourite = 'white'")
      #expect(failure { try joe.refresh() }?.code == .decodingFailed)
      #expect(failure { try joe.revert() }?.code == .decodingFailed)
      #expect(joe.firstName == "Joe" && joe.age == 1 && joe.tags == ["x"])
      #expect(joe.changedProperties == ["age", "tags"])
    }
  }

  @Test func hooksMustNotRefresh() throws {
    try TemporaryStore.run { _, session in
      let joe = Refreshing(name: "a")
      try session.save(joe)
      joe.name = "b"
      #expect(failure { try session.save() }?.code == .hookMisused)
      #expect(joe.name == "b" && joe.state == .changed)
    }
  }
}

extension Folio {
  /// A property that is not stored.
  fileprivate var length: Int { name.count }
}

@Persistent private final class Refreshing {
  var name: String
  @Transient var calls = 0

  func willUpdate() throws { try refresh() }
}
