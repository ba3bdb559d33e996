/// The new objects that have come into the inverses of an object since it was saved. A save finds them here, without
/// visiting the other objects in the inverses. They are not kept alive, and some may have left again.
///
/// Copies share a list. A rollback restores a copy from before; the next object replaces what was added to the list
/// since.
struct Newcomers {
  private struct Entry {
    let property: Int
    weak var object: (any PersistentObject)?
  }

  private final class List {
    var entries: [Entry] = []
  }

  private var list: List?
  private var count = 0
  /// The count at which objects that are no longer new are removed.
  private var limit = 64

  /// Adds an object that has come into the inverse at an index.
  mutating func add(_ object: any PersistentObject, at index: Int) {
    if count >= limit {
      keep { $0.object?.state == .new }
      limit = max(64, count * 2)
    }
    let list = list ?? List()
    list.entries.removeLast(list.entries.count - count)
    list.entries.append(Entry(property: index, object: object))
    self.list = list
    count += 1
  }

  /// Returns the objects that came into the inverse at an index and are still alive, in that order.
  func objects(at index: Int) -> [any PersistentObject] {
    list?.entries.prefix(count).compactMap { $0.property == index ? $0.object : nil } ?? []
  }

  /// Forgets the objects of some inverses.
  mutating func removeAll(at indices: [Int]) { keep { !indices.contains($0.property) } }

  /// Continues with a list of its own.
  private mutating func keep(_ isKept: (Entry) -> Bool) {
    let rest = List()
    rest.entries = list?.entries.prefix(count).filter(isKept) ?? []
    list = rest
    count = rest.entries.count
  }
}
