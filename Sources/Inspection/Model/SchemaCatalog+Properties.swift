import PersistentObjects
import PersistentObjectsEngine

extension SchemaCatalog {
  /// The class of a table; the table's own name where it is not recorded.
  func className(of table: String) -> String { records[table]?.className ?? table }

  /// All properties of a class, inherited ones included: those with columns in their order, then
  /// collections by name.
  func properties(of table: String) -> [PropertyModel] {
    let collections = childTables(of: table)
    let names = Set(collections.keys)
    let columns = (tables[table]?.columns ?? []).compactMap { name -> PropertyModel? in
      let key = ColumnKey(table: table, column: name)
      guard let column = self.columns[key], !isClassColumn(key), !names.contains(column.property)
      else { return nil }
      return PropertyModel(column, key, self)
    }
    return columns
      + collections.sorted { $0.key < $1.key }.map { name, child in
        PropertyModel(collection: name, in: child, of: table, self)
      }
  }

  /// The outermost child tables of a class, by the property.
  func childTables(of table: String) -> [String: String] {
    var found: [String: String] = [:]
    for (name, record) in records where record.owner == table && tables[name] != nil {
      let property = columns.first { $0.key.table == name }?.value.property
      found[property ?? String(name.dropFirst(table.count + 1))] = name
    }
    return found
  }

  /// The table of what lies in inner collections.
  func innerTable(of child: String) -> String? {
    records.first { $1.owner == child && tables[$0] != nil }?.key
  }

  /// Whether a column says which class the reference beside it is of.
  func isClassColumn(_ key: ColumnKey) -> Bool {
    guard key.column.hasSuffix(ColumnName.classSuffix), let column = columns[key],
      CodecIdentifier.isReference(column.codec)
    else { return false }
    let beside = ColumnKey(
      table: key.table, column: String(key.column.dropLast(ColumnName.classSuffix.count)))
    return columns[beside]?.codec == column.codec
  }
}

extension PropertyModel {
  fileprivate init(
    _ column: SchemaCatalog.RecordedColumn, _ key: SchemaCatalog.ColumnKey,
    _ catalog: SchemaCatalog
  ) {
    self.init(name: column.property, type: catalog.elementType(column))
    self.column = key.column
    codec = CodecModel(column, of: type)
    deletesTargets = column.deletesTargets ? true : nil
    let rule = column.onDelete.flatMap(DeleteRuleModel.init)
    let isRequired = rule == .restrict || rule == .cascade
    if CodecIdentifier.isReference(column.codec), !isRequired { type = .optional(type) }
    onDelete = rule == .cascade ? .cascade : nil
  }

  fileprivate init(
    collection name: String, in child: String, of table: String, _ catalog: SchemaCatalog
  ) {
    let shape = CollectionReading(child, depth: 1, catalog)
    let presence = catalog.columns.first { key, column in
      key.table == table && column.property == name
    }
    self.init(name: name, type: presence == nil ? shape.type : .optional(shape.type))
    column = String(child.dropFirst(table.count + 1))
    codec = shape.element.flatMap { CodecModel($0, of: nil) }
    keyCodec = shape.key.flatMap { CodecModel($0, of: nil) }
    deletesTargets = shape.element?.deletesTargets == true ? true : nil
    onDelete = shape.element?.onDelete.flatMap(DeleteRuleModel.init).flatMap {
      $0 == .nullify ? nil : $0
    }
  }
}

extension CodecModel {
  /// nil where the codec follows from the type.
  fileprivate init?(_ column: SchemaCatalog.RecordedColumn, of type: SwiftType?) {
    if CodecIdentifier.isReference(column.codec) { return nil }
    if let known = StandardCodec.named(column.codec), known.expression == nil,
      known.type != "StoredValue"
    {
      return nil
    }
    name = column.codec
    version = column.version
    oldestVersion = column.oldestVersion == column.version ? nil : column.oldestVersion
    storage = column.storage
  }
}

extension SchemaCatalog {
  /// The type of what a column holds, without regard to nil.
  fileprivate func elementType(_ column: RecordedColumn) -> SwiftType {
    guard CodecIdentifier.isReference(column.codec) else {
      return .named(StandardCodec.named(column.codec)?.type ?? "StoredValue")
    }
    guard let target = CodecIdentifier.target(ofReference: column.codec) else { return .anyObject }
    return .named(className(of: target))
  }
}

/// The shape of a collection, by the columns of its child tables.
private struct CollectionReading {
  let type: SwiftType
  /// The column of the innermost elements.
  private(set) var element: SchemaCatalog.RecordedColumn?
  /// The column of a dictionary's keys.
  private(set) var key: SchemaCatalog.RecordedColumn?

  init(_ name: String, depth: Int, _ catalog: SchemaCatalog) {
    let table = CollectionTable(name, depth: depth, catalog)
    element = table.element.flatMap { catalog.columns[$0.place] }
    key = table.key.flatMap { catalog.columns[$0.place] }
    let keyType = key.map(catalog.elementType) ?? .named("String")
    var content = element.map(catalog.elementType) ?? .named("StoredValue")
    if let name = table.inner {
      let inner = CollectionReading(name, depth: depth + 1, catalog)
      content = inner.type
      element = inner.element
      key = key ?? inner.key
    }
    type =
      switch table.kind {
      case .array: .array(content)
      case .set: .set(content)
      case .dictionary: .dictionary(key: keyType, value: content)
      }
  }
}
