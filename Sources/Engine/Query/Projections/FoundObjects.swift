/// The objects in the rows of a statement, and the elements of collections. They are found for all
/// rows at once, after the rows have been read.
final class FoundObjects {
  private var keys: Set<FamilyKey> = []
  private var objects: [FamilyKey: AnyObject] = [:]
  /// The keys of the objects whose collections are selected, by the position of the key.
  private var owners: [Int: Set<Int64>] = [:]
  private var elements: [Int: [Int64: [Any]]] = [:]

  /// Copies a row and notes its objects. Returns the position of the copy.
  func add(_ values: [SelectedValue], in row: Row, to copies: RowBatch) throws -> Int {
    if copies.count == 0 { copies.begin(width: row.count) }
    copies.addRow()
    for index in 0..<row.count { copies.set(row.value(at: index), at: index) }
    for value in values {
      if value.elements != nil, !row.isNull(at: value.position) {
        owners[value.position, default: []].insert(row.integer(at: value.position))
      }
      if value.isObject, let key = try value.key(in: row) { keys.insert(key) }
    }
    return copies.count - 1
  }

  func elements(at value: SelectedValue, of pk: Int64) -> [Any] {
    elements[value.position]?[pk] ?? []
  }

  /// Finds the noted objects and elements.
  func find(
    _ values: [SelectedValue], objects: ([FamilyKey]) throws -> [FamilyKey: AnyObject],
    elements: (SelectedElements, _ owners: [Int64]) throws -> [Int64: [Any]]
  ) throws {
    for value in values {
      guard let selected = value.elements else { continue }
      let pks = owners[value.position, default: []].sorted()
      self.elements[value.position] = pks.isEmpty ? [:] : try elements(selected, pks)
    }
    self.objects = try objects(Array(keys))
  }

  subscript(key: FamilyKey) -> AnyObject? { objects[key] }
}
