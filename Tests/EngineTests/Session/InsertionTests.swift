import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Many new objects in one save, inserted by one statement.
@Suite struct InsertionTests {
  private static let insertion = """
    INSERT OR FAIL INTO address (pk, city, street) \
    SELECT c0, c1, c2 FROM _persistent_rows(?1)
    """

  @Test(arguments: [7, 8, 300])
  func fewObjectsTakeAStatementEachAndManyTakeOne(_ count: Int) throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      let addresses = (0..<count).map { Address(city: "c\($0)") }
      let statements = try store.statements { try session.save(contentsOf: addresses) }
      #expect(
        statements.filter { $0.hasPrefix("INSERT") && $0.contains("address") }
          == (count < 8
            ? Array(
              repeating: "INSERT INTO address (pk, city, street) VALUES (?1, ?2, ?3)", count: 7)
            : [Self.insertion]))
      #expect(addresses.map(\.pk) == (1...Int64(count)).map { $0 })
      #expect(addresses.allSatisfy { $0.state == .clean })
      #expect(
        try store.rows("SELECT pk, city FROM address ORDER BY pk")
          == addresses.indices.map { "\($0 + 1)|c\($0)" })
    }
  }

  /// Values of each kind, long and short alternating, come back unchanged: no row retains anything
  /// of the one before.
  @Test(.notOnPostgreSQL("A text there holds no NUL character.")) func eachRowHasItsOwnValues()
    throws
  {
    try TemporaryStore.run { store, session in
      let texts = ["", "a", String(repeating: "ä", count: 9000), "nul \0 in it", nil]
      let blobs = [Data(), Data([0, 255]), Data(count: 100_000), nil]
      let parcels = (0..<100).map { index in
        Parcel(
          text: texts[index % 5], bytes: blobs[index % 4],
          number: [.min, .max, 0, nil][index % 4],
          weight: [-0.0, .infinity, 1e-300, nil][index % 4],
          quiet: index % 3 == 0 ? nil : index)
      }
      try session.save(contentsOf: parcels)
      let other = Session(store: store.store)
      let found = try Parcel.findAll(in: other)
      #expect(found.count == parcels.count)
      for (parcel, read) in zip(parcels, found) {
        #expect(read.text == parcel.text && read.bytes == parcel.bytes)
        #expect(read.number == parcel.number && read.quiet == parcel.quiet)
        #expect(read.weight?.bitPattern == parcel.weight?.bitPattern)
      }
    }
  }

  @Test func anObjectOfASubclassMayBeInAVariableOfItsSuperclass() throws {
    try TemporaryStore.run { store, session in
      let animal: Animal = Dog(name: "Rex", tricks: [])
      try session.insert(animal)
      try session.save()
      #expect(try store.rows("SELECT name FROM dog") == ["Rex"])
    }
  }

  @Test func theRowThatIsRefusedIsNamedAndAllGoBack() throws {
    try TemporaryStore.run { store, session in
      try session.given(Voucher(number: 50))
      let vouchers = (40..<60).map { Voucher(number: $0) }
      let error = #expect(throws: PersistenceError.self) {
        try session.transaction {
          try session.save(Voucher(number: 1))
          // A failed save can be repeated in the same transaction, and fails again.
          try? session.save(contentsOf: vouchers)
          try session.save(contentsOf: vouchers)
        }
      }
      #expect(error?.code == .constraintViolated)
      #expect(error?.constraint?.properties == ["number"])
      #expect(error?.constraint?.conflictingPK == 1)
      #expect(vouchers.allSatisfy { $0.state == .new && $0.pk == nil })
      #expect(try Voucher.count(in: session) == 1)
      vouchers[10].number = 99
      try session.save(contentsOf: vouchers)
      #expect(try Voucher.count(in: session) == 21)
    }
  }

  @Test func aValueThatCannotBeStoredIsNamedAndAllGoBack() throws {
    try TemporaryStore.run { store, session in
      let parcels = (0..<20).map { Parcel(weight: $0 == 13 ? .nan : 1) }
      let error = #expect(throws: PersistenceError.self) {
        try session.save(contentsOf: parcels)
      }
      #expect(error?.code == .encodingFailed)
      #expect(error?.context.property == "weight")
      #expect(parcels.allSatisfy { $0.state == .new && $0.pk == nil })
      #expect(try Parcel.count(in: session) == 0)
      parcels[13].weight = 2
      try session.save(contentsOf: parcels)
      #expect(try Parcel.count(in: session) == 20)
    }
  }

  /// A foreign file may contain a table with the name that the engine uses for batches of rows.
  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL.")) func aTableOfThatNameIsRefused() throws
  {
    try TemporaryStore.run { store, session in
      try session.execute("CREATE TABLE _persistent_rows (c0, c1, c2)")
      let addresses = (0..<20).map { Address(city: "c\($0)") }
      let error = failure { try session.save(contentsOf: addresses) }
      #expect(error?.code == .schemaMismatch && error?.message.contains("rename it") == true)
      #expect(addresses.allSatisfy { $0.state == .new })
      try session.execute("ALTER TABLE _persistent_rows RENAME TO other")
      try session.save(contentsOf: addresses)
      #expect(try Address.count(in: session) == 20)
    }
  }

  @Test func objectsThatReferToEachOtherAreInsertedTogether() throws {
    try TemporaryStore.run { store, session in
      let people = (0..<30).map { Person(firstName: "p\($0)", lastName: "x", age: $0) }
      for (index, person) in people.enumerated() {
        person.friends = [people[(index + 1) % 30], people[(index + 7) % 30]]
        person.home = Address(city: "c\(index)")
      }
      try session.save(people[0])
      let other = Session(store: store.store)
      let read = try Person.findAll(in: other)
      #expect(read.count == 30)
      for person in read {
        #expect(person.home?.city == "c\(person.age)")
        #expect(person.friends.map(\.age) == [(person.age + 1) % 30, (person.age + 7) % 30])
      }
    }
  }
}

@Persistent final class Parcel {
  var text: String?
  var bytes: Data?
  var number: Int?
  var weight: Double?
  @Column(codec: SilentCodec()) var quiet: Int?
}

@Persistent final class Voucher {
  var number: Int
  static let indices: [Index<Voucher>] = [.unique(\.number)]
}

/// Writes nothing at all for nil.
struct SilentCodec: ColumnCodec {
  var identifier: CodecIdentifier { CodecIdentifier("silent") }
  var storage: StorageClass { .integer }

  func encode(_ value: Int?, into column: inout ColumnWriter) throws {
    if let value { column.write(Int64(value)) }
  }

  func decode(from column: borrowing ColumnReader) throws -> Int? {
    column.isNull ? nil : Int(try column.integer())
  }
}
