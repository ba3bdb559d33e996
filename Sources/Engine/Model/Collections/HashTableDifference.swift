/// Returns the positions of the entries in which two sets or dictionaries differ, in their orders.
///
/// One of the two was a copy of the other. A copy iterates in the same order as long as it does not grow, except for
/// entries that only one of the two has. Most entries are the same, so that their bytes are compared, many at once.
///
/// - Parameters:
///   - isGone: whether the new collection lacks the entry at a position of the old one.
///   - isNew: whether the old collection lacks the entry at a position of the new one.
@usableFromInline
func difference<Key, Element>(
  from olds: CollectionEntries<Key, Element>, to news: CollectionEntries<Key, Element>,
  isGone: (Int) -> Bool, isNew: (Int) -> Bool
) -> (removed: [Int], added: [Int]) {
  var (removed, added) = ([Int](), [Int]())
  var (old, new) = (0, 0)
  while true {
    let same = olds.sameCount(from: old, in: news, from: new)
    old += same
    new += same
    guard old < olds.count, new < news.count else { break }
    var skipsNew = !isGone(old)
    var skipsOld = !skipsNew || !isNew(new)
    if skipsOld && skipsNew {
      // Both collections have both entries, so one entry has moved. It may already have come up
      // on the other side; otherwise the other entries continue behind it.
      if removed.suffix(16).contains(where: { olds.isSame($0, as: new, in: news) }) {
        skipsOld = false
      } else if added.suffix(16).contains(where: { olds.isSame(old, as: $0, in: news) }) {
        skipsNew = false
      } else if olds.isSame(old + 1, as: new, in: news) {
        skipsNew = false
      } else if olds.isSame(old, as: new + 1, in: news) {
        skipsOld = false
      }
    }
    if skipsOld {
      removed.append(old)
      old += 1
    }
    if skipsNew {
      added.append(new)
      new += 1
    }
  }
  return (removed + (old..<olds.count), added + (new..<news.count))
}

extension CollectionEntries {
  /// Whether two entries are the same in memory. There may be none at one of the positions.
  fileprivate func isSame(_ position: Int, as other: Int, in others: CollectionEntries) -> Bool {
    sameCount(from: position, in: others, from: other, upTo: 1) == 1
  }

  /// Returns the number of entries that are the same in memory from two positions on.
  fileprivate func sameCount(
    from position: Int, in others: CollectionEntries, from other: Int, upTo limit: Int = .max
  ) -> Int {
    var count = min(count - position, others.count - other, limit)
    if let key = key(position), let other = others.key(other) {
      count = commonStart(key, other, count: count)
    }
    if count == 0 { return 0 }
    return commonStart(element(position), others.element(other), count: count)
  }
}
