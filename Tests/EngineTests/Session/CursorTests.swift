import PersistentObjects
import TestSupport
import Testing

@Suite struct CursorTests {
  private func fill(_ session: Session, _ count: Int) throws {
    try session.transaction {
      for number in 0..<count {
        let person = Person(firstName: "P", lastName: "Q", age: number)
        person.home = Address(city: "\(number % 7)")
        try session.save(person)
      }
    }
  }

  @Test func readsObjectsWithoutKeepingThem() throws {
    try TemporaryStore.run { store, session in
      try fill(session, 1000)
      let lifetimes = Lifetimes()
      var most = 0
      var sum = 0
      let statements = try store.statements {
        try Lifetimes.$current.withValue(lifetimes) {
          try Person.query.forEach(in: session) { person in
            sum += person.age
            most = max(most, lifetimes.count)
            _ = person.home?.city
          }
        }
      }
      #expect(sum == 499_500)
      #expect(most <= 2 * 256, "a chunk of people and their homes")
      #expect(statements.count == 1 + 4, "one query, and one for the homes of each chunk")
      #expect(lifetimes.count == 0)
    }
  }

  /// The journal kept them until the end of the transaction.
  @Test func keepsNoObjectsInATransactionThatHasWritten() throws {
    try TemporaryStore.run { _, session in
      try session.transaction {
        for number in 0..<1000 { try session.save(Invoice(number: number, customer: .joe())) }
      }
      let lifetimes = Lifetimes()
      var most = 0
      try session.transaction {
        try session.save(Address(city: "Rome"))
        try Lifetimes.$current.withValue(lifetimes) {
          try Invoice.query.forEach(in: session) { invoice in
            #expect(invoice.customer.firstName == "Joe")
            most = max(most, lifetimes.count)
          }
        }
      }
      #expect(most <= 2 * 256, "a chunk of invoices and their customers")
      #expect(lifetimes.count == 0)
    }
  }

  @Test func canBeClosedBeforeItsEnd() throws {
    try TemporaryStore.run { _, session in
      try fill(session, 10)
      let cursor = try session.cursor(Person.query)
      #expect(try cursor.next()?.age == 0)
      cursor.close()
      let left = try session.cursor(Person.query)
      _ = try left.next()
      // The session closes the cursor; the store then finds no open statement.
    }
  }

  @Test(arguments: [2, 300])
  func endsWithItsTransaction(count: Int) throws {
    try TemporaryStore.run { _, session in
      try fill(session, count)
      let cursor = try session.transaction { () -> Cursor<Person> in
        let cursor = try session.cursor(Person.query)
        #expect(try cursor.next()?.age == 0)
        return cursor
      }
      #expect(failure { _ = try cursor.next() }?.code == .sessionFailed)
    }
  }

  /// The cursor's further objects would be those of an old snapshot.
  @Test(arguments: [2, 300])
  func endsWhenItsSessionSavesOutsideOfATransaction(count: Int) throws {
    try TemporaryStore.run { _, session in
      try fill(session, count)
      let cursor = try session.cursor(Person.query)
      let first = try #require(try cursor.next())
      first.age = 1
      try first.save()
      #expect(failure { _ = try cursor.next() }?.code == .sessionFailed)
      try fill(session, 1)
      let last = try session.cursor(Person.query.limit(1))
      try #require(try last.next()).age = 2
      try session.save()
      #expect(try last.next() == nil, "there was nothing left to read")
    }
  }

  /// The cursor's rows are older than the transaction's changes, and would be mistaken for present
  /// ones.
  @Test func endsWhenATransactionBegins() throws {
    try TemporaryStore.run { _, session in
      try fill(session, 3)
      let cursor = try session.cursor(Person.query)
      let person = try #require(try session.find(Person.self, pk: 3))
      try session.transaction {
        person.age = 77
        try session.save()
        #expect(failure { _ = try cursor.next() }?.code == .sessionFailed)
      }
      #expect(person.age == 77 && person.state == .clean)
    }
  }

  /// A full chunk might be followed by another: the cursor was not at its end, and threw.
  @Test func isAtItsEndAfterAFullChunk() throws {
    try TemporaryStore.run { _, session in
      try fill(session, 256)
      let cursor = try session.cursor(Person.query)
      var last: Person?
      for _ in 0..<256 { last = try cursor.next() }
      try #require(last).age = 999
      try session.save()
      #expect(try cursor.next() == nil)
    }
  }

  /// The statement's snapshot ended with its last row, before the required references were read.
  @Test(.onSQLite) func theLastObjectsAndTheirReferencesComeFromOneSnapshot() throws {
    try TemporaryStore.run { store, session in
      try session.given(Invoice(number: 1, customer: .joe()))
      let (reading, other) = (Session(store: store.store), try store.reopened())
      store.store.trace { event in
        guard event.sql.contains("FROM invoice") else { return }
        do {
          try Session(store: other).execute("DELETE FROM invoice")
          try Session(store: other).execute("DELETE FROM person")
        } catch {
          Issue.record(error)
        }
      }
      let cursor = try reading.cursor(Invoice.query)
      #expect(try cursor.next()?.customer.firstName == "Joe")
      #expect(try cursor.next() == nil)
      #expect(try Invoice.count(in: session) == 0)
      other.close()
    }
  }

