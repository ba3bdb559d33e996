/// The names of a class's properties, of their columns, and of the code generated for them.
struct NameUse {
  private var names: Set<String> = []
  private var finders: Set<String> = []
  private var columns: Set<String> = []

  init(_ properties: [PropertyModel]) { for property in properties { _ = problem(with: property) } }

  mutating func problem(with property: PropertyModel) -> String? {
    let name = property.name
    guard names.insert(name).inserted else { return "two properties have this name" }
    if names.contains("_" + name) || name.first == "_" && names.contains(String(name.dropFirst())) {
      return "its name differs from another only in an underscore, which is reserved for storage"
    }
    if property.isDerived { return nil }
    guard property.type.isCollection || finders.insert(name.capitalizedFirst).inserted else {
      return "its name differs from another only in the case of the first letter"
    }
    guard columns.insert(property.columnName.lowercased()).inserted else {
      return "the column '\(property.columnName)' also belongs to another property"
    }
    return nil
  }
}
