extension EntityDescription {
  /// Throws `invalidQuery` for a path that does not lead along references to a reference or a
  /// collection: nothing on it could be read with an object.
  func requireLoadable(_ path: ColumnPath) throws {
    var entity = self
    for step in path.steps {
      let property = try entity.property(loadedAt: step)
      guard property.canBeFault else { throw entity.isNotLoaded(property) }
      entity = property.targets.first ?? entity
    }
  }

  private func property(loadedAt step: ColumnPath.Step) throws -> PropertyDescription {
    let position: Int? =
      switch step {
      case .property(let keyPath): position(of: keyPath)
      case .named(let name): position(ofPropertyNamed: name)
      default: nil
      }
    if let position { return properties[position] }
    throw PersistenceError(
      .invalidQuery,
      "loading(_:) takes a stored reference or collection of \(className), and this is none",
      context: place)
  }

  private func isNotLoaded(_ property: PropertyDescription) -> PersistenceError {
    PersistenceError(
      .invalidQuery,
      """
      the property is read with its object, so loading(\\.\(property.name)) means nothing; only \
      references and collections are loaded
      """,
      context: .init(className: className, property: property.name, table: table))
  }
}
