/// The objects of one class in a session by the rows that they refer to, so that deleting a row
/// costs the same however many objects there are.
///
/// It learns of objects that were read, changed or saved. It may have objects that no longer refer
/// to the row, or have left the session.
struct ReferrerIndex {
  private var referrers: [ReferenceKey: [Int64]] = [:]
  private var count = 0
  private var limit = Int.max
  /// The number of objects when the index was made; nil until then.
  private var firstCount: Int?
  /// The objects whose references may have changed since they were added, by primary key.
  private var waiting: [Int64]

  /// Makes an index of objects, given by primary key, which wait to be added.
  init(of pks: [Int64]) { waiting = pks }

  /// Notes that the references of an object may have changed. Returns false if so many have that
  /// the index should be made again.
  mutating func note(_ pk: Int64) -> Bool {
    waiting.append(pk)
    return waiting.count <= limit
  }

  /// The objects that may refer to deleted rows.
  func pks(referringTo deleted: DeletedRows) -> [Int64] {
    var pks = waiting
    deleted.forEach { pks += referrers[$0] ?? [] }
    return pks
  }

  /// Adds the objects that wait. Returns false if most entries are likely to be out of date.
  ///
  /// - Parameters:
  ///   - liveCount: the number of objects in the session.
  ///   - expectChange: has the next change of an object noted, although it has changed before.
  ///     Returns false for an object that is being changed in place, whose references cannot be
  ///     seen.
  mutating func update(
    _ properties: [any ReferringProperty], liveCount: Int, object: (Int64) -> AnyObject?,
    expectChange: (AnyObject) -> Bool
  ) -> Bool {
    var unseen: [Int64] = []
    for pk in waiting {
      guard let object = object(pk) else { continue }
      if !expectChange(object) {
        unseen.append(pk)
        continue
      }
      var hasNewTargets = false
      for property in properties {
        property.visitKeys(of: object) { key in
          guard let key else { return hasNewTargets = true }
          referrers[key, default: []].append(pk)
          count += 1
        }
      }
      // It is not noted again when another object's save gives one of them its row.
      if hasNewTargets { unseen.append(pk) }
    }
    if firstCount == nil { (firstCount, limit) = (liveCount, 2 * max(count, liveCount) + 64) }
    waiting = unseen
    return count <= limit && liveCount >= (firstCount ?? 0) / 4
  }
}
