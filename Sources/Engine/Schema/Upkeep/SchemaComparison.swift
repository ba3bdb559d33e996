package import PersistentObjectsCodec
package import PersistentObjectsDriver

/// A comparison that finds the steps to adapt a database to the tables that a class needs, or the
/// reason that this would lose data. It changes nothing itself.
package struct SchemaComparison {
  var catalog: SchemaCatalog
  package var changes: [SchemaChange] = []
  /// The names that an index cannot have, in lower case.
  lazy var takenNames = Set(
    (catalog.tables.keys + catalog.tables.values.flatMap(\.indices)).map { $0.lowercased() })
  /// The existing and planned tables, in lower case.
  private lazy var tables = Set(planned.union(catalog.tables.keys).map { $0.lowercased() })
  private let planned: Set<String>
  /// All tables that are compared.
  let required: [RequiredTable]
  /// The steps that need all tables and columns to be there.
  var lastChanges: [SchemaChange] = []
  /// Whether columns and tables that no property has any more are not meant by a property, since
  /// they are about to be dropped.
  let acceptsLeftovers: Bool
  /// The store's codecs, with which errors name the one that wrote a column.
  let codecs: CodecRegistry
  /// Whether a table belongs to a class of the program, so that nothing is required of it here.
  let isKnown: (String) -> Bool
  let hasRows: (String) throws -> Bool
  let hasRow: (SQLText) throws -> Bool
  /// The class whose table is compared, for errors.
  private(set) var className = ""

  /// - Parameters:
  ///   - isKnown: whether a table belongs to a class of the program; called only if the file has a
  ///   table or a class with a former name, or if a class has become final.
  ///   - hasRows: whether a table has rows; called only if a column without a default is missing.
  ///   - hasRow: whether a query finds a row; called only if a class has become final, if something
  ///   is missing that the file may have in another form, or if a default is evaluated.
  package init(
    _ required: [RequiredTable], catalog: SchemaCatalog, codecs: CodecRegistry = CodecRegistry(),
    acceptsLeftovers: Bool = false,
    isKnown: @escaping (String) -> Bool = { _ in false },
    hasRows: @escaping (String) throws -> Bool,
    hasRow: @escaping (SQLText) throws -> Bool = { _ in false }
  ) throws {
    self.catalog = catalog
    self.codecs = codecs
    self.acceptsLeftovers = acceptsLeftovers
    self.hasRows = hasRows
    self.hasRow = hasRow
    let names = Set(required.map(\.definition.name))
    self.isKnown = { names.contains($0) || isKnown($0) }
    planned = names
    self.required = required
    try requireNoExchange()
    addMissingCatalog()
    var problems = CollectedProblems()
    for (table, existing) in catalog.existing(required) {
      try problems.collect { try compare(table, with: existing) }
    }
    try problems.finish()
    changes += lastChanges
  }

  private mutating func addMissingCatalog() {
    let hasValues = required.contains { $0.columns.contains { !$0.partOf.isEmpty } }
    for definition in SchemaCatalog.definitions(ofValues: hasValues) {
      guard let existing = catalog.tables[definition.name] else {
        changes.append(.createTable(definition))
        continue
      }
      for column in definition.columns where !existing.columns.contains(column.name) {
        changes.append(.addColumn(column, table: definition.name))
      }
    }
    adoptIndices()
  }

  private mutating func compare(_ table: RequiredTable, with existing: ExistingTable?) throws {
    className = table.className
    let name = table.definition.name
    guard let existing else {
      try requireUnnamed(table)
      try requireTableName(table)
      try requireNoValues(of: table)
      try requireKnownElements(of: table)
      return create(table)
    }
    let isRenamed = existing.name != name
    try requireOneForm(of: existing, for: table)
    if !isRenamed { try requireSameForm(of: name, among: [existing.name], in: table) }
    try requireRecorded(existing, for: table)
    try requireOneTable(table, existing)
    try requireOwnTable(table, existing)
    if isRenamed {
      recordFormerNames()
      changes.append(.renameTable(from: existing.name, to: name))
      changes += otherFormerNames(of: table, than: existing.name)
    }
    if isRenamed || catalog.records[name] != table.record {
      changes.append(.recordTable(name, table.record))
    }
    try compareColumns(table, with: existing)
    compareIndices(table, with: existing)
  }

  private mutating func create(_ table: RequiredTable) {
    let name = table.definition.name
    changes.append(.createTable(table.definition))
    changes.append(.recordTable(name, table.record))
    for index in table.definition.indices { create(index, on: table) }
    for column in table.columns { changes.append(record(column, of: name)) }
  }

  private func requireRecorded(_ existing: ExistingTable, for table: RequiredTable) throws {
    guard catalog.records[existing.name] == nil else { return }
    throw table.mismatch(
      """
      the table '\(existing.name)' exists but was not created for a persistent class; nothing was changed. \
      Give the class another table with @Persistent(table:), or rename that table
      """, in: existing.name)
  }

  /// Throws if a collection has a second table, under another of its names. One of the two may have
  /// belonged to a removed property: it is unclear whose elements are meant.
  private func requireOneTable(_ table: RequiredTable, _ existing: ExistingTable) throws {
    if table.owner == nil { return }
    let names = [existing.name, table.definition.name]
    let other = catalog.formerNames(of: table).first { former in
      let present = catalog.formerNames[.init(table: former, column: "")]
      return former != existing.name && !planned.contains(former)
        && catalog.records[former] != nil
        && catalog.tables[former]?.columns.contains(ColumnName.parent) == true
        && present.map { names.contains($0) } != true
    }
    guard let other else { return }
    throw table.mismatch(
      """
      the file has both a table '\(existing.name)' and a table '\(other)' that may be those of this \
      collection; nothing was changed. Drop the one whose elements are not meant with SQL first
      """, in: existing.name, property: table.columns.first?.property)
  }

  /// Throws if it is unclear which table has the objects of a class that was renamed: the one with
  /// the former name may be that of another class, and so may the rows in it.
  private func requireOwnTable(_ table: RequiredTable, _ existing: ExistingTable) throws {
    if table.owner != nil { return }
    let name = table.definition.name
    if existing.name != name {
      guard isKnown(existing.name), !planned.contains(existing.name) else {
        return try requireOneFormerTable(table, existing)
      }
      throw table.mismatch(
        """
        another class of the program uses the table '\(existing.name)', the former one of this class; nothing was \
        changed. Name both among the classes of the store's configuration, and use this one first, so that they are \
        compared together. If the rows are those of the other class, remove renamedFrom:
        """, in: existing.name)
    }
    let other = table.formerNames.first { former in
      catalog.tables[former] != nil && catalog.records[former] != nil && !catalog.isChild(former)
        && !isKnown(former) && catalog.formerNames[.init(table: former, column: "")] != name
    }
    guard let other else { return }
    throw table.mismatch(
      """
      the file has both a table '\(other)' and a table '\(name)', so one cannot be renamed to the other; nothing was \
      changed. If the rows of '\(name)' are the right ones, remove renamedFrom:; if those of '\(other)' are, drop the \
      table '\(name)' with SQL first. If '\(other)' belongs to another class, name that among the classes of the \
      store's configuration
      """, in: name)
  }

  /// Throws if the file has tables with several former names of a class.
  private func requireOneFormerTable(_ table: RequiredTable, _ existing: ExistingTable) throws {
    let other = table.formerNames.first { former in
      former != existing.name && catalog.tables[former] != nil && catalog.records[former] != nil
        && !catalog.isChild(former) && !isKnown(former)
    }
    guard let other else { return }
    throw table.mismatch(
      """
      the file has both a table '\(existing.name)' and a table '\(other)', and either may be the former one of this \
      class; nothing was changed. Remove the name whose rows are not meant from renamedFrom:
      """, in: existing.name)
  }

  private mutating func compareColumns(
    _ table: RequiredTable, with existing: ExistingTable
  ) throws {
    let keys = table.definition.columns.map(\.name)
      .filter { key in !table.columns.contains { $0.definition.name == key } }
    try requireKeys(keys, of: table, in: existing)
    try requireTargets(of: table, in: existing)
    try requireOneClass(of: table, in: existing)
    let keyChange = keyChange(of: table, in: existing)
    if let keyChange { changes.append(.replaceForeignKey(keyChange)) }
    var problems = CollectedProblems()
    for (column, found) in table.found(in: existing) {
      if found == nil, keyChange != nil {
        changes.append(record(column, of: table.definition.name))
        continue
      }
      try problems.collect {
        if let found {
          try compare(column, of: table, in: existing, as: found, keepsKeys: keyChange == nil)
        } else {
          try addMissing(column, to: table, in: existing)
        }
      }
    }
    try problems.finish()
    leavePresence(of: table, in: existing)
  }

  private mutating func addMissing(
    _ column: RequiredColumn, to table: RequiredTable, in existing: ExistingTable
  ) throws {
    try requireSameColumns(column, of: table, in: existing)
    try requireUnnamed(column, of: table, in: existing)
    try requireColumnName(column, of: table, in: existing)
    try requireNoElements(of: column, in: table, existing)
    try requireKnownColumn(column, of: table, in: existing)
    try add(column, to: table, in: existing)
  }

  /// - Parameters:
  ///   - found: the column's name in the file.
  ///   - keepsKeys: whether the table keeps its primary key.
  private mutating func compare(
    _ column: RequiredColumn, of table: RequiredTable, in existing: ExistingTable,
    as found: String, keepsKeys: Bool
  ) throws {
    let name = column.definition.name
    if found == name {
      try requireSameForm(of: name, among: existing.columns, in: table, column: name)
      try requireOneColumn(column, of: table, in: existing, as: name)
    } else {
      try requireOneColumn(column, of: table, in: existing, as: found)
      dropComputedIndices(of: existing)
      recordFormerNames()
      changes.append(.renameColumn(from: found, to: name, table: table.definition.name))
      changes += otherFormerNames(of: column, in: table, than: found)
    }
    try requireTelling(column, of: table, in: existing, as: found)
    try compareRecord(column, of: table, recorded: .init(table: existing.name, column: found))
    compareType(column.definition, of: table, in: existing, as: found)
    if keepsKeys { compareForeignKey(column, of: table, with: existing.foreignKeys[found]) }
    try fillLateRows(column, of: table, in: existing, as: found)
  }

  /// Returns the change of a set's table if the class of its elements has become final or is no
  /// longer final; nil for any other table.
  private func keyChange(
    of table: RequiredTable, in existing: ExistingTable
  ) -> ForeignKeyChange? {
    let (key, name) = (table.definition.primaryKey, ColumnName.referenceClass)
    guard key.contains(name) != existing.columns.contains(name),
      existing.columns.contains(ColumnName.reference),
      let column = table.columns.first(where: { key.contains($0.definition.name) }),
      column.isReference, let target = CodecIdentifier.target(ofReference: column.codec.name)
    else { return nil }
    return ForeignKeyChange(
      table: table.definition, column: column.definition, elementClass: target)
  }

  /// Throws if the table has columns with several of a property's names. The newer one may have
  /// belonged to a removed property, or an older version of the program may have created the old
  /// one again: it is unclear whose values are meant.
  ///
  /// - Parameter name: the latest of these names, with which the column was found.
  private func requireOneColumn(
    _ column: RequiredColumn, of table: RequiredTable, in existing: ExistingTable, as name: String
  ) throws {
    let other = column.formerNames.first { former in
      former != name && existing.columns.contains(former)
        && !table.definition.columns.contains { $0.name == former }
    }
    guard let old = other else { return }
    throw table.mismatch(
      """
      the table has both a column '\(old)' and a column '\(name)', so one cannot be renamed to the \
      other; nothing was changed. If the values of '\(name)' are the right ones, remove renamedFrom:; \
      if those of '\(old)' are, drop the column '\(name)' with SQL first
      """, in: existing.name, column: name)
  }

  private mutating func compareType(
    _ column: ColumnDefinition, of table: RequiredTable, in existing: ExistingTable,
    as found: String
  ) {
    let name = table.definition.name
    if let type = existing.types[found],
      catalog.dialect.retypeColumn(column, of: name, from: type) != nil
    {
      dropComputedIndices(of: existing)
      changes.append(.retypeColumn(column, from: type, table: name))
    }
  }

  /// Compares a foreign key, which cannot be altered. If the file has none, rows may refer to other
  /// tables, so the engine enforces the rule without one.
  private mutating func compareForeignKey(
    _ column: RequiredColumn, of table: RequiredTable, with existing: ForeignKey?
  ) {
    let wanted = column.definition.foreignKey?.onDelete
    guard let existing, existing.onDelete != wanted else { return }
    // Where tenants share tables, the engine itself enforces the rules of references.
    if catalog.hasTenants && wanted != nil && existing.onDelete == .restrict { return }
    changes.append(
      .replaceForeignKey(ForeignKeyChange(table: table.definition, column: column.definition)))
  }

  /// Throws if a target table is missing. The database would reject all changes to a table that
  /// refers to a missing one.
  private mutating func requireTargets(of table: RequiredTable, in existing: ExistingTable) throws {
    for (column, key) in existing.foreignKeys.sorted(by: { $0.key < $1.key })
    where !tables.contains(key.table.lowercased()) {
      throw table.mismatch(
        """
        the column has a foreign key to the table '\(key.table)', which is missing; nothing was changed. \
        Restore the file from a backup, or create that table again
        """, in: existing.name, column: column)
    }
  }

  /// Throws if the table has other keys, because it was then created for a collection of another
  /// kind.
  private func requireKeys(
    _ keys: [String], of table: RequiredTable, in existing: ExistingTable
  ) throws {
    guard keys.contains(ColumnName.parent) else { return try requireKey(of: table, in: existing) }
    let wanted = Set(table.definition.columns.map(\.name))
    let found = Set(existing.columns)
    let telling = found.symmetricDifference(wanted).filter(ColumnName.isRowKey)
    guard let other = telling.min() else { return }
    throw table.mismatch(
      """
      the table was created for another kind of collection: one of them has a column '\(other)', \
      the other does not. Nothing was changed. Declare the property as it was, or give it another name \
      and copy the values
      """, in: table.definition.name, column: other, property: table.columns.first?.property)
  }

  /// Throws if the table has no primary key, which only damage or another program removes.
  private func requireKey(of table: RequiredTable, in existing: ExistingTable) throws {
    guard !existing.columns.contains(ColumnName.pk) else { return }
    throw table.mismatch(
      """
      the table is recorded as that of a class but has no column 'pk', without which its rows cannot be \
      told apart; nothing was changed. Restore the file from a backup, or rename the table
      """, in: existing.name, column: ColumnName.pk)
  }

  private mutating func add(
    _ column: RequiredColumn, to table: RequiredTable, in existing: ExistingTable
  ) throws {
    let name = table.definition.name
    let filling = DefaultFilling(column, of: table)
    let hasDefault = column.definition.defaultValue != nil || filling != nil
    if !column.admitsNull, !hasDefault, try hasRows(existing.name) {
      throw table.mismatch(
        """
        the table has rows but no column for this property, and the property has no default and \
        cannot be nil; nothing was changed. Give it a default value, make it optional, or \
        declare its old name with @Column(renamedFrom:)
        """, in: name, column: column.definition.name)
    }
    if !hasDefault { try requireNoValues(column, of: table, in: existing) }
    try requireTelling(column, of: table, in: existing, as: nil)
    changes.append(.addColumn(added(column), table: name))
    changes.append(record(column, of: name))
    if let filling, try hasRows(existing.name) {
      // The column that tells which rows have the value may be added, too.
      if filling.isOfSomeRows {
        lastChanges.append(.fillDefault(filling))
      } else {
        changes.append(.fillDefault(filling))
      }
    }
    if let (key, target) = column.impliedClass {
      lastChanges.append(
        .fillClass(column.definition.name, table: name, key: key, target: target))
    }
  }

  /// Adds the step that completes rows which a program without the property has inserted, after
  /// others were completed as the column was added. NULL in an optional one may be its value.
  private mutating func fillLateRows(
    _ column: RequiredColumn, of table: RequiredTable, in existing: ExistingTable,
    as found: String
  ) throws {
    guard table.owner == nil, let filling = DefaultFilling(column, of: table), !column.admitsNull,
      try hasRow(DefaultFilling.lateRows(in: existing.name, column: found, catalog.dialect))
    else { return }
    changes.append(.fillDefault(filling))
  }

  /// The value in the column of an optional collection that is not nil.
  package static let presence = StoredValue.integer(1)

  /// Returns the column with the default for existing rows. A collection that became optional was
  /// present in all of them.
  private func added(_ column: RequiredColumn) -> ColumnDefinition {
    guard let child = column.presenceOf,
      child.names.contains(where: { catalog.records[$0] != nil })
    else { return column.definition }
    return ColumnDefinition(
      name: column.definition.name, storage: column.definition.storage,
      defaultValue: Self.presence)
  }

  func record(_ column: RequiredColumn, of table: String) -> SchemaChange {
    .recordColumn(.init(table: table, column: column.definition.name), column.record)
  }
}
