import Foundation
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsDriverTesting
import PersistentObjectsSQLite
import StrictDriver
import Testing

/// The drivers of this package pass the suite, and leave nothing behind.
struct VerifiedDriversTests {
  @Test func sqliteInAFileKeepsItsPromises() async throws {
    let folder = try TemporaryFolder()
    let driver = SQLiteDriver(folder.configuration("sqlite"))
    var options = DriverVerification()
    let copy = folder.configuration("copy")
    options.copy = .init(destination: folder.path("copy"), driver: SQLiteDriver(copy))
    try await verifyDriver(driver, options: options)
    #expect(try tables(of: driver).isEmpty)
    try driver.deleteDatabase()
    try SQLiteDriver(copy).deleteDatabase()
    #expect(folder.files.isEmpty)
  }

  @Test func sqliteInMemoryKeepsItsPromises() async throws {
    try await verifyDriver(SQLiteDriver(.inMemory))
  }

  @Test func theStrictDriverKeepsItsPromises() async throws {
    let folder = try TemporaryFolder()
    let driver = StrictDriver(folder.configuration("strict"))
    try await verifyDriver(driver)
    #expect(try tables(of: driver).isEmpty)
    try driver.deleteDatabase()
    #expect(folder.files.isEmpty)
  }

  @Test func theStrictDriverInMemoryKeepsItsPromises() async throws {
    try await verifyDriver(StrictDriver(.inMemory))
  }

  @Test func theStrictDriverThatCommitsChangesOfTablesKeepsItsPromises() async throws {
    let folder = try TemporaryFolder()
    let driver = StrictDriver(folder.configuration("strict"), commitsLayout: true)
    let result = try await verifyDriver(driver)
    let skipped = result.skipped.contains { $0.hasSuffix(": transactsLayout is false") }
    #expect(skipped && result.checks > 250, "\(result)")
    #expect(try tables(of: driver).isEmpty)
  }

  @Test func aDatabaseWithTablesIsLeftAsItIs() async throws {
    let folder = try TemporaryFolder()
    let driver = SQLiteDriver(folder.configuration("full"))
    try with(driver) { try $0.execute("CREATE TABLE kept (pk INTEGER PRIMARY KEY)") }
    let error = await #expect(throws: PersistenceError.self) { try await verifyDriver(driver) }
    #expect(error?.code == .schemaMismatch && error?.message.contains("kept") == true)
    #expect(try tables(of: driver) == ["kept"])
  }

  @Test func aDatabaseThatMayNotBeWrittenIsRefused() async throws {
    var configuration = SQLiteConfiguration.inMemory
    configuration.access = .readOnly
    let driver = SQLiteDriver(configuration)
    let error = await #expect(throws: PersistenceError.self) { try await verifyDriver(driver) }
    #expect(error?.code == .readOnly)
  }

  private func tables(of driver: any Driver) throws -> [String] {
    try with(driver) { try $0.base.readSchema().map(\.name) }
  }

  private func with<R>(_ driver: any Driver, _ body: (Connection) throws -> R) throws -> R {
    let connection = try Connection(opening: .writer, of: driver)
    defer { connection.close() }
    return try body(connection)
  }
}
