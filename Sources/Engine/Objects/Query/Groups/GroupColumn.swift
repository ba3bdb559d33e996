import PersistentObjectsDriver

/// A value in the rows of a grouped query: computed by SQL, or in Swift for all groups beforehand.
struct GroupColumn<Root: PersistentObject, Value> {
  let aggregate: Aggregate<Root, Value>
  let operand: Operand
  let position: Int
  /// The name of the column of values that Swift adds up; nil if SQL does.
  var name: SQLText?

  typealias Folds = [[StoredValue]: Fold<Value>]

  func value(
    in row: Row, keyWidth: Int, identities: GroupIdentities, folds: Folds
  ) throws -> Value {
    // A group without values has the result of adding up nothing.
    if name != nil, let fold = try folds[identities[row[0..<keyWidth]]] ?? aggregate.fold(operand) {
      return try fold.result()
    }
    return try aggregate.read(operand, row, keyWidth + position)
  }
}
