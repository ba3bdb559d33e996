/// The names of a class's properties, of their columns, and of the code generated for them.
struct NameUse {
  private var names: Set<String> = []
  private var finders: Set<String> = []
  private var columns: Set<String> = []

  init(_ properties: [PropertyModel]) { for property in properties { _ = problem(with: property) } }

  mutating func problem(with property: PropertyModel) -> String? {
    let name = property.name
    guard names.insert(name).inserted else { return "there are two of this name" }
    if names.contains("_" + name) || name.first == "_" && names.contains(String(name.dropFirst())) {
      return "its name differs from another's in an underscore only, which is that of its storage"
    }
    if property.isDerived { return nil }
    guard property.type.isCollection || finders.insert(name.capitalizedFirst).inserted else {
      return "its name differs from another's in the case of the first letter only"
    }
    guard columns.insert(property.columnName.lowercased()).inserted else {
      return "the column '\(property.columnName)' is another property's, too"
    }
    return nil
  }
}
