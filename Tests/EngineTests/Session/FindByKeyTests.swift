import PersistentObjects
import TestSupport
import Testing

/// Finds by key in a session that holds a snapshot; they seek from key to key.
@Suite struct FindByKeyTests {
  private static let select = """
    SELECT pk, city, street FROM address WHERE pk = ?1
    """

  @Test func aSessionKeepsItsSnapshotAndTheNextOneSeesTheNext() throws {
    try TemporaryStore.run { store, writing in
      try writing.given(
        Address(city: "Rome"), Address(city: "Oslo"), Address(city: "Bern"), Person.joe())
      try store.store.lendSession { session in
        func city(_ pk: Int64) throws -> String? { try session.find(Address.self, pk: pk)?.city }
        #expect(try (1...2).map(city) == ["Rome", "Oslo"])
        try writing.execute("DELETE FROM address WHERE pk = 2")
        try writing.execute("UPDATE address SET city = 'Lima' WHERE pk = 1")
        try writing.save(Address(city: "Kiev"))
        try writing.execute("UPDATE person SET age = 77")
        #expect(try (1...4).map(city) == ["Rome", "Oslo", "Bern", nil])
        #expect(try session.find(Person.self, pk: 1)?.age == 31)
        #expect(try (1...4).map(city) == ["Rome", "Oslo", "Bern", nil])
      }
      for _ in 0..<2 {
        try store.store.blocking.session { session in
          let cities = try (1...4).map { try session.find(Address.self, pk: $0)?.city }
          #expect(cities == ["Lima", nil, "Bern", "Kiev"])
          #expect(try session.find(Person.self, pk: 1)?.age == 77)
        }
      }
    }
  }

