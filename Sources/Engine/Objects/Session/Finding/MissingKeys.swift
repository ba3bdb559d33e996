/// The keys of rows that have no object yet, each once.
struct MissingKeys {
  private var pks: [Int32: Set<Int64>] = [:]
  /// The keys of the class that was added to last; usually many keys of one class follow each
  /// other.
  private var last: Set<Int64> = []
  private var lastID: Int32 = -1

  var isEmpty: Bool { lastID == -1 }

  mutating func insert(_ key: ReferenceKey) {
    if key.entityID != lastID { change(to: key.entityID) }
    last.insert(key.pk)
  }

  private mutating func change(to id: Int32) {
    pks[lastID] = last
    last = pks.removeValue(forKey: id) ?? []
    lastID = id
  }

  /// Returns the keys of each class; classes and keys are ascending.
  mutating func byEntity() -> [(Int32, [Int64])] {
    change(to: -1)
    pks[-1] = nil
    return pks.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
  }
}
