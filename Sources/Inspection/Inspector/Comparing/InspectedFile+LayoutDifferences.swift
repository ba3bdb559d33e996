import PersistentObjects

extension InspectedFile {
  /// Returns the differences between the classes of another file and those of this one: tables,
  /// properties with their types, codecs and rules, and indices. Runs no statement.
  public func layoutDifferences(from other: InspectedFile) -> [StoreDifference] {
    let shared = model.sharedNames.union(other.model.sharedNames)
    let old = layouts(comparedWith: other, sharing: shared)
    let new = other.layouts(comparedWith: self, sharing: shared)
    let names = Set(old.keys).union(new.keys).sorted { $0.lexicographicallyPrecedes($1) }
    return names.flatMap { name in
      LayoutComparison(className: name.last ?? "", before: old[name], after: new[name]).differences
    }
  }

  /// Returns the layouts of the classes by name; those with a shared name by name and table.
  private func layouts(
    comparedWith other: InspectedFile, sharing shared: Set<String>
  ) -> [[String]: ClassLayout] {
    let lookup = CatalogLookup(catalog)
    let all = StoreModel(catalog, facts, comparedWith: other.catalog)
    let named = all.classes.map { model in
      (
        shared.contains(model.name) ? [model.name, model.table] : [model.name],
        ClassLayout(model, of: all, lookup)
      )
    }
    return Dictionary(named) { first, _ in first }
  }
}

extension StoreModel {
  /// Returns the fields in columns of a property's values, or of its elements.
  fileprivate func fields(ofElements property: PropertyModel) -> [FieldPlace] {
    var element = property
    if let name = property.type.elementName { element.type = .named(name) }
    return fields(of: element)
  }

  /// The names that several classes have.
  fileprivate var sharedNames: Set<String> {
    Set(Dictionary(grouping: classes, by: \.name).filter { $1.count > 1 }.keys)
  }
}

/// The layout of a class as recorded by one file.
private struct ClassLayout {
  /// The table and the superclass.
  let text: String
  /// The names of the properties, each with the description of its columns.
  let properties: [(String, String)]
  /// The indices, each with the description of the rows that it covers.
  let indices: [(String, String)]

  init(_ model: ClassModel, of store: StoreModel, _ lookup: CatalogLookup) {
    text = "table \(model.table)" + (model.superclass.map { ", inherits from \($0)" } ?? "")
    let open = lookup.openReferences(of: model.table)
    properties = model.properties.flatMap { property in
      [(property.name, property.layout(isOpen: open.contains(property.name)))]
        + store.fields(ofElements: property).map { place in
          (place.path.joined(separator: "."), place.field.layout(isOpen: false))
        }
    }
    indices = (model.indices ?? []).map { index in
      let text = "(" + index.columns.joined(separator: ", ") + ")"
      let kind = index.isUnique == true ? "unique index" : "index"
      return ("\(kind) \(text)", index.condition.map { "where \($0)" } ?? "all rows")
    }
  }
}

/// Compares a class as recorded by two files.
private struct LayoutComparison {
  let className: String
  let before: ClassLayout?
  let after: ClassLayout?

  var differences: [StoreDifference] {
    guard let before, let after else {
      return [difference(nil, before?.text, after?.text)].compactMap(\.self)
    }
    return [difference(nil, before.text, after.text)].compactMap(\.self)
      + parts(before.properties, after.properties)
      + indexDifferences(before.indices, after.indices)
  }

  /// Returns the indices that only one of the classes has. An index has no name, so one with
  /// another condition is another index.
  private func indexDifferences(
    _ before: [(String, String)], _ after: [(String, String)]
  ) -> [StoreDifference] {
    let gone = before.filter { index in !after.contains { $0 == index } }
    let added = after.filter { index in !before.contains { $0 == index } }
    return gone.compactMap { difference($0.0, $0.1, nil) }
      + added.compactMap { difference($0.0, nil, $0.1) }
  }

  private func parts(
    _ before: [(String, String)], _ after: [(String, String)]
  ) -> [StoreDifference] {
    let old = Dictionary(before, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(after, uniquingKeysWith: { first, _ in first })
    let names = before.map(\.0) + after.map(\.0).filter { old[$0] == nil }
    return names.compactMap { difference($0, old[$0], new[$0]) }
  }

  private func difference(
    _ property: String?, _ before: String?, _ after: String?
  ) -> StoreDifference? {
    guard before != after else { return nil }
    return StoreDifference(
      change: before == nil ? .added : after == nil ? .gone : .changed, className: className,
      pk: nil, property: property, before: before.map(InspectedValue.text),
      after: after.map(InspectedValue.text))
  }
}

extension PropertyModel {
  /// Returns the complete description of the property's columns, in one line.
  ///
  /// - Parameter isOpen: whether a column stores the classes of the objects that it refers to.
  fileprivate func layout(isOpen: Bool) -> String {
    var parts = [isOpen && !type.isOfAnyObject ? "\(type) or subclasses" : "\(type)"]
    if let column { parts.append("column \(column)") }
    if let codec { parts.append("codec \(codec.name) \(codec.versions)") }
    if let keyCodec { parts.append("keys' codec \(keyCodec.name) \(keyCodec.versions)") }
    for inner in innerKeyCodecs ?? [] {
      let text = inner.map { "\($0.name) \($0.versions)" } ?? "of their type"
      parts.append("inner keys' codec \(text)")
    }
    if let defaultValue { parts.append("default \(InspectedValue(defaultValue.value))") }
    if let onDelete { parts.append("on delete \(onDelete.rawValue)") }
    if deletesTargets == true { parts.append("deletes its targets") }
    return parts.joined(separator: ", ")
  }
}

extension CodecModel {
  fileprivate var versions: String {
    oldestVersion.map { "\($0)–\(version)" } ?? "\(version)"
  }
}
