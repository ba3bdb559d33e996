package import PersistentObjectsCodec
package import PersistentObjectsDriver

/// A table that a class needs, with the records about its columns.
package struct RequiredTable: Sendable {
  package var definition: TableDefinition
  /// The class, including the types that enclose it.
  let className: String
  /// The names that the table may have in older files.
  package let formerNames: [String]
  /// The current name and the former ones of the class's table, if this one holds a collection.
  let classNames: [String]
  /// The columns that hold values, in the order of `definition.columns`, without the keys.
  package let columns: [RequiredColumn]
  /// The table of the class that this one inherits from.
  var superclass: String?
  /// The table that this one belongs to, if it holds a collection.
  var owner: String?

  /// Creates a description of a table.
  package init(
    definition: TableDefinition, className: String, formerNames: [String] = [],
    classNames: [String] = [], columns: [RequiredColumn], superclass: String? = nil,
    owner: String? = nil
  ) {
    self.definition = definition
    self.className = className
    self.formerNames = formerNames
    self.classNames = classNames
    self.columns = columns
    self.superclass = superclass
    self.owner = owner
  }

  /// The current name and the former ones.
  var names: [String] { [definition.name] + formerNames }

  /// The names of all columns, current and former.
  var columnNames: Set<String> {
    Set(definition.columns.map(\.name) + columns.flatMap(\.formerNames))
  }

  /// Returns the columns with their names in a table of the file; nil for those that are missing.
  /// Renamed columns come first.
  func found(in table: ExistingTable) -> [(column: RequiredColumn, name: String?)] {
    namesOfColumns.find(in: Set(table.columns))
      .map { (column: columns[$0.index], name: $0.name) }
  }

  /// The names that the columns may have in the file.
  var namesOfColumns: [RequiredNames] {
    columns.map {
      RequiredNames(current: $0.definition.name, former: $0.formerNames)
    }
  }

  /// Returns the error for a file that the class does not fit.
  func mismatch(
    _ message: String, in table: String, column: String? = nil, property: String? = nil
  ) -> PersistenceError {
    let named = columns.first { $0.definition.name == column }?.property
    return PersistenceError(
      .schemaMismatch, message,
      context: .init(
        className: className, property: property ?? named, table: table, column: column))
  }

  /// Whether the table has references.
  package var refersToObjects: Bool { columns.contains(where: \.isReference) }

  /// The record of the table.
  var record: SchemaCatalog.RecordedTable {
    .init(
      className: SchemaCatalog.recordedName(of: className), superclass: superclass, owner: owner)
  }
}

extension SchemaCatalog {
  /// Returns the tables that are needed together with those in the file, under their current or
  /// former names. Renamed tables come first.
  func existing(
    _ required: [RequiredTable]
  ) -> [(table: RequiredTable, existing: ExistingTable?)] {
    let names = required.map {
      RequiredNames(current: $0.definition.name, former: formerNames(of: $0))
    }
    let present = Set(required.flatMap(\.names).filter { tables[$0] != nil })
    return names.find(in: present).map { found in
      (table: required[found.index], existing: found.name.flatMap { tables[$0] })
    }
  }

  /// Returns the former names under which the file has a table. A table of that name may also
  /// belong to a new class that has the class's former name.
  func formerNames(of table: RequiredTable) -> [String] {
    let own = table.classNames.first { tables[$0] != nil }
    return table.formerNames.filter { former in
      guard tables[former] != nil else { return false }
      // Older files do not record owners.
      return records[former]?.owner == nil || classTable(of: former) == own
    }
  }

  /// Returns the table in the file, under its current or its former name.
  ///
  /// - Parameter others: the tables of other classes, which may have had these names.
  func existing(
    _ table: RequiredTable, beside others: [RequiredTable]
  ) -> ExistingTable? {
    existing([table] + others).first { $0.table.definition.name == table.definition.name }?.existing
  }

  /// Returns the recorded part of a class's name: the name without the enclosing types, which may
  /// change.
  package static func recordedName(of className: String) -> String {
    className.lastIndex(of: ".").map { String(className[className.index(after: $0)...]) }
      ?? className
  }
}

