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

  init(_ lookup: CatalogLookup, _ facts: FileFacts) {
    self.lookup = lookup
    self.facts = facts
    names = ClassNames(lookup)
  }

  var model: StoreModel {
    let classes =
      (lookup.classTables.map(classModel) + lookup.missingSuperclasses.map(standIn)).sorted {
        $0.name < $1.name
      }
    var model = StoreModel(classes: classes)
    model.types = types.isEmpty ? nil : types
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
    let columns = ClassColumns(lookup, facts, name, elementName: elementName)
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
    let columns = properties.filter { !$0.type.isCollection }.compactMap(\.column)
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
    return ModelIndex(index, among: properties) == nil
      ? "the column of a class must follow that of its reference" : nil
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
        })
      else { return true }
      properties[position].isUnique = true
      return false
    }
    return rest.isEmpty ? nil : rest
  }
}
