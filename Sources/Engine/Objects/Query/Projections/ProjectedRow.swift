import PersistentObjectsDriver

/// A row of a projection, whose values are read one after another.
struct ProjectedRow {
  fileprivate let values: [SelectedValue]
  fileprivate let row: Row
  fileprivate let objects: FoundObjects
  private var position = 0

  init(_ values: [SelectedValue], _ row: Row, _ objects: FoundObjects) {
    (self.values, self.row, self.objects) = (values, row, objects)
  }

  mutating func next<Value>() throws -> Value {
    defer { position += 1 }
    return try values[position].value(in: row, objects)
  }
}
