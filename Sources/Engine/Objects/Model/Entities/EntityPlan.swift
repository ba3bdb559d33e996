import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema
import Synchronization

/// A class within one store: its bound properties, its tables and its statements. A plan is made
/// once and shared by all sessions.
@usableFromInline
final class EntityPlan: @unchecked Sendable {
  // `@unchecked` is safe: everything is constant after `init`, except for atomics and values behind
  // a mutex.
  let entity: EntityDescription
  let dialect: any Dialect
  /// The bindings of the properties, in the entity's order.
  let bindings: [PropertyBinding]
  /// The fields of the bindings, which point into them.
  private let fields: RowFields
  var rowFields: UnsafePointer<RowField> { fields.first }
  /// The bits of the properties among the first 63 that have columns in the class's own table.
  let columnBits: UInt64
  /// The bits of the properties whose changes one statement may write for many objects. They
  /// exclude the properties in a unique index, where the order of statements matters, and
  /// references with foreign keys, which make a statement for many rows slow.
  let batchBits: UInt64
  /// The bits of the properties that a unique index covers, or names in its condition: their values
  /// move on from object to object in the order of changes. The properties from 63 on share one.
  let uniqueBits: UInt64
  /// The class's own table first, then its child tables.
  let tables: [RequiredTable]
  /// The work that the class requires of a save besides writing rows.
  let demands: SaveDemands
  /// The version, which counts how often each row was written; nil for a class without one.
  let version: EntityVersion?
  /// Whether the class has a `didLoad` hook.
  let announcesLoading: Bool
  /// Whether objects can have faults.
  let hasFaults: Bool
  /// The positions of the references that must be resolved before an object is returned.
  let requiredReferences: [Int]
  /// The properties that refer to persistent objects.
  let referringProperties: [any ReferringProperty]
  /// Whether there are properties that have an inverse, or may have one.
  let mayRelate: Bool
  /// The positions of the properties that are stored in child tables.
  let collections: [Int]
  /// The bits of ``collections``; the properties from 63 on share one.
  private let collectionBits: UInt64
  /// The bits of the properties whose values have several columns, in the same way.
  private let compositeBits: UInt64
  /// The bits of ``referringProperties``, in the same way.
  private let referenceBits: UInt64

  let columnList: String
  let select: String
  let findByKey: StatementText
  let findByKeys: StatementText
  /// The statement that inserts rows, written at the first insertion.
  var insertion: Insertion {
    madeInsertion.withLock { made in
      if let made { return made }
      let columns =
        [(ColumnName.pk, ColumnType.integer)]
        + tables[0].columns.map { (dialect.quoted($0.definition.name), $0.definition.type) }
      let insertion = Insertion(into: quotedTable, columns, dialect)
      made = insertion
      return insertion
    }
  }
  private let madeInsertion = Guarded<Insertion?>(nil)
  /// The number of columns of each row of the class's own table.
  let columnCount: Int
  /// Whether a column has a name like those of the values that queries select: `v0`, `v1`.
  let hasNumberedColumns: Bool
  let deletion: RowDeletion
  private let madeTexts = Guarded<[TextKey: StatementText]>([:])
  /// Whether the file no longer fits the class because another program has changed it.
  private let isMisfit = Atomic<Bool>(false)
  private let misfitError = Guarded<PersistenceError?>(nil)

  private enum TextKey: Hashable {
    case update(WrittenColumns)
    case updateBatch(WrittenColumns)
    case find(property: Int, isNil: Bool)
    case deleteVersion, findVersion
  }

