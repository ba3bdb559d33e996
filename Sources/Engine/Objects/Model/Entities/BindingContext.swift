import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The context for binding a property to a store.
struct BindingContext {
  let entity: EntityDescription
  let registry: CodecRegistry
  let dialect: any Dialect
  let directory: EntityDirectory
  /// The position of the property's first column in a row; the primary key has position 0.
  var position = 1

  /// Throws if a deletion rule is declared for a property that does not refer to objects.
  func requireReference(_ property: PropertyDescription) throws {
    guard property.declaration.declaresRule, !property.refersToObjects else { return }
    throw entity.invalid(
      "'onDelete' and 'deletesTargets' are for references and collections of persistent objects",
      at: property)
  }

  /// Throws if deleting an element of a collection would delete the collection's owner.
  func refuseCascade(_ property: PropertyDescription) throws {
    guard property.declaration.onDelete == .cascade else { return }
    throw entity.invalid(
      "a collection is not deleted with one of its elements; choose .nullify or .restrict",
      at: property)
  }

  /// Returns the coding of values in several columns. Throws `invalidModel` if the fields cannot be
  /// stored.
  func composite<Value>(
    _ functions: _CompositeFunctions<Value>, of property: PropertyDescription
  ) throws -> CompositeCoding<Value> {
    do {
      return try CompositeCoding(functions, in: FieldContext(registry))
    } catch {
      let (place, cause) = entity.place(of: property).inside(error)
      throw PersistenceError(
        .invalidModel, "the fields of the value cannot be stored: \(cause)", context: place,
        cause: cause)
    }
  }

  /// The error for collections in a dictionary whose keys have several columns.
  func nestedUnderFields(_ property: PropertyDescription) -> PersistenceError {
    entity.invalid(
      """
      a dictionary that contains collections needs keys of one column; name a codec of one column for the keys \
      with a type of their own, or put the collections into objects
      """, at: property)
  }

  /// Returns the form in which a type is stored. Throws `noCodec` if nothing in the registry stores
  /// it.
  func form<Value>(
    for type: Value.Type, of property: PropertyDescription
  ) throws -> ValueForm<Value> {
    if let form = registry.form(for: type) { return form }
    let wrapped = (type as? any OptionalType.Type)?.wrapped
    let remedy =
      wrapped is any OptionalType.Type
      ? ", which has two kinds of nil. Declare it with one `?`, or name a codec with @Column(codec:)"
      : (wrapped ?? type) is AnyClass
        ? """
        . Mark the class @Persistent to refer to its objects; to store them as values, name a codec with \
        @Column(codec:), or mark the property @Transient
        """
        : """
        . Name one with @Column(codec:), register one in the store's CodecRegistry, make the type \
        ColumnStorable or Codable, or mark the property @Transient
        """
    throw PersistenceError(
      .noCodec, "no codec stores values of type \(type)\(remedy)",
      context: entity.place(of: property))
  }
}