/// A column that a class needs.
package struct RequiredColumn: Sendable {
  package let definition: ColumnDefinition
  package let property: String
  /// The names that the column may have in older files, the latest first.
  package let formerNames: [String]
  /// The codec that writes the column.
  package let codec: CodecIdentifier
  /// The type of the values that the codec writes; nil for a column that the engine writes itself.
  let values: Any.Type?
  /// Whether the codec can read a given version of its own form.
  package let canRead: @Sendable (Int) -> Bool
  /// Whether rows may lack a value, so that the column can be added to a table with rows.
  package var admitsNull: Bool { findsNullAdmitted() }
  /// Computes `admitsNull` on demand: this takes long, and most columns already exist.
  private let findsNullAdmitted: @Sendable () -> Bool
  /// The rule of a reference. The column is searched when rows that it refers to are deleted.
  package var reference: ReferenceRule?
  /// The codecs recorded for a column whose target's table had other names.
  var formerCodecs: [CodecIdentifier]
  /// The child table of the optional collection whose presence this column stores.
  var presenceOf: RequiredTable?
  /// The column with the key of a reference whose class this column names, and the table of objects
  /// for which it names none, since their class was final. Nil for other columns.
  package var impliedClass: (key: String, table: String)?
  /// The values in several columns that the column is a part of, the outermost first.
  package var partOf: [FieldColumn.Value] = []
  /// The other columns of a value in several columns, if this one tells whether there is a value;
  /// empty for any other column.
  package var tellsOf: [String] = []
  /// The column that tells which rows have the value, by its names, and whether those need one in
  /// this column, too. Nil unless the value may be nil.
  package var neededWith: (names: [String], isNeeded: @Sendable () -> Bool)?
  /// The present names of an enum's cases, by the names that they had before.
  package var renamedCases: [String: String] = [:]
  /// The default value of a property that is evaluated for each row; nil for any other.
  package var evaluatedDefault: EvaluatedDefault?

  /// Creates a description of a column.
  package init(
    definition: ColumnDefinition, property: String, formerNames: [String] = [],
    codec: CodecIdentifier, values: Any.Type? = nil, canRead: @escaping @Sendable (Int) -> Bool,
    admitsNull: @autoclosure @escaping @Sendable () -> Bool,
    reference: ReferenceRule? = nil, formerCodecs: [CodecIdentifier] = [],
    presenceOf: RequiredTable? = nil
  ) {
    self.definition = definition
    self.property = property
    self.formerNames = formerNames
    self.codec = codec
    self.values = values
    self.canRead = canRead
    findsNullAdmitted = admitsNull
    self.reference = reference
    self.formerCodecs = formerCodecs
    self.presenceOf = presenceOf
  }

  package var isReference: Bool { reference != nil }

  /// The record of the column as this program writes it.
  var record: SchemaCatalog.RecordedColumn {
    .init(
      property: property, storage: definition.storage.recordedName, codec: codec.name,
      version: codec.version, oldestVersion: codec.version,
      onDelete: reference?.onDelete.rawValue, deletesTargets: reference?.deletesTargets ?? false,
      values: partOf.isEmpty ? nil : RecordedValue.text(partOf))
  }
}

extension CodecIdentifier {
  /// Returns the recorded codec of a column that refers to rows of a table.
  package static func reference(to table: String) -> CodecIdentifier {
    CodecIdentifier("reference(\(table))")
  }

  /// The recorded codec of a column that refers to rows of any table, which the next column names.
  package static let referenceToAny = reference(to: "*")

  /// The recorded codec of the column that stores whether an optional collection is nil.
  package static let presence = CodecIdentifier("collection-presence")

  /// The recorded codec of the column that stores whether a value in several columns is nil, if
  /// none of its fields tells.
  package static let valuePresence = CodecIdentifier("value-presence")

  /// The recorded codec of that column after the collection has become required: rows that are
  /// written since then do not have the column's value.
  package static let formerPresence = CodecIdentifier("collection-presence", version: 2)

  /// Whether the engine itself, rather than a codec, writes the column.
  var isEngines: Bool {
    [.presence, .valuePresence].contains(self) || Self.isReference(name)
  }

  /// Whether a recorded codec name is that of a column that refers to rows.
  package static func isReference(_ name: String) -> Bool { name.hasPrefix("reference(") }

  /// Returns the table that a recorded column refers to; nil if it may be any table.
  package static func target(ofReference name: String) -> String? {
    let table = name.dropFirst("reference(".count).dropLast()
    return table == "*" ? nil : String(table)
  }
}

/// The names of the columns that the engine itself adds to tables.
package enum ColumnName {
  package static let pk = "pk"
  package static let parent = ColumnDefinition.parentName
  package static let index = "array_index"
  package static let key = "dictionary_key"
  package static let member = "set_member"
  package static let value = "value"
  package static let reference = "fk"
  package static let referenceClass = "fk_class"
  /// The suffix of the column for the target's table, after the name of the reference's own column.
  package static let classSuffix = "_class"

  /// Returns the name of a column in the table of a collection that is nested in `depth - 1`
  /// others, each of which has such a column.
  package static func numbered(_ name: String, depth: Int) -> String {
    depth == 1 ? name : "\(name)_\(depth)"
  }

  /// Whether a child table's column distinguishes rows or collections.
  package static func isRowKey(_ name: String) -> Bool {
    name == parent || [index, key, member].contains { name == $0 || name.hasPrefix("\($0)_") }
  }
}
