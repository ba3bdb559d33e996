/// New objects that refer to objects of a session, which does not save them by itself. They are not
/// kept alive.
struct NewReferrers {
  private struct Entry {
    weak var object: (any PersistentObject)?

    var isNew: Bool { object?.state == .new }
  }

  private var entries: [Entry] = []
  private var limit = 64

  mutating func add(_ object: any PersistentObject) {
    if entries.count >= limit {
      entries.removeAll { !$0.isNew }
      limit = max(64, entries.count * 2)
    }
    entries.append(Entry(object: object))
  }

  /// Removes objects and returns them.
  mutating func remove(
    where isUnwanted: (any PersistentObject) -> Bool
  ) -> [any PersistentObject] {
    let removed = objects.filter(isUnwanted)
    if !removed.isEmpty { entries.removeAll { $0.object.map(isUnwanted) ?? true } }
    return removed
  }

  /// The referrers that are still new; each may occur more than once.
  var objects: [any PersistentObject] { entries.filter(\.isNew).compactMap(\.object) }
}
