import PersistentObjects

/// Stores a relation as text, as the index writes it.
struct RelationCodec: ColumnCodec {
  let identifier = CodecIdentifier("debian-relation")
  let storage = StorageClass.text

  /// Writes the text; throws if it would not restore the relation.
  func encode(_ relation: Relation, into column: inout ColumnWriter) throws {
    if relation.alternatives.isEmpty { throw CodecError("a relation without alternatives") }
    for alternative in relation.alternatives where !alternative.hasValidName {
      throw CodecError("'\(alternative.package)' cannot be the name of a package")
    }
    column.write(relation.description)
  }

  func decode(from column: borrowing ColumnReader) throws -> Relation {
    try Relation(column.text())
  }
}

/// The declaration of the type's own codec, so that none needs to be registered.
extension Relation: ColumnStorable {
  static var columnCodec: RelationCodec { RelationCodec() }
}
