import PersistentObjectsDriver
import PersistentObjectsSQLite

extension ForeignTable {
  /// Returns the SQL of a row's key, and the column of the key if there is one.
  package func key(in file: DatabaseFile) throws -> (sql: String, column: String?) {
    if primaryKey.count == 1, let column = column(primaryKey[0]),
      try isIntegerKey(column, in: file)
    {
      return (quoted(column.name), column.name)
    }
    if isWithoutRowID {
      return ("row_number() OVER (ORDER BY \(primaryKey.map(quoted).joined(separator: ", ")))", nil)
    }
    let names = Set(columns.map { $0.name.lowercased() })
    // No realistic table has columns of all three names.
    return (["rowid", "_rowid_", "oid"].first { !names.contains($0) } ?? "rowid", nil)
  }

  private func isIntegerKey(_ column: Column, in file: DatabaseFile) throws -> Bool {
    // Only a key that is the row id needs no index. INTEGER PRIMARY KEY DESC has one, and may be
    // NULL.
    if column.declaredType == "INTEGER", !indices.contains(where: \.isOfPrimaryKey) {
      return true
    }
    let name = quoted(column.name)
    let other = try file.firstValue(
      "SELECT 1 FROM \(quoted(self.name)) WHERE typeof(\(name)) <> 'integer' LIMIT 1")
    return other == .null && column.declaredType.contains("INT")
  }

  private func quoted(_ name: String) -> String { SQLiteDialect().quoted(name) }
}
