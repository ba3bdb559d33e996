/// The contexts of a session, by `EntityDescription.id`. Each find and each check of an object asks for
/// one, so they lie in plain memory, which takes no exclusivity check and no reference to an array.
final class ContextTable {
  private var slots = UnsafeMutablePointer<EntityContext?>.allocate(capacity: 0)
  private var capacity = 0

  deinit { removeAll() }

  /// The context of a class; nil while it has none.
  subscript(id: Int32) -> EntityContext? {
    get { id < capacity ? slots[Int(id)] : nil }
    set {
      if id >= capacity { grow(toHold: Int(id)) }
      slots[Int(id)] = newValue
    }
  }

  var all: [EntityContext] {
    UnsafeBufferPointer(start: slots, count: capacity).compactMap { $0 }
  }

  func removeAll() {
    slots.deinitialize(count: capacity)
    slots.deallocate()
    slots = .allocate(capacity: 0)
    capacity = 0
  }

  private func grow(toHold index: Int) {
    let larger = UnsafeMutablePointer<EntityContext?>.allocate(capacity: index + 8)
    larger.moveInitialize(from: slots, count: capacity)
    (larger + capacity).initialize(repeating: nil, count: index + 8 - capacity)
    slots.deallocate()
    slots = larger
    capacity = index + 8
  }
}
