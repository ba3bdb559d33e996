import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection

/// The names of the tables of a model's classes. A database could not create two tables, or two
/// columns of a table, of one name, and would not say which classes and properties need them.
struct TableNames {
  private let character: DatabaseCharacter
  /// The classes and properties that have tables, by the tables' names in lower case.
  private var owners: [String: String] = [:]

  init(_ character: DatabaseCharacter) { self.character = character }

  /// Adds the tables of a class: its own, then those of its collections.
  ///
  /// Throws `invalidModel` for a name that is taken, or that the database cannot have.
  mutating func add(_ tables: [RequiredTable], of classModel: ClassModel) throws {
    for (index, table) in tables.enumerated() {
      let name = table.definition.name
      let property = index == 0 ? nil : table.columns.last?.property
      let owner = classModel.name + (property.map { ".\($0)" } ?? "")
      if let refusal = character.refusal(of: name, isTable: true) {
        throw invalid("the table '\(name)' cannot exist, since names \(refusal)", name, classModel)
      }
      if let other = owners.updateValue(owner, forKey: name.lowercased()) {
        throw invalid("\(other) and \(owner) need the same table '\(name)'", name, classModel)
      }
    }
    if let own = tables.first { try requireDistinctColumns(own, of: classModel) }
  }

  private func requireDistinctColumns(
    _ table: RequiredTable, of classModel: ClassModel
  ) throws {
    var owners = [ColumnName.pk: "the key"]
    for column in table.columns {
      let name = column.definition.name
      if let refusal = character.refusal(of: name, isTable: false) {
        throw invalid(
          "the column '\(name)' cannot exist, since names \(refusal)", table.definition.name,
          classModel, property: column.property)
      }
      let owner = "the property \(column.property)"
      if let other = owners.updateValue(owner, forKey: name.lowercased()) {
        throw invalid(
          "\(other) and \(owner) need the same column '\(name)'", table.definition.name,
          classModel, property: column.property)
      }
    }
  }

  private func invalid(
    _ problem: String, _ table: String, _ classModel: ClassModel, property: String? = nil
  ) -> PersistenceError {
    PersistenceError(
      .invalidModel, "\(problem); give it another name in the model",
      context: .init(className: classModel.name, property: property, table: table))
  }
}
