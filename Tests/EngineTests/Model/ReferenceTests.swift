import PersistentObjects
import TestSupport
import Testing

@Suite struct ReferenceTests {
  // MARK: Loading

  @Test func aReferenceIsReadAtItsFirstUseForAllThatCameWithIt() throws {
    try TemporaryStore.run { store, session in
      for number in 0..<5 {
        let person = Person(firstName: "\(number)", lastName: "P")
        person.home = number == 4 ? nil : Address(city: "City \(number % 3)")
        try session.save(person)
      }
      let other = Session(store: store.store)
      let people = try Person.findAll(in: other)
      let byKeys = """
        SELECT pk, city, street FROM address WHERE pk IN (SELECT c0 FROM _persistent_rows(?1))
        """
      var cities: [String?] = []
      #expect(try store.statements { cities = people.map { $0.home?.city } } == [byKeys])
      #expect(cities == ["City 0", "City 1", "City 2", "City 0", nil])
      #expect(try store.statements { cities = people.map { $0.home?.city } } == [])
    }
  }

  @Test(.onSQLite) func aCollectionIsReadAtItsFirstUseForAllThatCameWithIt() throws {
    try TemporaryStore.run { store, session in
      for number in 0..<4 {
        let person = Person(firstName: "\(number)", lastName: "P")
        person.nickNames = (0..<number).map { "\(number).\($0)" }
        person.friends = [person]
        try session.save(person)
      }
      let other = Session(store: store.store)
      let people = try Person.findAll(in: other)
      let names = try store.statements {
        #expect(people.map(\.nickNames.count) == [0, 1, 2, 3])
        #expect(people[2].nickNames == ["2.0", "2.1"])
      }
      #expect(
        names == [
          """
          SELECT parent_pk, array_index, value FROM person_nick_names WHERE parent_pk >= ?1 \
          ORDER BY parent_pk, array_index
          """
        ])
      let friends = try store.statements {
        #expect(people.allSatisfy { $0.friends == [$0] })
      }
      #expect(friends.count == 3, "BEGIN, the rows, COMMIT: the friends themselves are in hand")
    }
  }

  @Test func loadingReadsUpFront() throws {
    try TemporaryStore.run { store, session in
      for number in 0..<3 {
        let person = Person(firstName: "\(number)", lastName: "P")
        person.home = Address(city: "C")
        person.tags = ["t"]
        try session.save(person)
      }
      let other = Session(store: store.store)
      var people: [Person] = []
      let finding = try store.statements {
        people = try Person.query.loading(\.home).loading(\.tags).find(in: other)
      }
      #expect(finding.count == 5, "one for each of three tables, in a transaction that reads")
      #expect(try store.statements { _ = people.map { ($0.home?.city, $0.tags) } } == [])
    }
  }

  /// The path ended where the first of its objects was new.
  @Test func loadingPassesNewObjects() throws {
    try TemporaryStore.run { store, session in
      let invoices = (0..<20).map { Invoice(number: $0, customer: .joe()) }
      invoices[19].customer.home = Address(city: "Rome")
      try session.save(contentsOf: invoices)
      let other = Session(store: store.store)
      let read = try Invoice.findAll(in: other)
      for invoice in read.dropLast() { invoice.customer = .ann() }
      let found = try Invoice.query.loading { $0.customer.home }.find(in: other)
      #expect(found == read)
      var city: String?
      let statements = try store.statements { city = found.last?.customer.home?.city }
      #expect(city == "Rome" && statements == [])
    }
  }

  @Test func objectsFoundOneByOneAreReadOneByOne() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.home = Address(city: "Rome")
      try session.save(joe)
      let other = Session(store: store.store)
      let found = try #require(try other.find(Person.self, pk: 1))
      #expect(found.description.contains("home: #1"))
      let reading = try store.statements { #expect(found.home?.city == "Rome") }
      #expect(reading == ["SELECT pk, city, street FROM address WHERE pk = ?1"])
    }
  }

  @Test func whatOthersDeleteBetweenTwoStatementsDoesNotDangle() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.friends = [Person.ann()]
      try session.save(Invoice(number: 1, customer: joe))
      let other = try store.reopened()
      defer { other.close() }
      let deleting = Once {
        try other.blocking.transaction {
          try Invoice.query.delete(in: $0)
          try Person.query.delete(in: $0)
        }
      }
      store.store.trace { if $0.sql.hasSuffix(" FROM invoice ORDER BY pk") { deleting.run() } }
      let reader = Session(store: store.store)
      let invoices = try Invoice.findAll(in: reader)
      #expect(deleting.hasRun)
      #expect(invoices.map(\.customer.firstName) == ["Joe"])
      #expect(invoices.first?.customer.friends == [], "read later, when they were gone")
    }
  }

  @Test func requiredReferencesComeWithTheirOwners() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      for number in 1...3 { try session.save(Invoice(number: number, customer: joe)) }
      let other = Session(store: store.store)
      var invoices: [Invoice] = []
      let finding = try store.statements { invoices = try Invoice.findAll(in: other) }
      #expect(finding.count == 4, "one for each of two tables, in a transaction that reads")
      let reading = try store.statements {
        #expect(invoices.allSatisfy { $0.customer.firstName == "Joe" })
      }
      #expect(reading == [])
    }
  }

  @Test func savingDoesNotReadReferencesThatWereNotUsed() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.home = Address(city: "Rome")
      joe.friends = [.ann()]
      try session.save(joe)
      let other = Session(store: store.store)
      let found = try #require(try other.find(Person.self, pk: 1))
      found.age = 1
      #expect(
        try store.statements { try found.save() } == [
          "BEGIN IMMEDIATE", "UPDATE person SET age = ?2 WHERE pk = ?1", "COMMIT",
        ])
      #expect(try store.rows("SELECT home FROM person WHERE pk = 1") == ["1"])
    }
  }

  // MARK: Deletion

  @Test func optionalReferencesToADeletedObjectBecomeNil() throws {
    try TemporaryStore.run { store, session in
      let rome = Address(city: "Rome")
      let joe = Person.joe()
      let ann = Person.ann()
      (joe.home, ann.home) = (rome, rome)
      try session.given(joe, ann)
      let other = Session(store: store.store)
      let unread = try Person.findAll(in: other)
      let stale = Session(store: store.store)
      let staleJoe = try #require(try stale.find(Person.self, pk: 1))

      ann.age = 1
      try #require(try other.find(Address.self, pk: 1)).delete()
      #expect(try store.rows("SELECT home FROM person ORDER BY pk") == ["NULL", "NULL"])
      #expect(unread.map(\.home) == [nil, nil])
      #expect(staleJoe.home == nil, "another session had deleted it")
      #expect(try stale.find(Person.self, pk: 1) === staleJoe)

      try ann.save()
      _ = try Person.findAll(in: session)
      #expect(joe.home == nil && joe.state == .clean)
    }
  }

  @Test func aReferenceThatWasReadBecomesNilInTheDeletingSession() throws {
    try TemporaryStore.run { _, session in
      let rome = Address(city: "Rome")
      let joe = Person.joe()
      joe.home = rome
      try session.save(joe)
      try session.transaction {
        try rome.delete()
        #expect(joe.home === rome, "until the transaction ends")
      }
      #expect(joe.home == nil && joe.state == .clean)
    }
  }

  @Test func unsavedReferencesToDeletedObjectsBecomeNilAfterEachDeletion() throws {
    try TemporaryStore.run { _, session in
      let cities = ["Rome", "Oslo", "Bern", "Riga"].map { Address(city: $0) }
      let (joe, ann, tom) = (Person.joe(), Person.ann(), Person.ann())
      tom.lastName = "Brown"
      (joe.home, ann.home) = (cities[0], cities[1])
      try session.save(contentsOf: cities)
      try session.given(joe, ann, tom)
      for city in cities.prefix(2) { try city.delete() }
      #expect([joe.home, ann.home] == [nil, nil])

      // By now the session knows which of its objects refer to a row.
      tom.home = cities[2]
      joe.age = 1
      joe.home = cities[2]
      try session.save(joe)
      joe.home = cities[3]
      try cities[2].delete()
      #expect(tom.home == nil && joe.home === cities[3])
      tom.age = 2
      tom.home = cities[3]
      try cities[3].delete()
      #expect(tom.home == nil && joe.home == nil)
      try session.save()
      #expect(try Person.where { $0.home == nil }.count(in: session) == 3)
    }
  }

  @Test func requiredReferencesForbidTheDeletion() throws {
    try TemporaryStore.run { store, session in
      let invoice = Invoice(number: 1, customer: .joe())
      try session.save(invoice)
      let error = failure { try invoice.customer.delete() }
      #expect(error?.code == .constraintViolated)
      #expect(invoice.customer.state == .clean)
      #expect(try store.rows("SELECT count(*) FROM person") == ["1"])

      // Within one transaction the order does not matter.
      try session.transaction {
        try invoice.customer.delete()
        try invoice.delete()
      }
      #expect(try store.rows("SELECT count(*) FROM person") == ["0"])
    }
  }

  @Test func savingAReferenceToADeletedObjectIsAnError() throws {
    try TemporaryStore.run { _, session in
      let rome = Address(city: "Rome")
      try session.save(rome)
      try rome.delete()
      let joe = Person.joe()
      joe.home = rome
      let error = failure { try session.save(joe) }
      #expect(error?.code == .objectDeleted)
      #expect(error?.context.property == "home")
    }
  }

  @Test func deletedObjectsReadAsEmptyWhatWasNotRead() throws {
    try TemporaryStore.run { store, session in
      let joe = Person.joe()
      joe.nickNames = ["Jo"]
      joe.home = Address(city: "Rome")
      try session.save(joe)
      let other = Session(store: store.store)
      let found = try #require(try other.find(Person.self, pk: 1))
      try found.delete()
      #expect(found.nickNames == [] && found.home == nil && found.firstName == "Joe")
    }
  }
}

/// Runs something at its first call.
private final class Once: @unchecked Sendable {
  // `@unchecked` is safe: the test uses it on one thread.
  private let body: () throws -> Void
  private(set) var hasRun = false

  init(_ body: @escaping () throws -> Void) { self.body = body }

  func run() {
    if hasRun { return }
    hasRun = true
    #expect(throws: Never.self) { try body() }
  }
}
