import PersistentObjectsDriver

/// The key and the table that identify an object of a class or of one of its subclasses.
struct FamilyKey: Hashable {
  let pk: Int64
  let table: String

  static var paths: [ValueNode] { [.ownKey, .ownTable] }
}

extension FamilyKey {
  /// Creates a key from two columns of a row, beginning at a position.
  init(_ row: Row, at position: Int = 0) throws {
    pk = row.integer(at: position)
    table = try TextCoding().decodeResult(from: row, at: position + 1)
  }
}