  /// - Parameter hasIndices: false for a plan that is used only to write the conditions of indices.
  init(
    _ entity: EntityDescription, registry: CodecRegistry, dialect: any Dialect,
    directory: EntityDirectory, hasIndices: Bool = true
  ) throws {
    var context = BindingContext(
      entity: entity, registry: registry, dialect: dialect, directory: directory)
    var problems = CollectedProblems()
    let bindings = try entity.properties.compactMap { property in
      let binding = try problems.collect {
        try context.requireReference(property)
        return try property.makeBinding(context)
      }
      context.position += binding?.columns.count ?? 0
      return binding
    }
    entity.checkProperties(&problems)
    entity.checkNames(in: dialect, bindings: bindings, &problems)
    try Self.checkDistinctNames(of: entity, bindings: bindings, in: directory, &problems)
    entity.checkDemands(&problems)
    try problems.finish()
    demands = entity.demands
    announcesLoading = entity.hooks.contains(.didLoad)
    self.entity = entity
    self.dialect = dialect
    self.bindings = bindings
    let indices =
      hasIndices
      ? try EntityIndices(entity: entity, bindings: bindings).definitions(in: dialect) {
        expression, dialect in
        // Writing a condition requires a plan, so first make one without indices.
        let plan = try EntityPlan(
          entity, registry: registry, dialect: dialect, directory: directory, hasIndices: false)
        return try expression.sql(plan, registry)
      } : []
    tables =
      [Self.ownTable(of: entity, bindings: bindings, indices: indices)]
      + bindings.flatMap(\.childTables)
    requiredReferences = bindings.indices.filter { bindings[$0].isRequiredReference }
    collections = bindings.indices.filter { bindings[$0].hasChildRows }
    collectionBits = Self.bits(of: collections)
    compositeBits = Self.bits(of: bindings.indices.filter { bindings[$0].layout != nil })
    referringProperties = entity.properties.compactMap(\.referring)
    referenceBits = Self.bits(
      of: entity.properties.indices.filter { entity.properties[$0].refersToObjects })
    mayRelate = entity.properties.indices.contains(where: entity.relates)
    version = EntityVersion(of: entity, bindings: bindings, dialect: dialect)
    hasFaults = !referringProperties.isEmpty || !collections.isEmpty

    let names = [ColumnName.pk] + tables[0].columns.map { dialect.quoted($0.definition.name) }
    let table = dialect.quoted(entity.table)
    let byKey = "\(ColumnName.pk) = \(dialect.placeholder(1))"
    columnList = names.joined(separator: ", ")
    select = "SELECT \(columnList) FROM \(table)"
    findByKey = StatementText(
      "\(select) WHERE \(byKey)", seeking: Self.seek(names, in: table, dialect: dialect))
    let isAmongKeys = dialect.isMember(ColumnName.pk, dialect.placeholder(1), .integer)
    findByKeys = StatementText("\(select) WHERE \(isAmongKeys)")
    columnCount = names.count
    hasNumberedColumns = tables[0].columns.map(\.definition.name)
      .contains(where: EntityPlan.isNumbered)
    deletion = RowDeletion(
      one: StatementText("DELETE FROM \(table) WHERE \(byKey)"),
      many: StatementText("DELETE FROM \(table) WHERE \(isAmongKeys)"),
      place: PersistenceError.Context(className: entity.className, table: entity.table))
    columnBits = Self.bits(
      of: bindings.indices.prefix(63).filter { !bindings[$0].columns.isEmpty })
    let unique = tables[0].definition.indices.filter(\.isUnique)
    batchBits = Self.batchBits(of: bindings, unique: unique, version: version?.index)
    uniqueBits = Self.bits(
      of: bindings.indices.filter { index in
        bindings[index].columns.map(\.definition.name).contains { name in
          unique.contains { $0.covers(name) || $0.condition?.contains(name) == true }
        }
      })
    fields = RowFields(bindings.map(\.rowField))
  }

  /// Throws if the file no longer fits the class. Costs one atomic load if it fits.
  @inline(__always)
  func requireFit() throws {
    if isMisfit.load(ordering: .relaxed), let error = misfitError.withLock({ $0 }) { throw error }
  }

  func markMisfit(_ error: PersistenceError) {
    misfitError.withLock { $0 = error }
    isMisfit.store(true, ordering: .releasing)
  }

  /// The declared target classes, which must have tables before this class's rows can be written.
  /// Targets of an `any PersistentObject` and subclasses get their tables with their first objects.
  var targets: [EntityDescription] { entity.properties.flatMap(\.targets) }

  /// Whether a collection may be among the changed properties, given as bits.
  func mayHaveChangedCollections(_ changed: UInt64) -> Bool { changed & collectionBits != 0 }

  /// Whether a value in several columns may be among the changed properties, given as bits.
  func mayHaveChangedComposites(_ changed: UInt64) -> Bool { changed & compositeBits != 0 }

  /// Whether the former value of one of the properties, given as bits, is needed to save it.
  func mayNeedBaseline(_ changed: UInt64) -> Bool {
    changed & (collectionBits | compositeBits) != 0
  }

  /// Whether a reference may be among the changed properties, given as bits.
  func mayHaveChangedReferences(_ changed: UInt64) -> Bool { changed & referenceBits != 0 }

  /// The table's name, quoted for SQL.
  var quotedTable: String { dialect.quoted(entity.table) }

  /// Whether the changed properties, given as bits, include one that is stored in columns or as a
  /// collection. A derived property is neither.
  func areStored(_ changed: UInt64) -> Bool { changed & (columnBits | collectionBits) != 0 }

  /// Returns the `UPDATE` of columns. The key is the first parameter; with a version, the last two
  /// are the new version and the compared one.
  func update(_ written: WrittenColumns) -> StatementText {
    text(.update(written), sql: updateText(written))
  }

