/// The place of an object of a class or of its subclasses.
struct FamilyKey: Hashable {
  let pk: Int64
  let table: String

  static var paths: [ValueNode] { [.ownKey, .ownTable] }
}

extension FamilyKey {
  /// Reads the first two columns of a row.
  init(_ row: Row, at position: Int = 0) throws {
    pk = row.integer(at: position)
    table = try TextCoding().decodeResult(from: row, at: position + 1)
  }
}
