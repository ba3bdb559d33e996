import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection
import PersistentObjectsNames

/// The tables of a class of a model, as a program with that class would create them.
struct ClassTables {
  private let model: StoreModel
  private let classModel: ClassModel
  /// The stored properties, those of superclasses first.
  private let properties: [PropertyModel]

  init(of classModel: ClassModel, in model: StoreModel) throws {
    self.model = model
    self.classModel = classModel
    properties = try model.lineage(of: classModel).flatMap(\.properties)
      .filter { $0.inverse == nil }
  }

  /// Returns the class's own table, then those of its collections.
  func required() throws -> [RequiredTable] {
    let columns = try properties.flatMap(columns)
    return try [ownTable(columns)] + properties.filter(\.type.isCollection).flatMap(childTables)
  }

  /// Throws `invalidModel` for a default that no property could read from its column.
  func requireReadableDefaults() throws {
    for property in properties {
      let fields = model.fields(of: property).map(\.field)
      for misfit in ([property] + fields).compactMap(\.defaultMisfit) {
        throw invalid(misfit, property)
      }
    }
  }

  /// Returns the oldest versions of the columns whose rows may be in an older form than their codec
  /// writes now.
  func oldestVersions() throws -> [SchemaCatalog.ColumnKey: Int] {
    var codecs: [String: [CodecModel]] = [:]
    for property in properties {
      let all = [property.codec, property.keyCodec] + (property.innerKeyCodecs ?? [])
      codecs[property.name] = all.compactMap(\.self).filter { $0.oldestVersion != nil }
      let older = try composite(of: property)?.olderCodecs(property.name) ?? [:]
      for (path, codec) in older { codecs[path] = [codec] }
    }
    guard codecs.values.contains(where: { !$0.isEmpty }) else { return [:] }
    var versions: [SchemaCatalog.ColumnKey: Int] = [:]
    for table in try required() {
      for column in table.columns {
        let key = SchemaCatalog.ColumnKey(
          table: table.definition.name, column: column.definition.name)
        let writers = (codecs[column.property] ?? []).filter { $0.writes(column) }
        versions[key] = writers.compactMap(\.oldestVersion).min()
      }
    }
    return versions
  }

  private func ownTable(_ columns: [RequiredColumn]) throws -> RequiredTable {
    let key = ColumnDefinition(name: ColumnName.pk, storage: .integer, isRequired: true)
    let definition = TableDefinition(
      name: classModel.table, columns: [key] + columns.map(\.definition), primaryKey: [key.name],
      isClustered: false, indices: try indices(columns))
    return RequiredTable(
      definition: definition, className: classModel.name, columns: columns,
      superclass: model.superclassTable(of: classModel))
  }

  // MARK: Columns

  private func columns(of property: PropertyModel) throws -> [RequiredColumn] {
    let name = column(of: property)
    if property.type.isCollection {
      return property.type.isOptional ? [presence(name, property)] : []
    }
    if let reference = try reference(property.type.unwrapped, property) {
      let columns = reference.columns(key: name, className: name + ColumnName.classSuffix)
      return columns(reference.rule.action)
    }
    if let composite = composite(of: property) {
      return try composite.columns(
        isOptional: property.type.isOptional, property: property.name, prefix: name)
    }
    return [
      try value(name, property.type, property.codec, of: property, property.defaultValue?.value)
    ]
  }

  /// Returns the type of a property or of its elements, if their values have several columns.
  private func composite(of property: PropertyModel) -> CompositeColumns? {
    property.codec == nil
      ? CompositeColumns(property.type.elementName, model, invalid: { invalid($0, property) }) : nil
  }

  private func column(of property: PropertyModel) -> String {
    property.column ?? StandardNaming.name(of: property.name)
  }

  private func presence(_ name: String, _ property: PropertyModel) -> RequiredColumn {
    RequiredColumn(
      definition: ColumnDefinition(
        name: name, storage: .integer, defaultValue: property.defaultValue?.value),
      property: property.name, codec: .presence, canRead: { $0 == 1 }, admitsNull: true)
  }

  private func value(
    _ name: String, _ type: SwiftType, _ codec: CodecModel?, of property: PropertyModel,
    _ defaultValue: StoredValue? = nil
  ) throws -> RequiredColumn {
    guard let codec = codec ?? CodecModel(of: type.unwrapped), let storage = codec.storageClass
    else {
      throw invalid(
        "no class of the model and no type with a standard codec is called \(type.unwrapped)",
        property)
    }
    return RequiredColumn(
      definition: ColumnDefinition(name: name, storage: storage, defaultValue: defaultValue),
      property: property.name, codec: CodecIdentifier(codec.name, version: codec.version),
      canRead: { $0 == codec.version }, admitsNull: true)
  }

