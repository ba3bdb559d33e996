import PersistentObjects
import PersistentObjectsGeneration
import PersistentObjectsInspection
import PersistentObjectsReport
import PersistentObjectsTransfer
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// A schema on a server, inspected without classes, next to the file that it was copied from.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct InspectedServerTests {
  private let schema = TestSchema()

  /// - Parameter fill: fills the file.
  private func withBoth(
    filledBy fill: @Sendable (Session) throws -> Void = { try Zoo.fill($0, withNUL: false) },
    _ body: (_ file: InspectedFile, _ server: InspectedFile) throws -> Void
  ) throws {
    let place = try TemporaryFile()
    defer { place.remove() }
    let store = try Store(path: place.path, classes: Zoo.classes)
    try store.blocking.transaction { try fill($0) }
    store.close()
    let file = try InspectedFile(place.path)
    let server = try Store(
      schema.configuration, configuration: StoreConfiguration(codecs: .standard))
    try file.copy(to: server)
    server.close()
    try body(file, InspectedFile(schema.driver))
  }

  @Test func checksumLinesModelAndObjectsAreThoseOfTheFile() throws {
    try withBoth { file, server in
      let checksums = [try file.checksum(), try server.checksum()]
      #expect(checksums[0] == checksums[1] && checksums[0].rowCount > 500)
      let lines = [try Self.lines(of: file), try Self.lines(of: server)]
      #expect(lines[0] == lines[1])
      let models = [try file.declaredModel(), try server.declaredModel()]
      // Without indices: the index with a condition is left to the class.
      #expect(models[0].classes.map(\.properties) == models[1].classes.map(\.properties))
      let check = try server.check(isDeep: true)
      #expect(check.isSound, "\(check.findings)")
      var differences: [StoreDifference] = []
      try file.forEachObjectDifference(from: server) {
        differences.append($0)
        return true
      }
      #expect(differences == [])
    }
  }

  @Test func aClassIsExportedWithoutAPrivilegeOnTheKeysOfOthers() throws {
    let server = try PrivateServer()
    let shop = server.configuration { $0.schema = "shop" }
    let store = try Store(shop, configuration: StoreConfiguration(codecs: .standard))
    try store.blocking.transaction { try $0.given(Address(city: "Rome"), Chest()) }
    store.close()
    let owner = try server.openOwner()
    try owner.rows("CREATE ROLE clerk LOGIN")
    try owner.rows("GRANT USAGE ON SCHEMA shop TO clerk")
    try owner.rows("GRANT SELECT ON ALL TABLES IN SCHEMA shop TO clerk")
    try owner.rows("GRANT SELECT ON SEQUENCE shop.address_pk_seq TO clerk")
    owner.close()
    let file = try InspectedFile(PostgresDriver(server.clerk))
    var bytes: [UInt8] = []
    try file.export(classes: ["Address"]) { bytes += $0 }
    #expect(bytes.split(separator: UInt8(ascii: "\n")).count == 2)
    let error = failure { try file.export(write: { _ in }) }
    #expect(error?.databaseCode == "42501", "\(error as Any)")
  }

  /// Regression test: the model had the server's text of a condition, which nothing could load.
  @Test func indicesWithConditionsAreRecordedAsInAFile() throws {
    let (place, other) = (try TemporaryFile(), TestSchema())
    defer { place.remove() }
    let file = try Store(path: place.path)
    let server = try Store(
      schema.configuration, configuration: StoreConfiguration(codecs: .standard))
    for store in [file, server] {
      try store.blocking.transaction { try $0.save(Voucher(code: "a", note: "b")) }
      store.close()
    }
    let models = try [InspectedFile(place.path), InspectedFile(schema.driver)].map {
      try $0.declaredModel().classes
    }
    #expect(models[0] == models[1] && models[0].first?.indices?.count == 4)

    var lines: [UInt8] = []
    try InspectedFile(schema.driver).export { lines += $0 }
    let copy = try TemporaryFile()
    defer { copy.remove() }
    for loader in [StoreLoader(copy.path), StoreLoader(other.driver)] {
      var rest = [lines]
      _ = try loader.load { rest.popLast() }
    }
    #expect(try InspectedFile(copy.path).declaredModel().classes == models[0])
    let next = try Store(other.configuration, configuration: StoreConfiguration(codecs: .standard))
    try next.blocking.transaction { try $0.save(Voucher(code: "b", note: "c")) }
    let error = failure {
      try next.blocking.transaction { try $0.save(Voucher(code: "a", note: "c")) }
    }
    #expect(error?.constraint?.properties == ["code"])
    next.close()
    let reloaded = try InspectedFile(other.driver).declaredModel().classes
    #expect(reloaded == models[0])
  }

  /// Regression test: stores of earlier versions have recorded the server's text.
  @Test func anEarlierRecordOfAnIndexIsReplaced() throws {
    for _ in 0..<2 {
      let server = try Store(
        schema.configuration, configuration: StoreConfiguration(codecs: .standard))
      let session = Session(store: server)
      #expect(try Voucher.count(in: session) == 0)
      let count = try session.scalar(
        "SELECT count(*) FROM _persistent_index WHERE definition LIKE '%WHERE is_active = 1'",
        as: Int.self)
      #expect(count == 1)
      try session.execute(
        """
        UPDATE _persistent_index SET definition = 'UNIQUE (code) WHERE is_active = (1)::int::boolean' \
        WHERE definition = 'UNIQUE (code) WHERE is_active = 1'
        """)
      server.close()
    }
  }

  /// The lines of objects, without that of the model.
  private static func lines(of file: InspectedFile) throws -> [Substring] {
    var bytes: [UInt8] = []
    try file.export { bytes += $0 }
    return Array(String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst())
  }

  @Test func figuresQueriesPathsAndReportsWorkOnServers() throws {
    try withBoth { file, server in
      let figures = [try file.figures(), try server.figures()]
      #expect(figures[0].classes.map(\.table.rows) == figures[1].classes.map(\.table.rows))
      #expect(figures[1].bytes > 100_000 && figures[1].settings["server_encoding"] == "UTF8")
      var names: [String] = []
      var query = ObjectQuery("Person")
      query.criteria = "age > 17 AND firstName LIKE 'Joe%'"
      try server.forEachObject(matching: query) {
        names.append("\($0["firstName"] ?? .null)")
        return true
      }
      #expect(names.count == 2)
      let rows = try server.query("SELECT count(*) FROM person")
      var found: [[InspectedValue]] = []
      try rows.forEachRow { row in
        found.append(row)
        return true
      }
      #expect(found == [[.integer(20)]])
      #expect(failure { _ = try server.query("DELETE FROM person") }?.code == .invalidQuery)
      let report = try server.report()
      var size = 0
      try report.write { size += $0.count }
      #expect(size > 10_000 && report.check.isSound)
    }
  }

  @Test func nilIsSortedAsInTheFile() throws {
    try withBoth { file, server in
      for isDescending in [false, true] {
        var query = ObjectQuery("Address")
        query.order = [ObjectQuery.Order("street", isDescending: isDescending)]
        var keys: [[Int64]] = [[], []]
        for (index, place) in [file, server].enumerated() {
          try place.forEachObject(matching: query) { object in
            keys[index].append(object.key.pk)
            return true
          }
        }
        #expect(keys[0] == keys[1] && keys[0].count == 20)
      }
    }
  }

  /// Values and defaults are those of the file, even for names that the server stores in another
  /// form.
  @Test func queriesAreDecodedAndNamesAreWhole() throws {
    try withBoth { file, server in
      var rows: [[[InspectedValue]]] = [[], []]
      for (index, place) in [file, server].enumerated() {
        try place.query("SELECT price, id, day, is_open, 1 FROM kinds ORDER BY pk", isDecoded: true)
          .forEachRow { row in
            rows[index].append(row)
            return true
          }
      }
      #expect(rows[0] == rows[1] && !rows[0].isEmpty)
    }
  }

  @Test func defaultsOfLongNamesAreKept() throws {
    try withBoth(filledBy: { try $0.save(Chest()) }) { file, server in
      #expect(file.layoutDifferences(from: server).isEmpty)
      let models = [try file.declaredModel(), try server.declaredModel()]
      #expect(models[0].classes.map(\.properties) == models[1].classes.map(\.properties))
    }
  }

  @Test func aSchemaWithoutObjectsSaysSo() throws {
    #expect(failure { _ = try InspectedFile(schema.driver) }?.code == .cannotOpen)
    _ = try schema.open()
    #expect(failure { _ = try InspectedFile(schema.driver) }?.code == .invalidModel)
  }

  @Test func aURINamesTheSchema() {
    for (uri, connection, schema, isDistributed) in [
      ("postgresql://db/people?schema=shop", "postgresql://db/people", "shop", false),
      ("postgres://db/people?a=b&schema=a%20b&c=d", "postgres://db/people?a=b&c=d", "a b", false),
      ("postgresql://db/p?distributed=true", "postgresql://db/p", "public", true),
      ("postgresql://db/p?distributed=true&schema=a&c=d", "postgresql://db/p?c=d", "a", true),
      (
        "postgresql://db/p?distributed=perhaps", "postgresql://db/p?distributed=perhaps", "public",
        false
      ),
      (
        "postgresql://db/people?sslmode=require", "postgresql://db/people?sslmode=require",
        "public", false
      ),
      ("host=db dbname=?schema=x", "host=db dbname=?schema=x", "public", false),
    ] {
      var later = PostgresConfiguration("")
      later.connection = uri
      for configuration in [PostgresConfiguration(uri), later] {
        #expect(configuration.connection == connection && configuration.schema == schema)
        #expect(configuration.isDistributed == isDistributed)
      }
    }
  }
}

@Persistent final class Chest {
  @Column("the_number_of_things_that_fit_into_this_chest_before_it_cannot_be_closed_any_more")
  var capacity: Int = 7
  var xmin: Int = 3
}

/// A class with conditions on columns of native types.
@Persistent final class Voucher {
  var code: String
  var isActive: Bool = true
  var weight: Double = 2
  var note: String?

  static let indices: [Index<Voucher>] = [
    .unique(\.code).where { $0.isActive == true },
    Index(\.weight).where { $0.weight > 1.5 && $0.note != nil || !$0.isActive },
    Index(\.code).where { $0.note.contains("x") },
    .on { $0.code.collated(.ignoringCase) },
  ]
}
