// Classes without a table.

import PersistentObjectsDriver

extension EntityDescription {
  /// The class itself or its nearest superclass that has a table; nil if all are abstract.
  var concrete: EntityDescription? { isAbstract ? superclass?.concrete : self }

  /// The class, as the context of an error.
  var place: PersistenceError.Context {
    .init(className: className, table: isAbstract ? nil : table)
  }

  /// Returns a property as the context of an error.
  func place(of property: PropertyDescription) -> PersistenceError.Context {
    .init(
      className: className, property: property.name, table: table,
      column: property.column.isEmpty ? nil : property.column)
  }

  /// Returns the error for a property with an invalid declaration.
  func invalid(_ message: String, at property: PropertyDescription) -> PersistenceError {
    PersistenceError(.invalidModel, message, context: place(of: property))
  }

  /// Throws `invalidModel` for an abstract class, whose objects cannot be saved or found by their
  /// keys.
  func requireTable() throws {
    guard isAbstract else { return }
    throw PersistenceError(
      .invalidModel,
      """
      \(className) is abstract and has no table: only objects of its subclasses are saved, and a primary \
      key does not say in which of their tables a row lies. Name the subclass, or find the object by its \
      `anyKey`
      """, context: place)
  }
}