  /// Returns the layout of a reference; nil if the type is not a class.
  private func reference(_ type: SwiftType, _ property: PropertyModel) throws -> ReferenceLayout? {
    let isElement = property.type.isCollection
    let isRequired = !isElement && !property.type.isOptional
    let rule = ReferenceRule(
      onDelete: property.onDelete ?? (isRequired ? .restrict : .nullify),
      deletesTargets: property.deletesTargets ?? false)
    if type == .anyObject {
      return ReferenceLayout(property: property.name, target: nil, isOpen: true, rule: rule)
    }
    guard case .named(let name) = type, property.codec == nil,
      let target = model.classModel(named: name)
    else { return nil }
    return ReferenceLayout(
      property: property.name, target: target.table, isOpen: model.isOpen(target), rule: rule)
  }

  // MARK: Collections

  private func childTables(of property: PropertyModel) throws -> [RequiredTable] {
    let place = ChildPlace(column: column(of: property), parent: classModel.table)
    return try tables(of: property.type.unwrapped, property, place, dictionaries: 0)
  }

  /// Returns the tables of a collection inside some others.
  ///
  /// - Parameter dictionaries: the number of dictionaries among the others.
  private func tables(
    of type: SwiftType, _ property: PropertyModel, _ place: ChildPlace, dictionaries: Int
  ) throws -> [RequiredTable] {
    guard let (kind, key, element) = type.collection else { return [] }
    let coded =
      try key.map {
        try codedKeys(
          $0, property.codecOfKeys(inside: dictionaries), of: property, depth: place.depth)
      } ?? []
    let isNested = element.isCollection
    let keys = keyColumns(kind, coded, depth: place.depth, isNested: isNested)
    let table = ChildTable(
      kind: kind, keys: keys, codedKeys: coded,
      element: try elementColumns(element, property),
      className: classModel.name, place)
    guard isNested else { return [table.required] }
    let inner = try tables(
      of: element.unwrapped, property, place.inside(keys),
      dictionaries: dictionaries + (key == nil ? 0 : 1))
    return [table.required] + inner
  }

  /// Returns the columns of the keys of a dictionary.
  private func codedKeys(
    _ type: SwiftType, _ codec: CodecModel?, of property: PropertyModel, depth: Int
  ) throws -> [RequiredColumn] {
    let name = ColumnName.numbered(ColumnName.key, depth: depth)
    let composite = CompositeColumns(
      type.elementName, model, invalid: { invalid($0, property) })
    guard codec == nil, let composite else {
      return [try value(name, type, codec, of: property)]
    }
    return try composite.columns(isOptional: false, property: property.name, prefix: name)
  }

  /// Returns the columns that identify rows. The values of a set identify themselves.
  private func keyColumns(
    _ kind: CollectionKind, _ codedKeys: [RequiredColumn], depth: Int, isNested: Bool
  ) -> [ColumnDefinition] {
    func counting(_ name: String) -> ColumnDefinition {
      ColumnDefinition(
        name: ColumnName.numbered(name, depth: depth), storage: .integer, isRequired: true)
    }
    return switch kind {
    case .array: [counting(ColumnName.index)]
    case .set: isNested ? [counting(ColumnName.member)] : []
    case .dictionary: codedKeys.map(\.definition)
    }
  }

  private func elementColumns(
    _ type: SwiftType, _ property: PropertyModel
  ) throws -> [RequiredColumn] {
    if type.isCollection {
      return [
        RequiredColumn(
          definition: ColumnDefinition(name: ColumnName.value, storage: .integer),
          property: property.name, codec: .presence, canRead: { $0 == 1 }, admitsNull: true)
      ]
    }
    if let composite = composite(of: property) {
      return try composite.columns(
        isOptional: type.isOptional, property: property.name, prefix: "")
    }
    guard let reference = try reference(type, property) else {
      return [try value(ColumnName.value, type, property.codec, of: property)]
    }
    let columns = reference.columns(
      key: ColumnName.reference, className: ColumnName.referenceClass)
    return columns(reference.rule.elementAction)
  }

  // MARK: Indices

