import PersistentObjects
public import PersistentObjectsInspection
import PersistentObjectsNames

extension InspectedFile {
  /// Returns the model of classes that would open the file without pending changes. In addition to
  /// the records in ``model``, it uses facts from tables and rows:
  ///
  /// * A property is optional if a row, even one of a subclass, has NULL in it, or if it is a
  ///   reference that becomes nil. Thus all existing rows remain readable. The same applies to
  ///   elements.
  /// * A property has the default value of its column.
  /// * Names that are invalid in Swift are replaced, and so are equal names of two classes.
  /// * Elements and keys of collections whose codec belongs to no type get a type of their own.
  /// * Columns and indices that no class could have declared are left out. The first use of the
  ///   class drops these indices.
  ///
  /// The notes record all these decisions.
  ///
  /// This reads each table once.
  public func declaredModel() throws -> StoreModel {
    let lookup = CatalogLookup(catalog)
    let reading = DeclaredModelReading(lookup, try FileFacts(lookup, connection))
    return reading.model
  }
}

/// Derives classes, as they would be declared, from a file's records.
private final class DeclaredModelReading {
  private let lookup: CatalogLookup
  private let facts: FileFacts
  private var names: ClassNames
  private var types: [TypeModel] = []
  /// The properties of a class, including inherited ones, by table.
  private var properties: [String: [PropertyModel]] = [:]
  /// The types of values in several columns.
  private lazy var values = ValueTypes { [unowned self] in names.newName(ofValue: $0.typeName) }
  private lazy var fieldIndices = FieldIndices(
    lookup, lookup.classTables.map { ($0, ownProperties(of: $0)) }, valueModel)

  init(_ lookup: CatalogLookup, _ facts: FileFacts) {
    self.lookup = lookup
    self.facts = facts
    names = ClassNames(lookup)
  }

  /// A model with the types of values only.
  private var valueModel: StoreModel {
    var model = StoreModel(classes: [])
    model.types = values.types
    return model
  }

  private func ownProperties(of table: String) -> [PropertyModel] {
    let inherited = Set(lookup.ancestors(of: table).first.map(allProperties)?.map(\.name) ?? [])
    return allProperties(of: table).filter { !inherited.contains($0.name) }
  }

  var model: StoreModel {
    let classes =
      (lookup.classTables.map(classModel) + lookup.missingSuperclasses.map(standIn)).sorted {
        $0.name < $1.name
      }
    var model = StoreModel(classes: classes)
    let all = types + values.types.map { fieldIndices.declared(in: $0).withSwiftNames }
    model.types = all.isEmpty ? nil : all
    return model
  }

  /// Returns a superclass that has no table yet. Only the records of its subclasses mention it.
  private func standIn(ofTable table: String) -> ClassModel {
    var model = ClassModel(name: name(of: table), table: table, properties: [])
    model.notes = names.notes[table]
    return model
  }

  private func classModel(ofTable table: String) -> ClassModel {
    let ancestors = lookup.ancestors(of: table)
    var notes = names.notes[table] ?? []
    let inherited = ancestors.first.map(allProperties) ?? []
    let recorded = Set(inherited.map(\.name))
    var own = allProperties(of: table).filter { !recorded.contains($0.name) }
    var model = ClassModel(
      name: name(of: table), table: table,
      superclass: lookup.catalog.records[table]?.superclass.flatMap { names.names[$0] },
      properties: [])
    let missing = recorded.subtracting(allProperties(of: table).map(\.name)).sorted()
    if !missing.isEmpty {
      notes.append("its table lacks \(missing.joined(separator: ", ")), which its first use adds")
    }
    own.removeAll { property in
      guard let reason = reasonAgainst(property, in: table, inherited) else { return false }
      notes.append("\(property.name.swiftLiteral) is left out: \(reason)")
      return true
    }
    repairNames(&own, of: model, inherited: inherited)
    dropMisfittingDefaults(of: &own)
    let kept = inherited.filter { reasonAgainst($0, in: table, []) == nil } + own
    let columns = columns(of: kept, in: table)
    let indices = lookup.indices(of: table).filter { index in
      if fieldIndices.has(index, of: table) { return false }
      guard let reason = reasonAgainst(index, kept, columns) else { return true }
      let names = index.columns.joined(separator: ", ")
      notes.append(
        "the index of \(names) is left out: \(reason); the first use of the class drops it")
      return false
    }
    model.indices = takeUnique(&own, indices)
    model.properties = own
    model.isFinal = lookup.openTables.contains(table) ? false : nil
    model.notes = notes.isEmpty ? nil : notes
    return model
  }

