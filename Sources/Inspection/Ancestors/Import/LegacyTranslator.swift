import PersistentObjects
import PersistentObjectsInspection
import PersistentObjectsNames

/// Makes the classes of the new store, and records the decisions made.
struct LegacyTranslator {
  private(set) var doubts: [LegacyDoubt] = []
  private let classNames: [String: String]
  private var tables: LegacyNames
  /// The tables of classes. They are named first, so that child tables avoid their names.
  private let classTables: [String: String]

  init(_ model: LegacyModel) {
    var names = LegacyNames()
    var tables = LegacyNames(taken: ["sqlite_master", "sqlite_schema"])
    var (classNames, classTables): ([String: String], [String: String]) = ([:], [:])
    for type in model.classes {
      let name = names.newName(
        SwiftName.identifier(like: type.name, fallback: "Class"))
      classNames[type.table] = name
      classTables[type.table] = tables.newName(LegacyNames.usable(StandardNaming.name(of: name)))
      if name != type.name {
        doubts.append(
          LegacyDoubt(.renamed, table: type.table, "the class \(type.name) is called \(name)"))
      }
    }
    self.classNames = classNames
    self.classTables = classTables
    self.tables = tables
  }

  mutating func translate(
    _ type: LegacyClass, _ census: LegacyClassCensus
  ) -> LegacyClassTranslation {
    let table = classTables[type.table] ?? type.table
    let name = classNames[type.table] ?? type.name
    var scope = LegacyPropertyNames(className: name, table: table)
    var found: [(LegacyPropertyTranslation, PropertyModel)] = []
    for (index, property) in type.properties.enumerated() {
      let census = census.columns[index]
      let form = LegacyForm(census, kind: property.kind, declaredType: property.declaredType)
      note(form, kept: census.valueForms, of: property.column, in: type)
      note(form, basedURLs: census.basedURLs, of: property.column, in: type)
      let model = self.model(
        property.name, form,
        isOptional: form.isNullable || property.facts.valueCount < type.rowCount,
        of: property.column, in: type, &scope)
      found.append((.init(source: .column(index), form: form), model))
    }
    for (index, collection) in type.collections.enumerated() {
      for (translation, name) in forms(of: collection, index, census.collections[index], type) {
        let model = self.model(
          name, translation.form, isOptional: false, of: collection.column, in: type, &scope)
        found.append((translation, model))
      }
    }
    return LegacyClassTranslation(
      source: type, target: ClassModel(name: name, table: table, properties: found.map(\.1)),
      properties: found.map(\.0))
  }

  private mutating func model(
    _ name: String, _ form: LegacyForm, isOptional: Bool, of column: String, in type: LegacyClass,
    _ scope: inout LegacyPropertyNames
  ) -> PropertyModel {
    let newName = scope.newName(like: name)
    if newName != name {
      doubts.append(
        LegacyDoubt(
          .renamed, table: type.table, column: column,
          "the property \(name) is called \(newName)"))
    }
    let type = form.type { classNames[$0] }
    var model = PropertyModel(name: newName, type: isOptional ? .optional(type) : type)
    model.column = scope.newColumn(of: newName, form, &tables)
    model.codec = form.codec
    return model
  }
}

// MARK: - Collections

extension LegacyTranslator {
  /// Returns the forms of a collection. Objects among values get a separate property, because
  /// references are stored differently.
  private mutating func forms(
    of collection: LegacyCollection, _ index: Int, _ census: LegacyCensus, _ type: LegacyClass
  ) -> [(LegacyPropertyTranslation, name: String)] {
    let others = census.forms.subtracting([.reference])
    guard census.hasReferences, !others.isEmpty || !census.inner.isEmpty else {
      let form = LegacyForm.collection(of: census, collection.shape)
      note(form, census, of: collection, in: type)
      return [(.init(source: .collection(index), form: form), collection.name)]
    }
    doubts.append(
      LegacyDoubt(
        .splitCollection, table: type.table, column: collection.column,
        "it has objects and values: the objects are in \(collection.name)Objects\(places(collection))"
      ))
    let values = LegacyForm.collection(
      of: census.withoutObjects.withNil(collection.shape == .array), collection.shape)
    note(values, census, of: collection, in: type)
    return [
      (.init(source: .collection(index), form: values), collection.name),
      (
        .init(source: .objects(index), form: .objects(of: census, collection.shape)),
        collection.name + "Objects"
      ),
    ]
  }

  private func places(_ collection: LegacyCollection) -> String {
    collection.shape == .array ? ", by their positions, where \(collection.name) has nil" : ""
  }

  private mutating func note(
    _ form: LegacyForm, _ census: LegacyCensus, of collection: LegacyCollection,
    in type: LegacyClass
  ) {
    note(form, kept: census.valueForms, of: collection.column, in: type)
    guard case .collection(let shape, let element, _) = form else { return }
    if shape != collection.shape {
      doubts.append(
        LegacyDoubt(
          .becameArray, table: type.table, column: collection.column,
          "such elements cannot form a Set in Swift; the set becomes an array"))
    }
    if census.isEmpty, census.forms.isEmpty {
      doubts.append(
        LegacyDoubt(
          .undecidedKind, table: type.table, column: collection.column,
          "no object has an element, so their kind is unknown; \(element.type { _ in nil }) is assumed"
        ))
    }
  }

  private mutating func note(
    _ form: LegacyForm, kept forms: Set<LegacyCensus.Form>, of column: String,
    in type: LegacyClass
  ) {
    if form.isArchive, forms != [.archive] {
      doubts.append(
        LegacyDoubt(
          .mixedKinds, table: type.table, column: column,
          "its values are of several kinds; each becomes an archive of what it is"))
    }
  }
}

// MARK: - URLs

extension LegacyTranslator {
  private mutating func note(
    _ form: LegacyForm, basedURLs count: Int, of column: String, in type: LegacyClass
  ) {
    if count == 0 { return }
    let urls = count == 1 ? "1 URL has a base" : "\(count) URLs have a base"
    if form == .value(.absoluteURL) {
      doubts.append(
        LegacyDoubt(
          .noBase, table: type.table, column: column,
          "\(urls), which is not imported; they become absolute URLs"))
    } else if form == .value(.archive) {
      doubts.append(
        LegacyDoubt(
          .urlWithBase, table: type.table, column: column,
          "\(urls), so all its values become archives; give it the kind url in a map to import absolute URLs"
        ))
    }
  }
}

extension LegacyForm {
  /// Whether each value is archived on its own.
  fileprivate var isArchive: Bool {
    switch self {
    case .value(let form): form == .archive
    case .reference: false
    case .collection(_, let element, _), .placed(let element): element.isArchive
    }
  }

  /// The number of collections around a value, each of which has a child table.
  var depth: Int {
    switch self {
    case .value, .reference: 0
    case .collection(_, let element, _), .placed(let element): 1 + element.depth
    }
  }
}
