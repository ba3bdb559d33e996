/// The context that a property needs in order to be bound to a store.
struct BindingContext {
  let entity: EntityDescription
  let registry: CodecRegistry
  let dialect: any Dialect
  let directory: EntityDirectory
  /// The first column's position in a row, the primary key being 0.
  var position = 1

  /// The error for a property whose declaration contradicts itself.
  func invalid(_ property: PropertyDescription, _ message: String) -> PersistenceError {
    PersistenceError(
      .invalidModel, message,
      context: .init(
        className: entity.className, property: property.name, table: entity.table,
        column: property.column))
  }

  /// Throws if a rule for deletions is declared for a property that refers to no objects.
  func requireReference(_ property: PropertyDescription) throws {
    guard property.declaration.declaresRule, !property.refersToObjects else { return }
    throw invalid(
      property,
      "'onDelete' and 'deletesTargets' are for references and collections of persistent objects")
  }

  /// Throws if an object would be deleted with an element of its collection.
  func refuseCascade(_ property: PropertyDescription) throws {
    guard property.declaration.onDelete == .cascade else { return }
    throw invalid(
      property, "a collection is not deleted with one of its elements; choose .nullify or .restrict"
    )
  }

  /// The error for a type that nothing in the registry stores.
  func noCodec(for type: Any.Type, property: PropertyDescription) -> PersistenceError {
    PersistenceError(
      .noCodec,
      """
      no codec stores values of type \(type). Name one with @Column(codec:), register one in the \
      store's CodecRegistry, make the type ColumnStorable or Codable, or mark the property \
      @Transient
      """,
      context: .init(
        className: entity.className, property: property.name, table: entity.table,
        column: property.column))
  }
}
