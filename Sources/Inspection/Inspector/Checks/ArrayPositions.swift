import PersistentObjects
import PersistentObjectsDriver

/// Checks that the elements of arrays are numbered from 0 without gaps. Elements that refer to
/// objects may have gaps, where rows were deleted together with the objects.
struct ArrayPositions {
  static let remedy = "change the array and save its object, which renumbers the elements"

  private let position: Int?
  private var owner: RowOwner
  private var next: Int64 = 0

  init(_ table: CollectionTable) {
    let hasGaps = table.element?.isReference == true
    position = table.kind == .array && !hasGaps ? table.keys.count - 1 : nil
    owner = RowOwner(positions: Array(table.keys.indices.dropLast()))
  }

  /// Returns the problem of a row, if there is one. Rows must come in the order of their key.
  mutating func gap(before row: Row) -> String? {
    guard let position else { return nil }
    if owner.changes(at: row) { next = 0 }
    let expected = next
    guard let found = row.storedInteger(at: position) else { return "a position is not an integer" }
    next = found == .max ? found : found + 1
    return found == expected
      ? nil : "the element at \(expected) is missing; the next is at \(found)"
  }
}
