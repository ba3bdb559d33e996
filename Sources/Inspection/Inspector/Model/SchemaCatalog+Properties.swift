package import PersistentObjects

extension SchemaCatalog {
  /// Returns the class of a table; the table's own name if it is not recorded.
  package func className(of table: String) -> String { records[table]?.className ?? table }

  /// Returns all properties of a class, including inherited ones: first those with columns, in the
  /// order of the columns, then collections by name.
  package func properties(of table: String) -> [PropertyModel] {
    ClassColumns(CatalogLookup(self), FileFacts(), className).properties(of: table)
  }

  /// Returns the places of a class's properties, in the order of ``properties(of:)``.
  package func places(of table: String) -> [PropertyPlace] { CatalogLookup(self).places(of: table) }

  /// Returns the table of the nested collections.
  func innerTable(of child: String) -> String? {
    records.first { $1.owner == child && tables[$0] != nil }?.key
  }

  /// Returns whether a column stores the class of the reference beside it.
  package func isClassColumn(_ key: ColumnKey) -> Bool {
    guard key.column.hasSuffix(ColumnName.classSuffix), let column = columns[key],
      column.namesClass
    else { return false }
    let beside = ColumnKey(
      table: key.table, column: String(key.column.dropLast(ColumnName.classSuffix.count)))
    return columns[beside]?.codec == column.codec
  }
}

/// Derives properties from the columns of a class's tables.
package struct ClassColumns {
  let lookup: CatalogLookup
  let facts: FileFacts
  /// Returns the name of the class to which a table belongs.
  let className: (String) -> String
  /// The names that mean classes. A value whose type has one of them is told from a reference by
  /// its codec.
  private let classNames: Set<String>
  /// Returns the name of the type of elements and keys whose codec does not follow from a type; nil
  /// to use the type of stored values.
  let elementName: ((CodecModel) -> String)?
  /// The types of values in several columns.
  let values: ValueTypes
  var catalog: SchemaCatalog { lookup.catalog }

  package init(
    _ lookup: CatalogLookup, _ facts: FileFacts, _ className: @escaping (String) -> String,
    classNames: Set<String> = [], elementName: ((CodecModel) -> String)? = nil,
    values: ValueTypes = ValueTypes()
  ) {
    self.lookup = lookup
    self.facts = facts
    self.className = className
    self.classNames = classNames
    self.elementName = elementName
    self.values = values
  }

  /// Returns all properties of a class, including inherited ones.
  package func properties(of table: String) -> [PropertyModel] {
    lookup.places(of: table).compactMap { place in
      if let child = place.childTable { return collection(place, in: child, of: table) }
      if let composite = place.composite { return property(place, composite, of: table) }
      let key = SchemaCatalog.ColumnKey(table: table, column: place.column)
      return catalog.columns[key].map { property(place.name, $0, key) }
    }
  }

  /// Returns a property whose values have several columns.
  private func property(
    _ place: PropertyPlace, _ composite: RecordedComposite, of table: String
  ) -> PropertyModel {
    var property = PropertyModel(
      name: place.name, type: values.type(of: composite, prefix: place.column, in: table, self))
    property.column = place.column
    return property
  }

  /// Returns a field of a value in several columns.
  func field(_ name: String, _ key: SchemaCatalog.ColumnKey) -> PropertyModel {
    catalog.columns[key].map { property(name, $0, key) }
      ?? PropertyModel(name: name, type: .named(StandardCodec.stored))
  }

  private func property(
    _ name: String, _ column: SchemaCatalog.RecordedColumn, _ key: SchemaCatalog.ColumnKey
  ) -> PropertyModel {
    var property = PropertyModel(name: name, type: elementType(column))
    property.column = key.column
    property.codec = CodecModel(column, classNames)
    property.deletesTargets = column.deletesTargets ? true : nil
    property.defaultValue = facts.defaults[key].map(ModelLiteral.init)
    if facts.computedDefaults.contains(key) {
      property.notes = ["the table has an expression for a default, which is left out"]
    }
    var isOptional = facts.nulls.contains(key)
    if CodecIdentifier.isReference(column.codec) {
      let rule = rule(column, key)
      isOptional = isOptional || rule == nil || rule == .nullify
      // The default rule is `nullify` for an optional reference and `restrict` for a required one.
      property.onDelete = rule == (isOptional ? .nullify : .restrict) ? nil : rule
    }
    if isOptional { property.type = .optional(property.type) }
    return property
  }

  /// Returns the rule of a reference. Files of earlier versions record only the foreign key.
  private func rule(
    _ column: SchemaCatalog.RecordedColumn, _ key: SchemaCatalog.ColumnKey
  ) -> DeleteRule? {
    if let rule = column.onDelete.flatMap(DeleteRule.init) { return rule }
    return switch catalog.tables[key.table]?.foreignKeys[key.column]?.onDelete {
    case .cascade: .cascade
    case .restrict: .restrict
    default: nil
    }
  }

  private func collection(
    _ place: PropertyPlace, in child: String, of table: String
  ) -> PropertyModel {
    let shape = CollectionReading(child, depth: 1, self)
    let isOptional = place.presence != nil
    var property = PropertyModel(
      name: place.name, type: isOptional ? .optional(shape.type) : shape.type)
    property.column = place.column
    let value = place.presence.flatMap { facts.defaults[.init(table: table, column: $0)] }
    property.defaultValue = value.map(ModelLiteral.init)
    if elementName == nil {
      property.codec = shape.element.flatMap { CodecModel($0, classNames) }
      property.setKeyCodecs(shape.keys.map { $0.flatMap { CodecModel($0, classNames) } })
    }
    property.deletesTargets = shape.element?.deletesTargets == true ? true : nil
    let rule = shape.element?.onDelete.flatMap(DeleteRule.init)
    property.onDelete = rule == .nullify ? nil : rule
    return property
  }

  /// Returns the type of an element or a key.
  fileprivate func typeInCollection(_ column: SchemaCatalog.RecordedColumn) -> SwiftType {
    if let elementName, let codec = CodecModel(column, classNames) {
      return .named(elementName(codec))
    }
    return elementType(column)
  }

  /// Returns the type of a column's values, regardless of nil.
  private func elementType(_ column: SchemaCatalog.RecordedColumn) -> SwiftType {
    guard CodecIdentifier.isReference(column.codec) else {
      return .named(StandardCodec.recorded(column)?.type ?? StandardCodec.stored)
    }
    guard let target = CodecIdentifier.target(ofReference: column.codec) else { return .anyObject }
    return .named(className(target))
  }
}

