import PersistentObjects
import PersistentObjectsNames
import PersistentObjectsSchema

/// The types of values in several columns that a file has. Values with the same recorded name and
/// the same fields have the same type.
package final class ValueTypes {
  private var entries: [Entry] = []
  /// Returns a free name for a new type.
  private let makeName: (RecordedComposite) -> String

  /// Creates an empty list.
  ///
  /// - Parameter makeName: returns a free name for a new type.
  package init(_ makeName: @escaping (RecordedComposite) -> String) { self.makeName = makeName }

  /// Creates an empty list of types whose names differ from each other and from some others.
  package convenience init(besides others: Set<String> = []) {
    var taken = others
    self.init { composite in composite.typeName.numbered { taken.insert($0).inserted } }
  }

  /// The types, by name. A field is optional if a row has a value with NULL in it, or if another
  /// field behind it tells whether there is a value.
  package var types: [TypeModel] {
    var settled = SettledTypes(entries.map(\.type))
    for entry in entries {
      if let telling = entry.telling { settled.admitNull(in: entry.type.name, before: telling) }
    }
    return settled.types.values.sorted { $0.name < $1.name }
  }

  /// Returns the type of a value, which is optional if the value may be nil.
  ///
  /// - Parameters:
  ///   - prefix: the part of the columns' names that stands for the value; empty for an element.
  ///   - table: the table with the columns.
  func type(
    of composite: RecordedComposite, prefix: String, in table: String, _ columns: ClassColumns
  ) -> SwiftType {
    let use = Use(composite, prefix: prefix, in: table, columns)
    let index = entries.firstIndex { $0.admits(use) } ?? entries.endIndex
    if index == entries.endIndex {
      entries.append(Entry(use, name: makeName(composite)))
    } else {
      entries[index].add(use)
    }
    let type = SwiftType.named(entries[index].type.name)
    return composite.telling == nil ? type : .optional(type)
  }
}

extension RecordedComposite {
  /// The name of the type. A codec of the program has a type for its stored form.
  package var typeName: String {
    embeddableName ?? StandardNaming.typeName(of: codec.name) + "Form"
  }
}

/// A value in several columns, as a type that it could have.
private struct Use {
  let type: TypeModel
  /// The path to the field that tells whether there is a value, which is empty if a column of the
  /// value itself tells; nil if there always is one.
  let telling: [String]?
  /// The paths to the fields that are NULL in some value.
  let nulls: Set<[String]>

  init(
    _ composite: RecordedComposite, prefix: String, in table: String, _ columns: ClassColumns
  ) {
    let reading = UseReading(prefix: prefix, table: table, columns: columns)
    var type = TypeModel(name: composite.typeName)
    if composite.embeddableName == nil {
      type.codec = CodecModel(
        name: composite.codec.name, version: composite.codec.version, storage: "any")
    }
    if let cases = composite.cases {
      type.cases = cases.map { reading.caseModel($0, composite) }
    } else {
      type.fields = composite.fields.map { reading.field($0) }
    }
    self.type = type
    telling = composite.telling.flatMap { column in
      composite.leaves.first { $0.column == column }?.path
    }
    nulls = Set(
      composite.leaves.filter {
        $0.column != composite.telling
          && columns.facts.nulls.contains(.init(table: table, column: $0.column))
      }.map(\.path))
  }
}

/// Makes the fields of a type from columns.
private struct UseReading {
  let prefix: String
  let table: String
  let columns: ClassColumns

  func field(_ field: RecordedComposite.Field) -> PropertyModel {
    var model: PropertyModel
    switch field.content {
    case .column(let column):
      model = columns.field(field.name, .init(table: table, column: column))
      model.column = part(of: column)
    case .composite(let inner):
      let own = inner.prefix(of: field.name)
      model = PropertyModel(
        name: field.name, type: columns.values.type(of: inner, prefix: own, in: table, columns))
      model.column = part(of: own)
    }
    return model
  }

  /// Returns a case of an enum with its values, whose columns begin with the case.
  func caseModel(_ name: String, _ composite: RecordedComposite) -> TypeModel {
    var model = TypeModel(name: name)
    guard let field = composite.field(ofCase: name) else { return model }
    if field.name != name { (model.name, model.column) = (field.name, name) }
    guard case .composite(let inner) = field.content else {
      model.fields = [only(self.field(field))]
      return model
    }
    if inner.embeddableName == field.name {
      model.fields = labelled(inner)
    } else {
      var value = self.field(field)
      if case .optional(let type) = value.type, !isNull(inner.telling) { value.type = type }
      model.fields = [only(value)]
    }
    return model
  }

