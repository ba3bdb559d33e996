import PersistentObjectsConnections
import PersistentObjectsDriver

extension Connection {
  /// Returns the columns of a table that have a DEFAULT, with its SQL.
  package func defaults(of table: String) throws -> [(column: String, sql: String)] {
    // The catalog of the database has no tenants.
    try reachingAll {
      let statement = try statement(sql: dialect.defaults(ofTable: dialect.placeholder(1)))
      statement.set(.text(character.shortened(table)), at: 0)
      return try statement.rows { ($0.text(at: 0), $0.text(at: 1)) }
    }
  }
}
