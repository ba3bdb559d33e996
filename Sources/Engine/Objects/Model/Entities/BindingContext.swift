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

  /// Returns the codec for a type. Throws `noCodec` if nothing in the registry stores it.
  func codec<Value>(
    for type: Value.Type, of property: PropertyDescription
  ) throws -> CodecFunctions<Value> {
    if let codec = registry.functions(for: type) { return codec }
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
