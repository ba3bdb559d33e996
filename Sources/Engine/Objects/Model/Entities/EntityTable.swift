/// A table of values by `EntityDescription.id`. Identifiers are small consecutive numbers, so an
/// array has the values. The first hash table for a type of keys would search all conformances of
/// the program, which takes a noticeable part of opening a store.
struct EntityTable<Value> {
  private var slots: [Value?] = []

  subscript(id: Int32) -> Value? {
    get { Int(id) < slots.count ? slots[Int(id)] : nil }
    set {
      let missing = Int(id) + 1 - slots.count
      if missing > 0 {
        if newValue == nil { return }
        slots += repeatElement(nil, count: missing)
      }
      slots[Int(id)] = newValue
    }
  }

  /// The values, in the order of their identifiers.
  var values: [Value] { slots.compactMap { $0 } }

  var isEmpty: Bool { slots.allSatisfy { $0 == nil } }
}

extension EntityTable: Sendable where Value: Sendable {}
