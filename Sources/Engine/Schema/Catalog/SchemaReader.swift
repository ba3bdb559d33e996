package import PersistentObjectsConnections
import PersistentObjectsDriver

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
    let ((others, pending), conflict) = try nextUse(compare)
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
      pending: pending.map(\.description), conflict: conflict,
      // Without a column to be read there is a conflict.
      missing: try conflict != nil
        ? []
        : places.flatMap { place in
          try place.existing.map { try missingValues(of: place.table, in: $0) } ?? []
        },
      unused: Pruning(required, beside: others, catalog: catalog))
  }

  private func nextUse(
    _ compare: (SchemaCatalog) throws -> NextUse
  ) throws -> (NextUse, conflict: PersistenceError?) {
    do {
      return (try compare(catalog), nil)
    } catch let error as PersistenceError {
      return (([], []), error)
    }
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
    try connection.number("SELECT count(*) FROM \(connection.dialect.quoted(table))").map {
      Int($0)
    } ?? 0
  }
}
