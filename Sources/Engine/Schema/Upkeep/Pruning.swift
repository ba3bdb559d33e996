import PersistentObjectsCodec
import PersistentObjectsDriver

/// The remains of a class in the file, which `store.prune` drops.
///
/// ```swift
/// let planned = try await store.prune(Person.self, dryRun: true)
/// print(planned.columns, planned.tables)  // ["person.shoe_size"] ["person_nick_names"]
/// ```
public struct Pruning: Sendable, Hashable {
  /// The steps, in order.
  package let changes: [SchemaChange]

  /// The columns of properties that the class no longer declares, as `table.column`.
  public var columns: [String] {
    changes.compactMap {
      if case .dropColumn(let column, let table) = $0 { "\(table).\(column)" } else { nil }
    }
  }

  /// The child tables of collections that the class no longer declares; for a whole class, its
  /// table and its child tables.
  public var tables: [String] {
    changes.compactMap { if case .dropTable(let table) = $0 { table } else { nil } }
  }

  /// Whether there is nothing to drop.
  public var isEmpty: Bool { changes.isEmpty }

  /// Returns whether two prunings drop the same columns and tables.
  public static func == (left: Pruning, right: Pruning) -> Bool {
    left.columns == right.columns && left.tables == right.tables
  }

  /// Hashes the columns and tables.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(columns)
    hasher.combine(tables)
  }
}

extension Pruning: CustomStringConvertible {
  /// The steps, one per line.
  public var description: String {
    isEmpty ? "nothing to drop" : changes.map(\.description).joined(separator: "\n")
  }
}

extension Pruning {
  /// Creates a pruning of everything that the file records for a class and the class no longer
  /// declares. Tables that will be renamed at the next use of the class have their names in the
  /// file.
  ///
  /// - Parameter others: the tables of other classes, which may have had the names of these.
  package init(
    _ required: [RequiredTable], beside others: [RequiredTable] = [], catalog: SchemaCatalog
  ) {
    let places = catalog.existing(required + others)
    let own = required.first?.definition.name
    let table = places.first { $0.table.definition.name == own }?.existing
    let kept = Set(required.flatMap(\.names))
    let tables = table.map { catalog.belongings(of: $0.name).filter { !kept.contains($0) } } ?? []
    self.init(
      changes: required.flatMap { table in
        places.first { $0.table.definition.name == table.definition.name }?.existing
          .map { Self.columns(of: table, in: $0, catalog) } ?? []
      } + tables.map(SchemaChange.dropTable))
  }

  /// Returns the steps that drop the unused columns of a table. A column that will be renamed or
  /// replaced at the next use of the class counts as used.
  private static func columns(
    of table: RequiredTable, in existing: ExistingTable, _ catalog: SchemaCatalog
  ) -> [SchemaChange] {
    let name = existing.name
    // A set's table is created again without the column of a class that has become final.
    let isSet = table.definition.primaryKey.contains(ColumnName.reference)
    let used = table.columnNames.union(isSet ? [ColumnName.referenceClass] : [])
    let unused = existing.columns.filter { column in
      !used.contains(column) && catalog.columns[.init(table: name, column: column)] != nil
    }.sorted()
    return unused.flatMap { column in
      catalog.indices(of: column, in: name).map { SchemaChange.dropIndex($0, table: name) }
        + [.dropColumn(column, table: name)]
    }
  }

  /// Creates a pruning of the table of a class that the program no longer has, with everything that
  /// belongs to it. Throws `schemaMismatch` if it is not a class's table, or if another table
  /// refers to it.
  package init(removing table: String, catalog: SchemaCatalog) throws {
    guard let record = catalog.records[table], record.owner == nil else {
      throw PersistenceError(
        .schemaMismatch, "'\(table)' is not recorded as the table of a class; nothing was changed",
        context: .init(table: table))
    }
    let tables = catalog.belongings(of: table) + [table]
    if let key = catalog.columns(referringTo: table).first(where: { !tables.contains($0.table) }) {
      throw PersistenceError(
        .schemaMismatch,
        """
        the column \(key.column) of \(key.table) refers to rows of this table; nothing was changed. \
        Remove the property and prune its class first
        """,
        context: .init(className: record.className, table: table))
    }
    self.init(changes: tables.map(SchemaChange.dropTable))
  }
}

extension SchemaCatalog {
  /// Returns the child tables of a table and, recursively, their child tables, innermost first.
  /// Files of earlier versions do not record owners; there, the table's name is a prefix of its
  /// child tables' names.
  package func belongings(of table: String) -> [String] {
    var seen: Set = [table]
    return belongings(of: table, beside: &seen)
  }

  /// Returns the child tables, each once: a file that another program has changed may have cycles.
  private func belongings(of table: String, beside seen: inout Set<String>) -> [String] {
    let children = records.filter { name, record in
      if let owner = record.owner { return owner == table }
      return name.hasPrefix("\(table)_") && record.className == records[table]?.className
        && tables[name]?.columns.contains(ColumnName.parent) == true
    }
    let found = children.keys.filter { tables[$0] != nil && seen.insert($0).inserted }.sorted()
    return found.flatMap { belongings(of: $0, beside: &seen) + [$0] }
  }

  /// Returns the engine's indices that include a column.
  func indices(of column: String, in table: String) -> [String] {
    indices.filter { name, index in
      index.table == table && tables[table]?.indices.contains(name) == true
        && index.covers(column)
    }.keys.sorted()
  }

  /// Returns the columns that refer to rows of a table.
  func columns(referringTo table: String) -> [ColumnKey] {
    columns.filter { $0.value.codec == CodecIdentifier.reference(to: table).name }.keys
      .sorted { ($0.table, $0.column) < ($1.table, $1.column) }
  }
}
