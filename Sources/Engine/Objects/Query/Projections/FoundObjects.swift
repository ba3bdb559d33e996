import PersistentObjectsDriver

/// The objects in the rows of a statement, and the elements of collections. They are found for all
/// rows at once, after the rows have been read.
final class FoundObjects {
  private var keys: Set<FamilyKey> = []
  private var objects: [FamilyKey: AnyObject] = [:]
  /// The keys of the objects whose collections are selected, by the position of the key.
  private var owners: [Int: Set<FamilyKey>] = [:]
  private var elements: [Int: [FamilyKey: [Any]]] = [:]

  /// Copies a row and notes its objects. Returns the position of the copy.
  func add(_ values: [SelectedValue], in row: Row, to copies: RowBatch) throws -> Int {
    if copies.count == 0 { copies.begin(width: row.count) }
    copies.addRow()
    for index in 0..<row.count { copies.set(row.value(at: index), at: index) }
    for value in values {
      guard value.isFound, let key = try value.key(in: row) else { continue }
      if value.isObject {
        keys.insert(key)
      } else {
        owners[value.position, default: []].insert(key)
      }
    }
    return copies.count - 1
  }

  func elements(at value: SelectedValue, of owner: FamilyKey) -> [Any] {
    elements[value.position]?[owner] ?? []
  }

  /// Finds the noted objects and elements.
  func find(
    _ values: [SelectedValue], objects: ([FamilyKey]) throws -> [FamilyKey: AnyObject],
    elements: (ElementSelection, _ owners: [FamilyKey]) throws -> [FamilyKey: [Any]]
  ) throws {
    for value in values {
      guard let selected = value.elements else { continue }
      let owners = Array(owners[value.position, default: []])
      self.elements[value.position] = try elements(selected, owners)
    }
    self.objects = try objects(Array(keys))
  }

  subscript(key: FamilyKey) -> AnyObject? { objects[key] }
}