extension CodecModel {
  /// Creates the codec of a column; nil if it follows from the type, whose name is not that of a
  /// class.
  fileprivate init?(_ column: SchemaCatalog.RecordedColumn, _ classNames: Set<String>) {
    if CodecIdentifier.isReference(column.codec) { return nil }
    if let known = StandardCodec.recorded(column), known.expression == nil, known.namesType,
      !classNames.contains(known.type)
    {
      return nil
    }
    self.init(
      name: column.codec, version: column.version,
      oldestVersion: column.oldestVersion == column.version ? nil : column.oldestVersion,
      storage: column.storage)
  }
}

/// The shape of a collection, derived from the columns of its child tables.
private struct CollectionReading {
  let type: SwiftType
  /// The column of the innermost elements.
  private(set) var element: SchemaCatalog.RecordedColumn?
  /// The columns of the keys of all dictionaries, from the outside in.
  private(set) var keys: [SchemaCatalog.RecordedColumn?]

  init(_ name: String, depth: Int, _ columns: ClassColumns) {
    let catalog = columns.catalog
    let table = CollectionTable(name, depth: depth, catalog, inner: columns.lookup.innerTable)
    element = table.element.flatMap { catalog.columns[$0.place] }
    var (key, keyType): (SchemaCatalog.RecordedColumn?, SwiftType?) = (nil, nil)
    switch table.key {
    case .column(let column):
      key = catalog.columns[column.place]
      keyType = key.map(columns.typeInCollection)
    case .composite(let composite):
      let beginning = ColumnName.numbered(ColumnName.key, depth: depth)
      keyType = columns.values.type(
        of: composite.recorded, prefix: beginning, in: name, columns)
    case nil: break
    }
    keys = table.kind == .dictionary ? [key] : []
    var content: SwiftType
    if let name = table.inner {
      let inner = CollectionReading(name, depth: depth + 1, columns)
      content = inner.type
      element = inner.element
      keys += inner.keys
    } else if let composite = table.composite?.recorded {
      content = columns.values.type(of: composite, prefix: "", in: name, columns)
    } else {
      content = element.map(columns.typeInCollection) ?? .named(StandardCodec.stored)
    }
    if table.kind != .set, table.element.map({ columns.facts.nulls.contains($0.place) }) == true {
      content = .optional(content)
    }
    type =
      switch table.kind {
      case .array: .array(content)
      case .set: .set(content)
      case .dictionary: .dictionary(key: keyType ?? .named("String"), value: content)
      }
  }
}