  @Test func eachFindIsOneStatementOfTheTextThatUsersKnow() throws {
    try TemporaryStore.run { store, writing in
      try writing.given(Address(city: "Rome"), Address(city: "Oslo"))
      let statements = try store.statements {
        try store.store.blocking.session { session in
          for pk in [1, 2, 3, 1] as [Int64] { _ = try session.find(Address.self, pk: pk) }
          let kept = try session.find(Address.self, pk: 2)
          #expect(try session.find(Address.self, pk: 2) === kept, "in hand")
        }
      }
      #expect(
        statements == ["BEGIN DEFERRED"] + Array(repeating: Self.select, count: 5) + ["COMMIT"])
    }
  }

  @Test func keysOfAnySizeAreFoundOrNot() throws {
    try TemporaryStore.run { store, writing in
      try writing.makeTables(for: Address.self)
      let keys: [Int64] = [.min, -7, 0, 7, .max]
      for key in keys {
        try writing.execute("INSERT INTO address VALUES (\(key), \("city \(key)"), NULL)")
      }
      try store.store.blocking.session { session in
        for key in keys + keys.reversed() {
          let address = try session.find(Address.self, pk: key)
          #expect(address?.city == "city \(key)" && address?.pk == key && address?.street == nil)
          for other in [key &+ 1, key &- 1] where !keys.contains(other) {
            #expect(try session.find(Address.self, pk: other) == nil)
          }
        }
      }
    }
  }

  @Test func aDamagedRowDoesNotAffectOthers() throws {
    try TemporaryStore.run { store, writing in
      try writing.given(Person.joe(), Person.ann(), Person.joe())
      try writing.execute("UPDATE person SET favourite = 'none' WHERE pk = 2")
      try store.store.blocking.session { session in
        for _ in 0..<2 {
          let before = try session.find(Person.self, pk: 1)
          let error = failure { _ = try session.find(Person.self, pk: 2) }
          let after = try session.find(Person.self, pk: 3)
          #expect(error?.code == .decodingFailed && error?.context.pk == 2)
          #expect(before?.firstName == "Joe" && before?.pk == 1)
          #expect(after?.firstName == "Joe" && after?.pk == 3)
        }
      }
    }
  }

  @Test func aHookMayFindWhileItsObjectIsFound() throws {
    try TemporaryStore.run { store, writing in
      try writing.given(Domino(next: 2), Domino(next: 3), Domino(next: 4), Domino(next: nil))
      try store.store.blocking.session { session in
        for _ in 0..<2 {
          let first = try #require(try session.find(Domino.self, pk: 1))
          #expect(first.fallen == [2, 3, 4])
        }
      }
    }
  }

  @Test func aCodecMayFindWhileItsRowIsRead() throws {
    try TemporaryStore.run { store, writing in
      try writing.given(
        Treasure(hint: 5, depth: Depth(meters: 1), name: "gold"),
        Treasure(hint: 6, depth: Depth(meters: 2), name: "silver"), Address(city: "Rome"))
      try store.store.blocking.session { session in
        #expect(try session.find(Treasure.self, pk: 2)?.name == "silver")
        try DepthCodec.$diver.withValue(store.store) {
          let gold = try #require(try session.find(Treasure.self, pk: 1))
          #expect(gold.hint == 5 && gold.depth.meters == 1 && gold.name == "gold")
        }
        #expect(try session.find(Treasure.self, pk: 2)?.name == "silver")
      }
    }
  }

  @Test func referencesOfWhatWasFoundAreFoundTheSameWay() throws {
    try TemporaryStore.run { store, writing in
      for number in 1...4 {
        let joe = Person.joe()
        joe.home = Address(city: "city \(number)")
        try writing.save(Invoice(number: number, customer: joe))
      }
      try store.store.blocking.session { session in
        for pk in 1...4 as ClosedRange<Int64> {
          let invoice = try #require(try session.find(Invoice.self, pk: pk))
          #expect(invoice.number == Int(pk) && invoice.customer.home?.city == "city \(pk)")
          #expect(invoice.customer.friends.isEmpty)
        }
      }
    }
  }

  @Test func aSessionThatSavesSeesWhatItSaved() throws {
    try TemporaryStore.run { store, writing in
      try writing.given(Address(city: "Rome"), Address(city: "Oslo"))
      try store.store.lendSession { session in
        func city(_ pk: Int64) throws -> String? { try session.find(Address.self, pk: pk)?.city }
        #expect(try (1...3).map(city) == ["Rome", "Oslo", nil])
        try session.transaction {
          try session.execute("UPDATE address SET city = 'Lima' WHERE pk = 1")
          #expect(try (1...3).map(city) == ["Lima", "Oslo", nil])
          try session.save(Address(city: "Bern"))
          #expect(try (1...3).map(city) == ["Lima", "Oslo", "Bern"])
        }
        try session.cancelledTransaction {
          try session.execute("DELETE FROM address")
          #expect(try (1...3).map(city) == [nil, nil, nil])
        }
        #expect(try (1...3).map(city) == ["Lima", "Oslo", "Bern"])
        try writing.execute("UPDATE address SET city = 'Kiev' WHERE pk = 2")
        #expect(try (1...3).map(city) == ["Lima", "Oslo", "Bern"])
      }
      #expect(try writing.find(Address.self, pk: 2)?.city == "Kiev")
    }
  }

  @Test func revertingReadsTheSnapshot() throws {
    try TemporaryStore.run { store, writing in
      try writing.given(Address(city: "Rome"), Address(city: "Oslo"))
      try store.store.lendSession { session in
        let both = try (1...2).compactMap { try session.find(Address.self, pk: $0) }
        for address in both { address.city = "mine" }
        try writing.execute("UPDATE address SET city = 'Kiev'")
        for address in both.reversed() { try address.revert() }
        #expect(both.map(\.city) == ["Rome", "Oslo"])
      }
    }
  }

  @Test func aStoreThatIsClosedMeanwhileClosesItsConnections() throws {
    // A statement left open would be detected at the end.
    try TemporaryStore.run { store, writing in
      try writing.given(Address(city: "Rome"))
      let other = try store.reopened()
      try other.blocking.session { session in
        for pk in 1...3 as ClosedRange<Int64> { _ = try session.find(Address.self, pk: pk) }
        other.close()
        #expect(try session.find(Address.self, pk: 1)?.city == "Rome")
      }
    }
  }

  @Test(
    .notOnPostgreSQL("It is about files."),
    arguments: [SQLiteConfiguration.Access.readOnly, .immutable])
  func storesThatMayOnlyReadFind(access: SQLiteConfiguration.Access) throws {
    try TemporaryStore.run { store, writing in
      try writing.given(Address(city: "Rome"), Address(city: "Oslo"))
      // An immutable file is read without its log.
      try store.store.blocking.vacuum()
      var configuration = SQLiteConfiguration(path: store.path)
      configuration.access = access
      let other = try Store(configuration)
      defer { other.close() }
      try other.blocking.session { session in
        let cities = try (1...3).map { try session.find(Address.self, pk: $0)?.city }
        #expect(cities == ["Rome", "Oslo", nil])
      }
    }
  }

  @Test func aStoreInMemoryFindsAndWritesOnOneConnection() throws {
    let store = try Store(.inMemory)
    defer { store.close() }
    try store.blocking.session { session in
      for city in ["Rome", "Oslo"] { try session.save(Address(city: city)) }
      for round in 0..<3 {
        let address = try #require(try session.find(Address.self, pk: 1))
        #expect(address.city == (round == 0 ? "Rome" : "\(round)"))
        #expect(try session.find(Address.self, pk: 2)?.city == "Oslo")
        address.city = "\(round + 1)"
        try session.save()
      }
    }
  }
}

/// An object that finds the next one when it is found.
@Persistent final class Domino {
  var next: Int?
  @Transient var fallen: [Int64] = []
  @Transient var life = Lifetime()

  func didLoad() {
    guard let next, let following = try? session?.find(Domino.self, pk: Int64(next)) else { return }
    fallen = [Int64(next)] + following.fallen
  }
}

/// A value whose codec finds objects.
struct Depth: Hashable, Sendable {
  var meters: Int
}

struct DepthCodec: ColumnCodec {
  /// The store in which the codec finds objects.
  @TaskLocal static var diver: Store?

  let identifier = CodecIdentifier("depth")
  let storage = StorageClass.integer

  func encode(_ depth: Depth, into column: inout ColumnWriter) { column.write(Int64(depth.meters)) }

  func decode(from column: borrowing ColumnReader) throws -> Depth {
    if let store = Self.diver {
      // Runs the same statement, which is in use, another one, and one that fails.
      try Self.$diver.withValue(nil) {
        try store.blocking.session { session in
          let silver = try session.find(Treasure.self, pk: 2)
          let rome = try session.find(Address.self, pk: 1)
          #expect(silver?.name == "silver" && rome?.city == "Rome")
          // On other databases, a failure ends the transaction.
          guard TestedDatabase.current == .sqlite else { return }
          #expect(throws: PersistenceError.self) { try session.rows("SELECT abs(\(Int64.min))") }
        }
      }
    }
    return Depth(meters: Int(try column.integer()))
  }
}

@Persistent final class Treasure {
  var hint: Int
  @Column(codec: DepthCodec()) var depth: Depth
  var name: String
  @Transient var life = Lifetime()
}
