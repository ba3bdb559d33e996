package import PersistentObjectsConnections
package import PersistentObjectsDriver

/// A reader that reports on a file without changing it.
package struct SchemaReader {
  private let catalog: SchemaCatalog
  private let indices: [String: [ExistingIndex]]
  private let connection: Connection

  /// The tables of the other classes that the next use of a class compares with it, and what that
  /// use will do.
  package typealias NextUse = (others: [RequiredTable], changes: [SchemaChange])

  package init(_ connection: Connection) throws {
    self.connection = connection
    catalog = try SchemaCatalog(connection)
    indices = Dictionary(grouping: try catalog.existingIndices(connection), by: \.table)
  }

  /// Returns reports on all tables except the metadata tables, sorted by name.
  package func tables() throws -> [TableReport] {
    try catalog.tables.keys.filter { !SchemaCatalog.isOwn($0) }.sorted().map {
      try report($0, declared: nil)
    }
  }

  /// - Parameters:
  ///   - required: the class's own table, then its child tables.
  ///   - compare: compares the class with the file.
  package func report(
    _ required: [RequiredTable], comparing compare: (SchemaCatalog) throws -> NextUse
  ) throws -> SchemaReport {
    let ((others, pending), conflicts) = try nextUse(compare)
    let names = Set(required.map(\.definition.name))
    let places = catalog.existing(required + others).filter {
      names.contains($0.table.definition.name)
    }
    let found = required.compactMap { table in
      places.first { $0.table.definition.name == table.definition.name }?.existing
        .map { (name: $0.name, columns: table.columnNames) }
    }
    let own = found.first?.name
    let belongings = own.map(catalog.belongings(of:)) ?? []
    let known = Set(found.map(\.name))
    return SchemaReport(
      className: required.first?.className ?? "",
      tables: try found.map { try report($0.name, declared: $0.columns) }
        + belongings.filter { !known.contains($0) }.map { try report($0, declared: []) },
      pending: pending.filter { !$0.changesRecords }.map(\.description),
      pendingRecords: pending.filter(\.changesRecords).map(\.description), conflicts: conflicts,
      unknownFormerNames: try places.flatMap { place in
        try place.existing.map { try unknownNames(of: place.table, in: $0) } ?? []
      },
      // Without a column to be read there is a conflict.
      missing: try !conflicts.isEmpty
        ? []
        : places.flatMap { place in
          try place.existing.map { try missingValues(of: place.table, in: $0) } ?? []
        },
      unused: Pruning(required, beside: others, catalog: catalog))
  }

  /// Returns the report on a class that fits no file, with its table under its current name.
  package func report(_ className: String, table: String, problems: PersistenceError) throws
    -> SchemaReport
  {
    let isThere = catalog.tables[table] != nil
    return SchemaReport(
      className: className,
      tables: isThere
        ? try ([table] + catalog.belongings(of: table)).map { try report($0, declared: nil) } : [],
      pending: [], pendingRecords: [], conflicts: problems.problems, unknownFormerNames: [],
      missing: [], unused: Pruning([], catalog: catalog))
  }

  private func nextUse(
    _ compare: (SchemaCatalog) throws -> NextUse
  ) throws -> (NextUse, conflicts: [PersistenceError]) {
    do {
      return (try compare(catalog), [])
    } catch let error as PersistenceError {
      return (([], []), error.problems)
    }
  }

  /// Returns the former names that the file never had, of columns that are missing in a table with
  /// rows.
  private func unknownNames(
    of table: RequiredTable, in existing: ExistingTable
  ) throws -> [UnknownFormerName] {
    let names = table.found(in: existing).filter { $0.name == nil }.flatMap { missing in
      missing.column.formerNames
        .filter { catalog.formerNames[.init(table: existing.name, column: $0)] == nil }
        .map {
          UnknownFormerName(property: missing.column.property, table: existing.name, name: $0)
        }
    }
    return try names.isEmpty || count(existing.name) == 0 ? [] : names
  }

  private func report(_ name: String, declared: Set<String>?) throws -> TableReport {
    let record = catalog.records[name]
    return TableReport(
      name: name, className: record?.className, superclassTable: record?.superclass,
      ownerTable: record?.owner, rowCount: try count(name),
      columns: catalog.tables[name]?.columns.map { column($0, of: name, declared: declared) } ?? [],
      indices: indices[name, default: []].sorted { $0.name < $1.name }.map {
        IndexReport(name: $0.name, sql: $0.sql, isOwn: catalog.indices[$0.name] != nil)
      })
  }

  private func column(_ name: String, of table: String, declared: Set<String>?) -> ColumnReport {
    let record = catalog.columns[.init(table: table, column: name)]
    return ColumnReport(
      name: name, property: record?.property, storage: record?.storage, codec: record?.codec,
      versions: record?.versions,
      isDeclared: declared?.contains(name))
  }

  private func missingValues(
    of table: RequiredTable, in existing: ExistingTable
  ) throws -> [MissingValues] {
    let required = table.found(in: existing).filter { $0.name != nil && !$0.column.admitsNull }
    if required.isEmpty { return [] }
    let columns = required.map { $0.name ?? $0.column.definition.name }
    let dialect = connection.dialect
    let counts = columns.map { "count(*) - count(\(dialect.quoted($0)))" }
    let sql = "SELECT \(counts.joined(separator: ", ")) FROM \(dialect.quoted(existing.name))"
    let numbers = try connection.statement(sql: sql).rows { row in
      columns.indices.map { Int(row.integer(at: $0)) }
    }
    return zip(zip(required, columns), numbers.first ?? []).compactMap { place, count in
      if count == 0 { return nil }
      return MissingValues(
        property: place.0.column.property, table: existing.name, column: place.1, rowCount: count)
    }
  }

  private func count(_ table: String) throws -> Int {
    let sql = "SELECT count(*) FROM \(connection.dialect.quoted(table))"
    // A table of another program has no tenants.
    let count =
      try catalog.records[table] == nil
      ? connection.reachingAll { try connection.number(sql) } : connection.number(sql)
    return count.map { Int($0) } ?? 0
  }
}
