import PersistentObjectsDriver

extension EntityDescription {
  /// Throws `invalidQuery` for a path that does not lead along references to a reference or a
  /// collection. Such a path has nothing to be read with an object.
  func requireLoadable(_ path: ColumnPath) throws {
    var entity = self
    for step in path.steps {
      guard let position = entity.position(of: step) else {
        throw entity.isNotLoadable
      }
      let property = entity.properties[position]
      guard property.canBeFault else { throw entity.isNotLoaded(property) }
      entity = property.targets.first ?? entity
    }
  }

  /// The error for something other than a stored property.
  var isNotLoadable: PersistenceError {
    PersistenceError(
      .invalidQuery,
      "loading(_:) takes a stored reference or collection of \(className), and this is neither",
      context: place)
  }

  private func isNotLoaded(_ property: PropertyDescription) -> PersistenceError {
    PersistenceError(
      .invalidQuery,
      """
      the property is read with its object, so loading(\\.\(property.name)) has no meaning here; only \
      references and collections are loaded
      """,
      context: .init(className: className, property: property.name, table: table))
  }
}