  /// Returns the `UPDATE` of properties among the ``batchBits`` from the rows of a batch, whose
  /// first cell is the key; nil if the driver does not support such batches. With a version, each
  /// row has two more cells, the new version and the compared one, and the statement returns the
  /// keys of the rows that it has written.
  func updateBatch(_ written: WrittenColumns) -> StatementText? {
    let columns = updatedColumns(written)
    let cells = [.integer] + columns.map(\.type) + (version == nil ? [] : [.integer])
    // With a version, the keys of the written rows are needed.
    if version != nil && !dialect.character.returnsUpdatedRows { return nil }
    let batch = unusedName("b")
    guard let rows = dialect.rows(cells, from: dialect.placeholder(1), as: batch) else {
      return nil
    }
    return text(.updateBatch(written), sql: updateText(columns, from: rows, as: batch))
  }

  private static func isNumbered(_ column: String) -> Bool {
    let name = column.lowercased()
    return name.count > 1 && name.hasPrefix("v") && name.dropFirst().allSatisfy(\.isNumber)
  }

  /// Returns a name for rows beside those of the class's table: `name`, unless the table has it.
  func unusedName(_ name: String) -> String {
    entity.table.lowercased() == name ? "\(name)_2" : name
  }

  private func updateText(
    _ columns: [ColumnDefinition], from rows: String, as batch: String
  ) -> String {
    let assignments = columns.enumerated().map {
      (column: SQLText(dialect.quoted($1.name)), value: "\(batch).c\($0 + 1)" as SQLText)
    }
    let hasVersion =
      version.map { " AND \($0.compared(in: quotedTable)) = \(batch).c\(columns.count + 1)" } ?? ""
    return dialect.update(
      quotedTable, set: assignments, from: SQLText(rows),
      where: "\(quotedTable).\(ColumnName.pk) = \(batch).c0\(hasVersion)",
      returning: version == nil ? [] : ["\(quotedTable).\(ColumnName.pk)"]
    ).sql(dialect)
  }

  /// Returns a query that finds the row of a key and continues with the next key of the batch; nil
  /// if the database does not support this.
  private static func seek(
    _ columns: [String], in table: String, dialect: any Dialect
  ) -> String? {
    guard dialect.character.goesOnWithNextBatch,
      let keys = dialect.rows([.integer], from: dialect.placeholder(1), as: "k")
    else { return nil }
    let list = columns.map { "r.\($0)" }.joined(separator: ", ")
    return "SELECT \(list) FROM \(keys) LEFT JOIN \(table) AS r ON r.\(ColumnName.pk) = k.c0"
  }

  /// Returns the positions of the properties, among the first 63, whose bits are set.
  func indices(of bits: UInt64) -> [Int] { (bits & ~(1 << 63)).setBits }

  private func updateText(_ written: WrittenColumns) -> String {
    let columns = updatedColumns(written)
    let assignments = columns.enumerated().map {
      "\(dialect.quoted($1.name)) = \(dialect.placeholder($0 + 2))"
    }
    return """
      UPDATE \(quotedTable) SET \(assignments.joined(separator: ", ")) \
      WHERE \(ownRow(version: columns.count + 2))
      """
  }

  /// Returns the columns that an update writes, including the version.
  private func updatedColumns(_ written: WrittenColumns) -> [ColumnDefinition] {
    let columns =
      written.positions.map { $0.map { tables[0].columns[$0 - 1] } }
      ?? indices(of: written.bits).flatMap { bindings[$0].columns }
    let ofVersion = version.map { bindings[$0.index].columns } ?? []
    return (columns + ofVersion).map(\.definition)
  }

  /// Returns the condition that selects an object's row by its key, the first parameter, and, with
  /// a version, by the version that was read.
  /// - Parameter parameter: the number of that version's parameter.
  private func ownRow(version parameter: Int = 2) -> String {
    let hasKey = "\(ColumnName.pk) = \(dialect.placeholder(1))"
    guard let version else { return hasKey }
    return "\(hasKey) AND \(version.compared()) = \(dialect.placeholder(parameter))"
  }

  /// The `DELETE` of an object's row if it has the compared version.
  var deleteVersion: StatementText {
    text(.deleteVersion, sql: "DELETE FROM \(quotedTable) WHERE \(ownRow())")
  }

  /// The `SELECT` of a constant if an object's row exists in the compared version.
  var findVersion: StatementText {
    text(.findVersion, sql: "SELECT 1 FROM \(quotedTable) WHERE \(ownRow())")
  }

