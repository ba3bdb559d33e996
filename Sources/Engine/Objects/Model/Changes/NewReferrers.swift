/// New objects that refer to objects of a session, which does not save them by itself. They are not
/// kept alive.
struct NewReferrers {
  private struct Entry {
    weak var object: (any PersistentObject)?
    /// A number that grows from entry to entry.
    let number: Int

    var isNew: Bool { object?.state == .new }
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var limit = 64
  private var lastNumber = 0

  /// The number of objects, with some that are no longer new.
  var count: Int { entries.count }

  /// Adds an object. Returns false if it is there already.
  @discardableResult
  mutating func add(_ object: any PersistentObject) -> Bool {
    let id = ObjectIdentifier(object)
    // Another object may have been at this address.
    if entries[id]?.object != nil { return false }
    if entries.count >= limit {
      entries = entries.filter { $1.isNew }
      limit = max(64, entries.count * 2)
    }
    lastNumber += 1
    entries[id] = Entry(object: object, number: lastNumber)
    return true
  }

  /// Removes an object. Returns whether it was there and is still new.
  @discardableResult
  mutating func remove(_ object: any PersistentObject) -> Bool {
    entries.removeValue(forKey: ObjectIdentifier(object))?.isNew == true
  }

  func contains(_ object: any PersistentObject) -> Bool {
    entries[ObjectIdentifier(object)]?.isNew == true
  }

  /// The referrers that are still new, in the order in which they were added.
  var objects: [any PersistentObject] {
    // Each session that ends asks for them, and most have none.
    if entries.isEmpty { return [] }
    return entries.values.filter(\.isNew).sorted { $0.number < $1.number }.compactMap(\.object)
  }
}
