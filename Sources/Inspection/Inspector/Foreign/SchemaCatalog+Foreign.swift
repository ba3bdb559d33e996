import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsSQLite

extension SchemaCatalog {
  /// Adds records of the tables of another program: each is a class of its own name, and its
  /// columns are properties with values of any kind. A foreign key on the integer key of another
  /// table is a reference.
  mutating func addRecords(of schema: ForeignSchema, in file: DatabaseFile) throws {
    let keys = try schema.tables.map { try $0.key(in: file) }
    let keyColumns = Dictionary(zip(schema.tables.map(\.name), keys.map(\.column))) { $1 }
    for (table, key) in zip(schema.tables, keys) {
      addRows(of: table, key.sql)
      records[table.name] = RecordedTable(className: table.name)
      for column in table.columns {
        let target = table.target(of: column.name, in: schema, keyColumns)
        columns[ColumnKey(table: table.name, column: Self.name(of: column))] = RecordedColumn(
          property: column.name,
          storage: target == nil ? column.affinity : StorageClass.integer.recordedName,
          codec: target.map { CodecIdentifier.reference(to: $0).name } ?? StandardCodec.storedValue,
          version: 1, oldestVersion: 1)
      }
    }
  }

  /// Adds the SQL that puts a key before the columns of a table's rows.
  private mutating func addRows(of table: ForeignTable, _ key: String) {
    let names = table.columns.map(Self.name)
    let columns = table.columns.map { column in
      let name = Self.name(of: column)
      return dialect.quoted(column.name)
        + (name == column.name ? "" : " AS \(dialect.quoted(name))")
    }
    let list = ["\(key) AS \(ColumnName.pk)"] + columns
    keyedRows[table.name] = """
      (SELECT \(list.joined(separator: ", ")) FROM \(dialect.quoted(table.name))) \
      AS \(dialect.quoted(table.name))
      """
    tables[table.name] = ExistingTable(
      name: table.name, columns: [ColumnName.pk] + names,
      indices: tables[table.name]?.indices ?? [])
  }

  /// Returns the name of a column beside the key, which takes the name `pk`.
  private static func name(of column: ForeignTable.Column) -> String {
    column.name.foldedName == ColumnName.pk ? "\(column.name):1" : column.name
  }
}

extension ForeignTable {
  /// Returns the table to whose integer key a column refers; nil if there is none.
  fileprivate func target(
    of column: String, in schema: ForeignSchema, _ keyColumns: [String: String?]
  ) -> String? {
    let keys = foreignKeys.filter { $0.columns.map(\.foldedName) == [column.foldedName] }
    return keys.lazy.compactMap { key -> String? in
      guard let target = schema.table(key.target), let columns = target.columns(of: key),
        let column = keyColumns[target.name] ?? nil,
        columns.map(\.foldedName) == [column.foldedName]
      else { return nil }
      return target.name
    }.first
  }
}

extension ForeignTable.Column {
  /// The storage class that SQLite prefers for the column's values.
  fileprivate var affinity: String {
    func has(_ words: String...) -> Bool { words.contains(where: declaredType.contains) }
    if has("INT") { return StorageClass.integer.rawValue }
    if has("CHAR", "CLOB", "TEXT") { return StorageClass.text.rawValue }
    if has("BLOB") { return StorageClass.bytes.rawValue }
    if has("REAL", "FLOA", "DOUB", "DEC", "NUMERIC") { return StorageClass.real.rawValue }
    return StorageClass.any.rawValue
  }
}
