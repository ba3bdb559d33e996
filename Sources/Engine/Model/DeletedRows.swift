/// The rows that a transaction has deleted, by class.
struct DeletedRows {
  private var pks: [Int32: Set<Int64>] = [:]

  var isEmpty: Bool { pks.isEmpty }
  /// The classes, as ``EntityDescription/id``.
  var entityIDs: some Sequence<Int32> { pks.keys }

  func contains(_ pk: Int64, entityID: Int32) -> Bool { pks[entityID]?.contains(pk) == true }

  mutating func insert(_ pk: Int64, entityID: Int32) { pks[entityID, default: []].insert(pk) }

  mutating func formUnion(_ other: DeletedRows) {
    pks.merge(other.pks) { $0.union($1) }
  }
}
