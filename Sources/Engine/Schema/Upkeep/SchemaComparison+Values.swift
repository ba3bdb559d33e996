import PersistentObjectsCodec
import PersistentObjectsDriver

// Values in several columns.

extension SchemaComparison {
  /// Throws if a column was a part of other values. Structs that `@Embeddable` has made embeddable
  /// may come and go around a column.
  func requireValues(
    _ column: RequiredColumn, of table: RequiredTable, recorded old: SchemaCatalog.RecordedColumn
  ) throws {
    guard let former = RecordedValue.values(old.values) else {
      throw RecordRow.damage(
        "'\(old.values ?? "")' names no values in several columns", in: SchemaCatalog.columnTable)
    }
    let (written, read) = (
      former.filter { !$0.isEmbeddable }, column.partOf.filter { !$0.codec.identifier.isEmbeddable }
    )
    let isReadable =
      written.count == read.count
      && zip(written, read).allSatisfy {
        $0.codec.name == $1.codec.identifier.name && $1.codec.canRead(version: $0.codec.version)
      }
    if isReadable { return }
    func list(_ names: [CodecIdentifier]) -> String {
      names.isEmpty ? "by itself" : "by " + names.map { "'\($0)'" }.joined(separator: ", ")
    }
    throw mismatch(
      column, of: table,
      finding: """
        as a part of a value it is stored \(list(read.map(\.codec.identifier))) and was written \
        \(list(written.map(\.codec)))
        """)
  }

  /// Throws if the file has the value of a property in one column, and the class in several, or the
  /// reverse: the rows would seem to have none.
  func requireSameColumns(
    _ column: RequiredColumn, of table: RequiredTable, in existing: ExistingTable
  ) throws {
    let property = column.property.split(separator: ".").first.map(String.init) ?? column.property
    let wanted = Set(table.columns.map(\.definition.name))
    let other = catalog.columns.filter { key, record in
      let isPart = !(record.values ?? "").isEmpty
      let isOfProperty =
        column.partOf.isEmpty
        ? isPart && record.property.hasPrefix("\(property).")
        : !isPart && record.property == property
      return isOfProperty && key.table == existing.name && !wanted.contains(key.column)
        && existing.columns.contains(key.column)
    }.min { $0.key.column < $1.key.column }
    guard let (key, record) = other else { return }
    let type = column.partOf.first.map { Self.type(of: $0.codec) } ?? column.values
    let writer = RecordedValue.values(record.values)?.first.map(\.codec)
    let call = type.map {
      RecodeCall(
        className: className, property: property, isElement: table.owner != nil, isKey: false,
        values: $0, old: record.written(by: writer), codecs: codecs
      ).description
    }
    throw table.mismatch(
      """
      the file has the value in \(column.partOf.isEmpty ? "several columns" : "one column, '\(key.column)'"), and \
      the property has it in \(column.partOf.isEmpty ? "one" : "several"); nothing was changed. \
      \(call.map { "Rewrite it with \($0), or give" } ?? "Give") the property another name
      """, in: existing.name, column: column.definition.name, property: column.property)
  }

  private static func type<Codec: CompositeCodec>(of codec: Codec) -> Any.Type {
    Codec.Value.self
  }

  /// Throws if rows have a value that would lack a field, since the field is new, has no default
  /// and cannot be nil.
  func requireNoValues(
    _ column: RequiredColumn, of table: RequiredTable, in existing: ExistingTable
  ) throws {
    guard let (names, isNeeded) = column.neededWith, isNeeded(),
      let telling = names.first(where: existing.columns.contains)
    else { return }
    let dialect = catalog.dialect
    let query: SQLText = """
      SELECT 1 FROM \(dialect.quoted(existing.name)) WHERE \(dialect.quoted(telling)) IS NOT NULL LIMIT 1
      """
    guard try hasRow(query) else { return }
    throw table.mismatch(
      """
      rows have the value but no column for this field, and the field has no default and cannot be nil; nothing \
      was changed. Give it a default value, make it optional, or declare its old name with @Column(renamedFrom:)
      """, in: table.definition.name, column: column.definition.name)
  }

  /// Throws if rows would lose a value because a column that is NULL in them is to tell from now on
  /// that there is none.
  func requireTelling(
    _ column: RequiredColumn, of table: RequiredTable, in existing: ExistingTable,
    as found: String?
  ) throws {
    if column.tellsOf.isEmpty || isTelling(found, in: existing) { return }
    let others = Set(column.tellsOf).intersection(existing.columns)
      .union(presenceColumns(of: column, in: existing)).subtracting([found ?? ""])
    if others.isEmpty { return }
    guard let found else {
      guard try hasRows(existing.name) else { return }
      throw lostValues(column, of: table, in: existing)
    }
    let quoted = others.sorted().map { "\(catalog.dialect.quoted($0)) IS NOT NULL" as SQLText }
    let query: SQLText = """
      SELECT 1 FROM \(catalog.dialect.quoted(existing.name)) WHERE \(catalog.dialect.quoted(found)) IS NULL \
      AND (\(quoted.joined(separator: " OR "))) LIMIT 1
      """
    if try hasRow(query) { throw lostValues(column, of: table, in: existing) }
  }

  /// Whether a column of the file tells already.
  private func isTelling(_ found: String?, in existing: ExistingTable) -> Bool {
    let record = found.flatMap { catalog.columns[.init(table: existing.name, column: $0)] }
    return RecordedValue.values(record?.values)?.contains { $0.mark == .telling } == true
  }

  /// The columns that only tell whether there is the value, in the file.
  private func presenceColumns(
    of column: RequiredColumn, in existing: ExistingTable
  ) -> [String] {
    let value = column.property.split(separator: ".").first.map(String.init)
    return catalog.columns.filter { key, record in
      key.table == existing.name && record.codec == CodecIdentifier.valuePresence.name
        && record.property == value && existing.columns.contains(key.column)
    }.map(\.key.column)
  }

  private func lostValues(
    _ column: RequiredColumn, of table: RequiredTable, in existing: ExistingTable
  ) -> PersistenceError {
    table.mismatch(
      """
      the column would tell which rows have a value, and is NULL or missing in rows that have one; nothing was \
      changed. The first field that cannot be nil tells: keep it the first, and declare new ones after it
      """, in: existing.name, column: column.definition.name)
  }
}

extension SchemaCatalog.RecordedColumn {
  /// Returns the record as that of a codec of several columns, if one wrote the column.
  fileprivate func written(by codec: CodecIdentifier?) -> Self {
    guard let codec else { return self }
    var record = self
    (record.codec, record.version, record.oldestVersion) = (
      codec.name, codec.version, codec.version
    )
    return record
  }
}
