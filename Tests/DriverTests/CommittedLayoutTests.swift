import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsDriverTesting
import PersistentObjectsSQLite
import StrictDriver
import Testing

/// The next start goes on after a crash even if each change of tables is committed at once.
struct CommittedLayoutTests {
  private let folder: TemporaryFolder
  private static let start = StoreConfiguration(codecs: .standard)

  init() throws { folder = try TemporaryFolder() }

  /// Opens the database as a program that is stopped after some changes of tables.
  private func withStore<R>(stoppingAfter last: Int? = nil, _ body: (Session) throws -> R) throws
    -> R
  {
    let driver = StrictDriver(
      folder.configuration("boats"), commitsLayout: true, stoppingAfter: last)
    let store = try Store(driver: driver, configuration: Self.start)
    defer { store.close() }
    let session = Session(store: store)
    return try withExtendedLifetime(session) { try body(session) }
  }

  private static func saveBoat(in session: Session) throws {
    let boat = Boat(name: "Ark", ports: ["Ararat"])
    boat.owner = Owner(name: "Noah")
    try session.save(boat)
  }

  private func demandWhole() throws {
    let report = try withStore { session in
      try Self.saveBoat(in: session)
      let boats = try Boat.find(in: session) { $0.name == "Ark" }
      #expect(boats.count == 1 && boats[0].ports == ["Ararat"] && boats[0].owner?.name == "Noah")
      return try session.store.blocking.checkIntegrity()
    }
    #expect(report.problems.isEmpty, "\(report)")
    let driver = SQLiteDriver(folder.configuration("boats"))
    let indices = try driver.openConnection(.writer).readIndices().map(\.name)
    #expect(Set(indices).isSuperset(of: ["unique_boat_name", "index_boat_owner"]))
    #expect(!indices.contains { $0.hasSuffix("_2") })
  }

  @Test(arguments: 1...16)
  func goesOnAfterTheCreationThatWasTheLast(last: Int) throws {
    let isStopped = (try? withStore(stoppingAfter: last, Self.saveBoat)) == nil
    #expect(isStopped == (last <= 9), "\(last)")
    if isStopped { try demandWhole() }
  }

  @Test(arguments: 1...4)
  func goesOnAfterTheChangeThatWasTheLast(last: Int) throws {
    try withStore { session in try session.save(Former.Boat(name: "Kon-Tiki")) }
    let isStopped = (try? withStore(stoppingAfter: last, Self.saveBoat)) == nil
    if isStopped { try demandWhole() }
    let names = try withStore { try Boat.find(in: $0) { $0.ports.isEmpty }.map(\.name) }
    #expect(names == ["Kon-Tiki"])
  }

  @Test func aTransactionThatHasWrittenIsNotCommittedByTables() throws {
    try withStore { session in
      try session.save(Owner(name: "Noah"))
      let error = #expect(throws: PersistenceError.self) {
        try session.transaction {
          try session.save(Owner(name: "Shem"))
          _ = try Boat.count(in: session)
        }
      }
      #expect(error?.code == .unsupported)
      #expect(try Owner.count(in: session) == 1)
    }
  }

  @Test func updatesReadTheRowsThatTheyHaveWritten() throws {
    try withStore { session in
      try Self.saveBoat(in: session)
      let boat = try Boat.findFirstByName("Ark", in: session)
      let changed = try Boat.where { $0.name == "Ark" }.update(in: session) { $0.length += 7 }
      #expect(changed == 1 && boat?.length == 7)
      let first = Boat.query.order(by: \.name).limit(1)
      let limited = try first.update(in: session) { $0.length = $0.length * 2 }
      #expect(limited == 1 && boat?.length == 14)
    }
  }
}

@Persistent(table: "owner") private final class Owner {
  var name: String
}

@Persistent(table: "boat") private final class Boat {
  @Column(unique: true) var name: String
  var length: Int = 0
  var ports: [String] = []
  var owner: Owner?
}

/// The classes of an earlier version.
private enum Former {
  @Persistent(table: "boat") final class Boat {
    var name: String
  }
}