  /// Returns the `SELECT` of the objects whose property has the bound value or, with `isNil`, is
  /// nil. These are two texts, since not every database would use an index for a condition that
  /// covers both.
  func find(property index: Int, isNil: Bool) -> StatementText {
    text(
      .find(property: index, isNil: isNil),
      sql: """
        \(select) WHERE \(isNil ? isNull(bindings[index]) : isEqual(bindings[index])) \
        ORDER BY \(ColumnName.pk)
        """)
  }

  private func isNull(_ binding: PropertyBinding) -> String {
    "\(dialect.quoted(binding.columns[binding.layout?.presence ?? 0].definition.name)) IS NULL"
  }

  private func isEqual(_ binding: PropertyBinding) -> String {
    binding.columns.enumerated().map { position, column in
      let name = dialect.quoted(column.definition.name)
      let placeholder = dialect.placeholder(position + 1)
      if binding.layout != nil, column.admitsNull {
        return dialect.isSame(SQLText(name), SQLText(placeholder)).sql(dialect)
      }
      // A key without a class refers to the property's class.
      guard position == 1, let declared = binding.property.impliedTarget else {
        return dialect.numberComparing(column.definition.type)?
          .comparison(of: SQLText(name), "=", with: SQLText(placeholder)).sql(dialect)
          ?? "\(name) = \(placeholder)"
      }
      let table = dialect.literal(.text(declared.table))
      return "coalesce(\(name), \(table)) = coalesce(\(placeholder), \(table))"
    }.joined(separator: " AND ")
  }

  /// Returns the statement for a text key, which is written at its first use.
  private func text(_ key: TextKey, sql: @autoclosure () -> String) -> StatementText {
    madeTexts.withLock { texts in
      if let text = texts[key] { return text }
      let text = StatementText(sql())
      if texts.count >= Self.keptTexts { texts = [:] }
      texts[key] = text
      return text
    }
  }

  /// The number of texts that are kept. There may be one for each set of properties that change
  /// together.
  private static let keptTexts = 256

  private static func batchBits(
    of bindings: [PropertyBinding], unique: [IndexDefinition], version: Int?
  ) -> UInt64 {
    func isUnique(_ name: String) -> Bool { unique.contains { $0.covers(name) } }
    // Every update also writes the version.
    let countsUniquely = version.map {
      bindings[$0].columns.contains { isUnique($0.definition.name) }
    }
    if countsUniquely == true { return 0 }
    return bits(
      of: bindings.indices.prefix(63).filter { index in
        bindings[index].columns.map(\.definition).allSatisfy {
          $0.foreignKey == nil && !isUnique($0.name)
        }
      })
  }

  private static func bits(of indices: [Int]) -> UInt64 {
    indices.reduce(0) { $0 | 1 << UInt64(min($1, 63)) }
  }

  // MARK: The table

  /// Collects the properties that need columns or tables with the names of others. The macro cannot
  /// see this, since the engine adds suffixes to names.
  private static func checkDistinctNames(
    of entity: EntityDescription, bindings: [PropertyBinding], in directory: EntityDirectory,
    _ problems: inout CollectedProblems
  ) throws {
    var owners = [ColumnName.pk: "the primary key"]
    for binding in bindings {
      let name = binding.property.name
      for column in binding.columns.map(\.definition.name) {
        let other = owners.updateValue(name, forKey: column.lowercased())
        if let other { problems.note(sharedColumn(column, of: other, and: name, in: entity)) }
      }
      for table in binding.childTables.map(\.definition.name) {
        try problems.collect {
          try directory.claim(childTable: table, for: "\(entity.className).\(name)")
        }
      }
    }
  }

  private static func sharedColumn(
    _ column: String, of other: String, and name: String, in entity: EntityDescription
  ) -> PersistenceError {
    PersistenceError(
      .invalidModel,
      """
      the properties \(other) and \(name) need columns of the same name; give one of them another with @Column
      """,
      context: .init(
        className: entity.className, property: name, table: entity.table, column: column))
  }

  private static func ownTable(
    of entity: EntityDescription, bindings: [PropertyBinding], indices: [IndexDefinition]
  ) -> RequiredTable {
    let columns = bindings.flatMap(\.columns)
    let key = ColumnDefinition(name: ColumnName.pk, storage: .integer, isRequired: true)
    let definition = TableDefinition(
      name: entity.table, columns: [key] + columns.map(\.definition), primaryKey: [key.name],
      isClustered: false, indices: indices)
    return RequiredTable(
      definition: definition, className: entity.className,
      formerNames: entity.renamedFrom,
      columns: columns, superclass: entity.superclass?.concrete?.table)
  }
}

extension IndexDefinition {
  /// Whether a column is in the index. An expression counts for each column whose name occurs in
  /// it.
  func covers(_ column: String) -> Bool {
    columns.contains { $0.isExpression ? $0.name.contains(column) : $0.name == column }
  }
}
