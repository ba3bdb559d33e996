import PersistentObjectsDriver

/// Drops all tables, whatever refers to them.
struct Emptying {
  private let driver: any Driver

  init(_ driver: any Driver) { self.driver = driver }

  func run() throws {
    let connection = try driver.openConnection(.writer)
    defer { connection.finish() }
    var tables = try connection.readSchema()
    if tables.isEmpty { return }
    for table in tables { deleteRows(of: table, connection) }
    while !tables.isEmpty {
      let failures = tables.compactMap { drop($0, connection) }
      let left = try connection.readSchema()
      if left.count == tables.count {
        let reason = failures.first.map { ": \(Wording.reason($0))" } ?? ""
        throw Breach("\(left[0].name) could not be dropped\(reason)")
      }
      tables = left
    }
  }

  func tables() throws -> [ExistingTable] {
    let connection = try driver.openConnection(.writer)
    defer { connection.finish() }
    return try connection.readSchema()
  }

  // What is refused here is tried again once other tables are gone.

  private func deleteRows(of table: ExistingTable, _ connection: any DriverConnection) {
    let name = driver.dialect.quoted(table.name)
    for column in table.foreignKeys.keys {
      _ = try? connection.rows("UPDATE \(name) SET \(driver.dialect.quoted(column)) = NULL")
    }
    _ = try? connection.rows("DELETE FROM \(name)")
  }

  /// Drops a table; returns why not if it is refused.
  private func drop(_ table: ExistingTable, _ connection: any DriverConnection) -> (any Error)? {
    let name = driver.dialect.quoted(table.name)
    do {
      try connection.rows("DROP TABLE \(name)")
    } catch {
      if (try? connection.rows("DROP TABLE \(name) CASCADE")) == nil { return error }
    }
    return nil
  }
}