  /// A cursor that is open, but reads nothing at the moment, holds no snapshot.
  @Test func otherFindsHaveASnapshotBesideACursor() throws {
    try TemporaryStore.run { store, session in
      try session.given(Invoice(number: 1, customer: .joe()))
      let cursor = try session.cursor(Person.query)
      let statements = try store.statements { _ = try Invoice.findAll(in: session) }
      #expect(statements.first == "BEGIN DEFERRED" && statements.last == "COMMIT")
      #expect(try cursor.next()?.firstName == "Joe")
    }
  }

  @Test func aClosedCursorReturnsNothingMore() throws {
    try TemporaryStore.run { _, session in
      try session.save(contentsOf: (0..<3).map { Address(city: "\($0)") })
      let cursor = try session.cursor(Address.query)
      _ = try cursor.next()
      cursor.close()
      #expect(try cursor.next() == nil)
    }
  }

  /// Objects that the cursor read afterwards would belong to no session, and would not be detached
  /// when the session ends.
  @Test(arguments: [2, 300, 600])
  func endsWhenItsSessionIsCleared(count: Int) throws {
    try TemporaryStore.run { _, session in
      try fill(session, count)
      var seen: [Person] = []
      let error = failure {
        try Person.query.forEach(in: session) { person in
          seen.append(person)
          if seen.count == count / 2 { session.clear() }
        }
      }
      #expect(error?.code == .sessionFailed && error?.message.contains("cleared") == true)
      #expect(seen.count == count / 2 && seen.allSatisfy { $0.state == .detached })
      #expect(try Person.count(in: session) == count, "the session works on")
    }
  }

  @Test func endsWhenItsTableIsRolledBack() throws {
    try TemporaryStore.run { _, session in
      try session.transaction {
        var cursor: Cursor<Person>?
        try session.cancelledTransaction {
          try fill(session, 600)
          cursor = try session.cursor(Person.query)
          _ = try cursor?.next()
        }
        #expect(failure { _ = try cursor?.next() }?.code == .sessionFailed)
      }
    }
  }

  /// Some databases keep no cursor of a savepoint that was rolled back, and the rows may be gone.
  @Test(arguments: [2, 600]) func endsWithItsSavepointOnly(count: Int) throws {
    try TemporaryStore.run { _, session in
      try fill(session, count)
      try session.transaction {
        let outer = try session.cursor(Person.query)
        #expect(try outer.next()?.age == 0)
        var inner: Cursor<Person>?
        try session.cancelledTransaction {
          try session.transaction {
            try session.save(Person(firstName: "A", lastName: "B"))
            inner = try session.cursor(Person.query)
            _ = try inner?.next()
          }
          #expect(try inner?.next()?.age == 1, "a savepoint that is kept does not end it")
        }
        #expect(failure { _ = try inner?.next() }?.code == .sessionFailed)
        var rest = 0
        while try outer.next() != nil { rest += 1 }
        #expect(rest == count - 1)
      }
    }
  }

  @Test func severalRunAtOnce() throws {
    try TemporaryStore.run { _, session in
      try fill(session, 3)
      let outer = try session.cursor(Person.query)
      var pairs = 0
      while try outer.next() != nil {
        let inner = try session.cursor(Person.query)
        while try inner.next() != nil { pairs += 1 }
      }
      #expect(pairs == 9)
    }
  }

  /// Opens the second cursor before the first has read anything.
  @Test func severalOfOneQueryReadAllRowsEach() throws {
    try TemporaryStore.run { _, session in
      try fill(session, 600)
      let cursors = try (0..<3).map { _ in try session.cursor(Person.query.order(by: \.age)) }
      var ages: [[Int]] = [[], [], []]
      while let person = try cursors[0].next() {
        ages[0].append(person.age)
        for index in 1...2 { ages[index].append(try #require(try cursors[index].next()).age) }
      }
      #expect(ages.allSatisfy { $0 == Array(0..<600) })
    }
  }

  @Test func savesInItsLoopInsideATransaction() throws {
    try TemporaryStore.run { store, session in
      try fill(session, 600)
      try session.transaction {
        try Person.query.forEach(in: session) { person in
          person.age += 1000
          try person.save()
        }
      }
      #expect(
        try store.rows("SELECT min(age), max(age), count(*) FROM person") == ["1000|1599|600"])
    }
  }

  /// The database has sorted the rows before the loop writes: objects went back to their old
  /// values, and deleted ones came again.
  @Test(arguments: [false, true])
  func laterObjectsAreAsTheLoopHasLeftThem(withSubclasses: Bool) throws {
    try TemporaryStore.run { _, session in
      try fill(session, 600)
      let last = try #require(try session.find(Person.self, pk: 600))
      let query = withSubclasses ? Person.query.includingSubclasses() : Person.query
      var ages: [Int] = []
      try session.transaction {
        try query.order(by: \.age).forEach(in: session) { person in
          if ages.isEmpty {
            last.age = 5000
            try last.save()
            // All of the second chunk, and some of the third.
            try Person.delete(pks: 257...599, in: session)
          }
          ages.append(person.age)
        }
      }
      #expect(ages == Array(0..<256) + [5000])
      #expect(last.age == 5000 && last.state == .clean)
    }
  }
}