  private func indices(_ columns: [RequiredColumn]) throws -> [IndexDefinition] {
    var found: [IndexDefinition] = []
    let declared = try model.lineage(of: classModel).flatMap { $0.indices ?? [] }
    for index in declared + columnIndices {
      try requireSound(index, columns)
      let definition = IndexDefinition(
        table: classModel.table, columns: index.columns.map(IndexedColumn.init(text:)),
        isUnique: index.isUnique ?? false, condition: index.condition)
      if !found.contains(where: { $0.signature == definition.signature }) {
        found.append(definition)
      }
    }
    let covered = Set(found.filter { $0.condition == nil }.compactMap(\.columns.first?.name))
    let references = columns.filter { $0.reference != nil }.map(\.definition.name)
    return found
      + references.filter { !covered.contains($0) }.map {
        IndexDefinition(table: classModel.table, columns: [IndexedColumn($0)])
      }
  }

  /// Throws `invalidModel` for an index that no database could have.
  private func requireSound(_ index: IndexModel, _ columns: [RequiredColumn]) throws {
    guard let problem = problem(of: index, Set(columns.map(\.definition.name))) else { return }
    throw PersistenceError(
      .invalidModel,
      "the index of \(index.columns.joined(separator: ", ")) cannot be created: \(problem)",
      context: .init(className: classModel.name, table: classModel.table))
  }

  private func problem(of index: IndexModel, _ columns: Set<String>) -> String? {
    if index.columns.isEmpty { return "it has no columns" }
    if let name = index.unknownName(among: columns.union([ColumnName.pk])) {
      return "'\(name)' is not a column"
    }
    guard let condition = index.condition, !SQLExpression.isSound(condition) else { return nil }
    return "its condition is not an SQL expression"
  }

  /// The indices that properties and fields declare for themselves.
  private var columnIndices: [IndexModel] {
    properties.flatMap { property -> [IndexModel] in
      let fields = model.fields(of: property).map { (column: $0.column, $0.field) }
      let all = [(column: column(of: property), property)] + fields
      return all.filter { $1.isUnique == true || $1.isIndexed == true }.map { column, field in
        IndexModel(columns: [column], isUnique: field.isUnique)
      }
    }
  }

  private func invalid(_ message: String, _ property: PropertyModel) -> PersistenceError {
    PersistenceError(
      .invalidModel, message,
      context: .init(className: classModel.name, property: property.name, table: classModel.table))
  }
}

/// The columns of a reference to a class.
private struct ReferenceLayout {
  let property: String
  /// The table of the class; nil for a reference to any class.
  let target: String?
  /// Whether the reference may refer to another class, whose table is stored beside the key.
  let isOpen: Bool
  let rule: ReferenceRule

  func columns(
    key: String, className: String
  ) -> (_ onDelete: ForeignKey.Action) -> [RequiredColumn] {
    { onDelete in
      let watched = isOpen ? nil : target.map { ForeignKey(table: $0, onDelete: onDelete) }
      let key = ColumnDefinition(name: key, storage: .integer, foreignKey: watched)
      let beside = ColumnDefinition(name: className, storage: .text)
      return [column(key, rule)] + (isOpen ? [column(beside, nil)] : [])
    }
  }

  private func column(_ definition: ColumnDefinition, _ rule: ReferenceRule?) -> RequiredColumn {
    RequiredColumn(
      definition: definition, property: property,
      codec: target.map { .reference(to: $0) } ?? .referenceToAny, canRead: { $0 == 1 },
      admitsNull: true, reference: rule)
  }
}

extension CodecModel {
  fileprivate func writes(_ column: RequiredColumn) -> Bool {
    column.codec == CodecIdentifier(name, version: version)
  }
}

extension IndexedColumn {
  /// Creates a column, or an expression, from one of an `IndexModel`.
  fileprivate init(text: String) {
    let (name, isDescending) = IndexModel.name(ofColumn: text)
    if let expression = IndexModel.expression(in: name) {
      self.init(expression: expression, isDescending: isDescending)
    } else {
      self.init(name, isDescending: isDescending)
    }
  }
}

extension SwiftType {
  /// The parts of a collection; nil for other types.
  fileprivate var collection: (kind: CollectionKind, key: SwiftType?, element: SwiftType)? {
    switch self {
    case .array(let element): (.array, nil, element)
    case .set(let element): (.set, nil, element)
    case .dictionary(let key, let value): (.dictionary, key, value)
    default: nil
    }
  }
}