  /// Returns the name of a class. An invalid name stands for a removed class.
  private func name(of table: String) -> String { names.names[table] ?? Self.gone + table }

  private static let gone = "?"

  private func allProperties(of table: String) -> [PropertyModel] {
    if let known = properties[table] { return known }
    let columns = ClassColumns(lookup, facts, name, elementName: elementName, values: values)
    let found = columns.properties(of: table)
    properties[table] = found
    return found
  }

  /// Returns the name of the type for a codec's stored form, for elements and keys.
  private func elementName(_ codec: CodecModel) -> String {
    if let known = types.first(where: { $0.codec == codec }) { return known.name }
    let name = names.newName(StandardNaming.typeName(of: codec.name) + "Form")
    types.append(TypeModel(name: name, codec: codec))
    return name
  }

  /// Returns the reason why no class could declare a property; nil if one could.
  private func reasonAgainst(
    _ property: PropertyModel, in table: String, _ inherited: [PropertyModel]
  ) -> String? {
    if let name = property.type.elementName, name.hasPrefix(Self.gone) {
      return "it refers to the table \(String(name.dropFirst()).swiftLiteral), which has no class"
    }
    guard let column = property.column else { return nil }
    let isCollection = property.type.isCollection
    let others = isCollection ? allProperties(of: table).filter { !$0.type.isCollection } : []
    if (inherited + others).contains(where: { $0.column == column }) {
      return "the column \(column.swiftLiteral) has another property; one of them was left behind"
    }
    guard isCollection else { return nil }
    let isNamed = !column.isEmpty && lookup.catalog.tables["\(table)_\(column)"] != nil
    return isNamed ? nil : "its table does not have the name of a collection of this class"
  }

  /// Returns the columns of properties, and those with the classes of references.
  private func columns(of properties: [PropertyModel], in table: String) -> Set<String> {
    let model = valueModel
    let columns =
      properties.filter { !$0.type.isCollection }.compactMap(\.column)
      + properties.flatMap { model.fields(of: $0).map(\.column) }
    let classes = columns.map { $0 + ColumnName.classSuffix }.filter {
      lookup.catalog.isClassColumn(SchemaCatalog.ColumnKey(table: table, column: $0))
    }
    return Set(columns + classes)
  }

  /// Returns the reason why no class could declare an index; nil if one could.
  private func reasonAgainst(
    _ index: IndexModel, _ properties: [PropertyModel], _ columns: Set<String>
  ) -> String? {
    if let condition = index.condition, !SQLExpression.isSound(condition) {
      return "its condition is not an SQL expression"
    }
    let names = Set(index.columns.map { IndexModel.name(ofColumn: $0).name })
    if names.count < index.columns.count { return "it names a column twice" }
    if let name = index.unknownName(among: columns) {
      return "\(name.swiftLiteral) has no property"
    }
    if ModelIndex(index, among: properties, valueModel) != nil { return nil }
    let conditional = properties.flatMap { valueModel.fields(of: $0) }.filter(\.isConditional)
    return conditional.contains { names.contains($0.column) }
      ? "it has a field of a value that may be nil, and not all values of the type have one"
      : "the column of a class must follow that of its reference"
  }

  private func repairNames(
    _ own: inout [PropertyModel], of model: ClassModel, inherited: [PropertyModel]
  ) {
    var taken = NameUse(inherited)
    for position in own.indices {
      let recorded = own[position].name
      var name = SwiftName.identifier(like: recorded, fallback: "property")
      if ReservedNames.generatedProperties.contains(name) || model.hidesItself(name) { name += "_" }
      name = name.numbered {
        own[position].name = $0
        return taken.takeName(of: own[position]) == nil
      }
      if name == recorded { continue }
      own[position].notes =
        (own[position].notes ?? []) + [
          "the file calls it \(recorded.swiftLiteral); its first use records \(name)"
        ]
    }
  }

