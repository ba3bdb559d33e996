import PersistentObjectsCodec
package import PersistentObjectsDriver

/// The records in a database about the tables that this package created, and the tables themselves.
///
///     _persistent_table(name, class_name, superclass_table, owner_table)
///     _persistent_column(table_name, column_name, property, storage, codec, version,
///       oldest_version, on_delete, deletes_targets, part_of)
///     _persistent_index(name, table_name, definition)
///     _persistent_sequence(table_name, next_pk)
///     _persistent_former_name(table_name, column_name, former_name)
///     _persistent_tenancy(codec, version, storage, keys)
///
/// `superclass_table` is the table of the superclass, `owner_table` the table that a child table
/// belongs to. `version` is the codec version that writes the column now, `oldest_version` the
/// oldest version that rows may still have. `on_delete` is `nullify`, `restrict` or `cascade` for
/// the key of a reference, otherwise NULL; `deletes_targets` is 1 if targets are deleted with the
/// object that refers to them. `part_of` names the values in several columns that have the column
/// as a part. `next_pk` is the next primary key to use. `former_name` is the former name of a
/// renamed column, or of the table if `column_name` is empty; the table of former names is created
/// with the first of them. The one row of `_persistent_tenancy` says which codec writes the tenants
/// that share the tables, and whether keys are unique `over` them or `within` each; there is no
/// such table without tenants.
///
/// `part_of` is added with the first such value. Files of earlier versions lack `_persistent_index`, two columns of `_persistent_table` and the
/// last two of `_persistent_column` before it.
package struct SchemaCatalog: Sendable {
  /// The SQL of the database.
  package let dialect: any Dialect
  package var tables: [String: ExistingTable] = [:]
  /// The names that several tables have in different forms of Unicode, which Swift does not tell
  /// apart.
  var ambiguousTables: Set<String> = []
  package var records: [String: RecordedTable] = [:]
  package var columns: [ColumnKey: RecordedColumn] = [:]
  /// The indices that the engine created, by name.
  package var indices: [String: RecordedIndex] = [:]
  /// The current names by former names: of columns, and of tables under an empty column.
  var formerNames: [ColumnKey: String] = [:]
  /// The indices of a file that has no records of indices yet, regardless of who created them.
  var unrecordedIndices: [ExistingIndex] = []
  /// The SQL of the rows of tables that this package has not made, and that lack its keys, with a
  /// key before their columns; by table.
  package var keyedRows: [String: String] = [:]
  /// The recorded names that the database has shortened, by their shortened form.
  var wholeNames: [String: String] = [:]

  package struct RecordedTable: Equatable, Sendable {
    package var className: String
    package var superclass: String?
    package var owner: String?

    package init(className: String, superclass: String? = nil, owner: String? = nil) {
      self.className = className
      self.superclass = superclass
      self.owner = owner
    }
  }

  package struct RecordedIndex: Equatable, Sendable {
    package var table: String
    /// The columns and the condition of the index; see `IndexDefinition.signature`.
    package var definition: String

    /// Whether it covers an expression or has a condition.
    var isComputed: Bool {
      [" WHERE ", "((", ", ("].contains(where: definition.contains)
    }

    /// Whether it covers a column. An expression or a condition is searched for the name as a word.
    func covers(_ column: String) -> Bool {
      if isComputed { return definition.split { " (),\"".contains($0) }.contains { $0 == column } }
      let list = definition.drop { $0 != "(" }.dropFirst().dropLast()
      return list.split(separator: ", ").contains { $0 == column || $0 == "\(column) DESC" }
    }
  }

  package struct ColumnKey: Hashable, Sendable {
    package let table: String
    package let column: String

    package init(table: String, column: String) {
      self.table = table
      self.column = column
    }
  }

  package struct RecordedColumn: Equatable, Sendable {
    package var property: String
    /// The storage class of the column, by its name in `StorageClass`.
    package var storage: String
    package var codec: String
    package var version: Int
    package var oldestVersion: Int
    /// The ``DeleteRule`` of a reference's key, by name; nil in files that are older than its
    /// records.
    package var onDelete: String?
    package var deletesTargets = false
    /// The values in several columns that the column is a part of; nil for any other column, and
    /// empty to be written for one that no longer is. See ``RecordedValue``.
    package var values: String?

    package init(
      property: String, storage: String, codec: String, version: Int, oldestVersion: Int,
      onDelete: String? = nil, deletesTargets: Bool = false, values: String? = nil
    ) {
      self.property = property
      self.storage = storage
      self.codec = codec
      self.version = version
      self.oldestVersion = oldestVersion
      self.onDelete = onDelete
      self.deletesTargets = deletesTargets
      self.values = values
    }

    /// The versions that rows may have. Versions read from a file have been checked.
    package var versions: ClosedRange<Int> { min(oldestVersion, version)...version }

    /// Whether the column stores the target's table of a reference. That of a key is an integer,
    /// and may have a similar name.
    package var namesClass: Bool {
      CodecIdentifier.isReference(codec) && storage == StorageClass.text.recordedName
    }

    /// Whether the column stores whether a collection is nil, and is kept up.
    package var isPresence: Bool { isWritten(by: .presence) }

    /// Whether the column stored whether a collection was nil, until that became required.
    package var isFormerPresence: Bool { isWritten(by: .formerPresence) }

    private func isWritten(by identifier: CodecIdentifier) -> Bool {
      codec == identifier.name && version == identifier.version
    }
  }

  static let tableTable = "_persistent_table"
  static let columnTable = "_persistent_column"
  static let indexTable = "_persistent_index"
  package static let sequenceTable = "_persistent_sequence"
  static let formerNameTable = "_persistent_former_name"
  static let tenancyTable = "_persistent_tenancy"

  /// Columns that older files lack.
  static let onDelete = "on_delete"
  static let deletesTargets = "deletes_targets"
  static let partOf = "part_of"

  static let definitions = definitions(ofValues: false)

  /// Returns the metadata tables.
  ///
  /// - Parameter ofValues: whether there are values in several columns, which need one more column.
  static func definitions(ofValues: Bool) -> [TableDefinition] {
    [
      tableDefinition, columnDefinition(ofValues: ofValues), indexDefinition, sequenceDefinition,
    ]
  }

  static let tableDefinition = definition(
    tableTable, key: ["name"],
    columns(.text, "name", "class_name", areRequired: true)
      + columns(.text, "superclass_table", "owner_table"))

  static func columnDefinition(ofValues: Bool) -> TableDefinition {
    definition(
      columnTable, key: ["table_name", "column_name"],
      columns(
        .text, "table_name", "column_name", "property", "storage", "codec", areRequired: true)
        + columns(.integer, "version", "oldest_version", areRequired: true)
        + columns(.text, onDelete) + columns(.integer, deletesTargets)
        + (ofValues ? columns(.text, partOf) : []))
  }

  static let indexDefinition = definition(
    indexTable, key: ["name"],
    columns(.text, "name", "table_name", "definition", areRequired: true))

  static let sequenceDefinition = definition(
    sequenceTable, key: ["table_name"],
    columns(.text, "table_name", areRequired: true)
      + columns(.integer, "next_pk", areRequired: true))

  /// The table of former names, created when something is renamed.
  static let formerNameDefinition = definition(
    formerNameTable, key: ["table_name", "column_name", "former_name"],
    columns(.text, "table_name", "column_name", "former_name", areRequired: true))

  /// The table of the one record about tenants.
  static let tenancyDefinition = definition(
    tenancyTable, key: ["codec"],
    columns(.text, "codec", "storage", "keys", areRequired: true)
      + columns(.integer, "version", areRequired: true))

  private static func definition(
    _ name: String, key: [String], _ columns: [ColumnDefinition]
  ) -> TableDefinition {
    TableDefinition(name: name, columns: columns, primaryKey: key, isClustered: true)
  }

  private static func columns(
    _ storage: StorageClass, _ names: String..., areRequired: Bool = false
  ) -> [ColumnDefinition] {
    names.map { ColumnDefinition(name: $0, storage: storage, isRequired: areRequired) }
  }

  /// The columns in which references to several tables store the target's table.
  package var classColumns: [ColumnKey] {
    columns.filter { key, column in
      column.namesClass && key.column.hasSuffix(ColumnName.classSuffix) && has(key)
    }.map(\.key).sorted { ($0.table, $0.column) < ($1.table, $1.column) }
  }

  /// Whether a column exists in the file.
  func has(_ key: ColumnKey) -> Bool {
    tables[key.table]?.columns.contains(key.column) == true
  }

  /// Whether another database, in the same dialect, has the same tables and records.
  package func hasSameTables(as other: SchemaCatalog) -> Bool {
    (tables, ambiguousTables, records, columns) == (
      other.tables, other.ambiguousTables, other.records, other.columns
    )
      && (indices, formerNames, unrecordedIndices, keyedRows, wholeNames) == (
        other.indices, other.formerNames, other.unrecordedIndices, other.keyedRows,
        other.wholeNames
      )
  }

  /// Returns the SQL of the rows of a table, for a FROM clause.
  package func rows(of table: String) -> String { keyedRows[table] ?? dialect.quoted(table) }

  /// Whether a table is that of a collection.
  package func isChild(_ table: String) -> Bool { records[table]?.owner != nil }

  /// Whether tenants share the tables.
  var hasTenants: Bool { tables[Self.tenancyTable] != nil }

  /// Whether a table is one of the metadata tables.
  package static func isOwn(_ table: String) -> Bool {
    [formerNameTable, tenancyTable].contains(table) || definitions.contains { $0.name == table }
  }

  /// Returns the tables of classes that inherit, directly or indirectly, from those of `roots`,
  /// sorted by name.
  package static func tables(
    inheritingFrom roots: Set<String>, _ records: [String: RecordedTable]
  ) -> [String] {
    records.keys.filter { table in
      var next = records[table]?.superclass
      // A file that another program has changed may have cycles.
      var seen: Set<String> = [table]
      while let superclass = next, seen.insert(superclass).inserted {
        if roots.contains(superclass) { return true }
        next = records[superclass]?.superclass
      }
      return false
    }.sorted()
  }
}
