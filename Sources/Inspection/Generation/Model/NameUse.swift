import PersistentObjectsInspection

/// The names of a class's properties, of their columns, and of the code generated for them.
struct NameUse {
  private var names: Set<String> = []
  private var finders: Set<String> = []
  private var columns: Set<String> = []

  init(_ properties: [PropertyModel]) { for property in properties { _ = problem(with: property) } }

  mutating func problem(with property: PropertyModel) -> String? {
    if let problem = takeName(of: property) { return problem }
    let column = property.columnName.lowercased()
    guard property.isDerived || column.isEmpty || columns.insert(column).inserted else {
      return "the column '\(property.columnName)' also belongs to another property"
    }
    return nil
  }

  /// Takes the name of a property. Returns the reason why the property cannot have it; nil if there
  /// is none.
  mutating func takeName(of property: PropertyModel) -> String? {
    let name = property.name
    let finder = property.isDerived || property.type.isCollection ? nil : name.capitalizedFirst
    if names.contains(name) { return "two properties have this name" }
    if names.contains("_" + name) || name.first == "_" && names.contains(String(name.dropFirst())) {
      return "its name differs from another only in an underscore, which is reserved for storage"
    }
    if let finder, !finders.insert(finder).inserted {
      return "its name differs from another only in the case of the first letter"
    }
    names.insert(name)
    return nil
  }
}