  /// Returns the values of a case with their labels. They are optional before the one that tells
  /// whether there are values, and all of them if none does.
  private func labelled(_ composite: RecordedComposite) -> [PropertyModel] {
    var fields = composite.fields.map { associated(self.field($0)) }
    let telling = composite.fields.firstIndex { field in
      composite.telling.map(field.columns.contains) ?? false
    }
    for index in fields.indices.prefix(telling ?? fields.count) where !fields[index].type.isOptional
    {
      fields[index].type = .optional(fields[index].type)
    }
    return fields
  }

  private func only(_ value: PropertyModel) -> PropertyModel {
    var value = associated(value)
    value.name = CompositeReading.onlyValue
    return value
  }

  private func isNull(_ column: String?) -> Bool {
    column.map { columns.facts.nulls.contains(.init(table: table, column: $0)) } ?? false
  }

  /// Returns a value of a case, which cannot declare a codec: its type has it.
  private func associated(_ field: PropertyModel) -> PropertyModel {
    guard let elementName = columns.elementName, let codec = field.codec else { return field }
    var field = field
    let type = SwiftType.named(elementName(codec))
    field.type = field.type.isOptional ? .optional(type) : type
    field.codec = nil
    return field
  }

  /// Returns the part of a column's name that stands for a field.
  private func part(of column: String) -> String {
    let beginning = prefix.isEmpty ? "" : prefix + "_"
    return column.hasPrefix(beginning) ? String(column.dropFirst(beginning.count)) : column
  }
}

/// A type and what its values demand of it.
private struct Entry {
  private(set) var type: TypeModel
  private(set) var telling: [String]?
  private var nulls: Set<[String]>
  /// The part that all values of the type have in common.
  private let shape: TypeModel

  init(_ use: Use, name: String) {
    type = use.type
    type.name = name
    (telling, nulls, shape) = (use.telling, use.nulls, use.type.shape)
  }

  /// Whether the type can be that of a value: both have the same fields, and none is NULL that
  /// tells whether there is a value.
  func admits(_ use: Use) -> Bool {
    guard shape == use.type.shape, telling == nil || use.telling == nil || telling == use.telling
    else { return false }
    return (telling ?? use.telling).map { $0.isEmpty || !nulls.union(use.nulls).contains($0) }
      ?? true
  }

  mutating func add(_ use: Use) {
    telling = telling ?? use.telling
    nulls.formUnion(use.nulls)
    type.fields?.merge(use.type.fields ?? [])
    for index in (type.cases ?? []).indices {
      type.cases?[index].fields?.merge(use.type.cases?[index].fields ?? [])
    }
  }
}

extension TypeModel {
  /// The type without what may differ between its values.
  fileprivate var shape: TypeModel {
    var shape = self
    shape.fields = fields.map { $0.map(\.shape) }
    shape.cases = cases.map { $0.map(\.shape) }
    return shape
  }
}

extension PropertyModel {
  fileprivate var shape: PropertyModel {
    var shape = PropertyModel(name: name, type: type.unwrapped)
    (shape.column, shape.codec) = (column, codec)
    return shape
  }
}

extension [PropertyModel] {
  /// Adds what the same fields of another value demand.
  fileprivate mutating func merge(_ others: [PropertyModel]) {
    for index in indices {
      guard let other = others.first(where: { $0.name == self[index].name }) else { continue }
      if other.type.isOptional { self[index].type = other.type }
      self[index].defaultValue = self[index].defaultValue ?? other.defaultValue
    }
  }
}

/// Makes the fields optional before the one that tells whether there is a value, since the first
/// that cannot be nil tells.
private struct SettledTypes {
  private(set) var types: [String: TypeModel]

  init(_ types: [TypeModel]) {
    self.types = Dictionary(types.map { ($0.name, $0) }) { first, _ in first }
  }

  mutating func admitNull(in type: String, before telling: [String]) {
    let fields = types[type]?.fields ?? []
    for (index, field) in fields.enumerated() {
      guard field.name != telling.first else {
        if telling.count > 1, case .named(let inner) = field.type {
          admitNull(in: inner, before: Array(telling.dropFirst()))
        }
        return
      }
      admitNull(in: field, at: index, of: type)
    }
  }

  private mutating func admitNull(in field: PropertyModel, at index: Int, of type: String) {
    guard case .named(let name) = field.type else { return }
    if types[name]?.fields != nil {
      admitNull(in: name, before: [])
    } else {
      types[type]?.fields?[index].type = .optional(field.type)
    }
  }
}
