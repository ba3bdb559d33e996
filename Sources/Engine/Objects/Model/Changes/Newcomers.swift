/// The objects that have come into the inverses of a changed object since it was saved and that a
/// save has to visit: new ones, and those that cannot be saved. A save finds them here, without
/// visiting the other objects in the inverses. They are not kept alive, and some may have left
/// again.
///
/// Copies share a list. Only a rollback goes back to a copy, and then to the last one first: what
/// was added to the list since is undone, so the next object takes its place.
struct Newcomers {
  private struct Entry {
    let property: Int
    weak var object: (any PersistentObject)?
  }

  private struct Identity: Hashable {
    let property: Int
    let object: ObjectIdentifier
  }

  private final class List {
    var entries: [Entry] = []
    /// The count at which repeated entries, and those of objects that have died, are removed.
    var limit = 64
  }

  private var list: List?
  private var count = 0

  /// Adds an object that has come into the inverse at an index.
  mutating func add(_ object: any PersistentObject, at index: Int) {
    if let list, count >= list.limit { tidy() }
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

  /// Whether an object that came into the inverse at an index satisfies a condition. The search
  /// begins at both ends, since objects most often leave in the order in which they came, or in the
  /// opposite order.
  func contains(at index: Int, where isWanted: (any PersistentObject) -> Bool) -> Bool {
    guard let list else { return false }
    return (0..<count).contains { step in
      let entry = list.entries[step % 2 == 0 ? step / 2 : count - 1 - step / 2]
      return entry.property == index && entry.object.map(isWanted) == true
    }
  }

  /// Forgets the objects of some inverses.
  mutating func removeAll(at indices: [Int]) {
    if list != nil { keep { !indices.contains($0.property) } }
  }

  private mutating func tidy() {
    var seen: Set<Identity> = []
    keep { entry in
      guard let object = entry.object else { return false }
      let identity = Identity(property: entry.property, object: ObjectIdentifier(object))
      return seen.insert(identity).inserted
    }
    list?.limit = max(64, count * 2)
  }

  /// Continues with a list of its own.
  private mutating func keep(_ isKept: (Entry) -> Bool) {
    let rest = List()
    rest.entries = list?.entries.prefix(count).filter(isKept) ?? []
    list = rest
    count = rest.entries.count
  }
}