  /// Leaves out default values that no property could have.
  private func dropMisfittingDefaults(of own: inout [PropertyModel]) {
    for position in own.indices {
      guard let misfit = own[position].defaultMisfit else { continue }
      own[position].defaultValue = nil
      own[position].notes = (own[position].notes ?? []) + ["\(misfit); it is left out"]
    }
  }

  /// Turns each index that makes a single property unique into an attribute of that property.
  private func takeUnique(
    _ properties: inout [PropertyModel], _ indices: [IndexModel]
  ) -> [IndexModel]? {
    let rest = indices.filter { index in
      guard index.isUnique == true, index.condition == nil, index.columns.count == 1,
        let position = properties.firstIndex(where: {
          $0.column == index.columns[0] && !$0.type.isCollection
            && valueModel.fields(of: $0).isEmpty
        })
      else { return true }
      properties[position].isUnique = true
      return false
    }
    return rest.isEmpty ? nil : rest
  }
}

/// The indices of single fields that all values of a type have, so that the type declares them.
private struct FieldIndices {
  /// Whether the index of a field is unique, by the type and the field.
  private var indices: [[String]: Bool] = [:]
  /// The type and the field of each column, by its table.
  private var places: [SchemaCatalog.ColumnKey: [String]] = [:]

  /// Finds the indices.
  ///
  /// - Parameter classes: the tables of classes with the properties that they do not inherit.
  init(
    _ lookup: CatalogLookup, _ classes: [(table: String, properties: [PropertyModel])],
    _ model: StoreModel
  ) {
    var found: [[String]: [IndexModel?]] = [:]
    for (table, properties) in classes {
      let own = lookup.indices(of: table)
      for place in properties.flatMap(model.fields) {
        let field = [place.owner, place.field.name]
        places[.init(table: table, column: place.column)] = field
        found[field, default: []].append(own.first { $0.isPlain && $0.columns == [place.column] })
      }
    }
    for (field, all) in found where !all.contains(nil) {
      let unique = Set(all.map { $0?.isUnique == true })
      if unique.count == 1 { indices[field] = unique.first }
    }
  }

  /// Returns whether a type declares an index of a table.
  func has(_ index: IndexModel, of table: String) -> Bool {
    guard index.isPlain, index.columns.count == 1,
      let field = places[.init(table: table, column: index.columns[0])]
    else { return false }
    return indices[field] == (index.isUnique == true)
  }

  /// Returns a type with the indices of its fields.
  func declared(in type: TypeModel) -> TypeModel {
    var type = type
    for index in (type.fields ?? []).indices {
      guard let isUnique = indices[[type.name, type.fields?[index].name ?? ""]] else { continue }
      type.fields?[index].isUnique = isUnique ? true : nil
      type.fields?[index].isIndexed = isUnique ? nil : true
    }
    return type
  }
}

extension IndexModel {
  /// Whether the index has all rows, in ascending order.
  fileprivate var isPlain: Bool {
    condition == nil && !columns.contains { Self.name(ofColumn: $0).isDescending }
  }
}

extension TypeModel {
  /// The type with names of fields that are valid in Swift, and without default values that no
  /// field could have.
  fileprivate var withSwiftNames: TypeModel {
    var type = self
    type.fields?.makeDeclarable()
    for index in (cases ?? []).indices { type.cases?[index].fields?.makeDeclarable() }
    return type
  }
}

extension [PropertyModel] {
  fileprivate mutating func makeDeclarable() {
    var taken: Set<String> = []
    for index in indices where !self[index].isUnlabelled {
      let name = SwiftName.identifier(like: self[index].name, fallback: "field")
      self[index].name = name.numbered { taken.insert($0).inserted }
      if self[index].defaultMisfit != nil { self[index].defaultValue = nil }
    }
  }
}
