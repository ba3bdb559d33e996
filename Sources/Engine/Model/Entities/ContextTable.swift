/// The contexts of a session, by `EntityDescription.id`. Each find and each check of an object asks for
/// one, so they lie in plain memory, which takes no exclusivity check and no reference to an array.
final class ContextTable {
  /// Retained.
  private var slots = UnsafeMutablePointer<Unmanaged<EntityContext>?>.allocate(capacity: 0)
  private var capacity = 0

  deinit { removeAll() }

  /// The context of a class; nil while it has none.
  subscript(id: Int32) -> EntityContext? {
    get { unretained(id)?.takeUnretainedValue() }
    set {
      if id >= capacity { grow(toHold: Int(id)) }
      let former = slots[Int(id)]
      slots[Int(id)] = newValue.map { .passRetained($0) }
      former?.release()
    }
  }

  /// The same where counting references would cost more than what is asked: the table keeps it.
  func unretained(_ id: Int32) -> Unmanaged<EntityContext>? {
    id < capacity ? slots[Int(id)] : nil
  }

  var all: [EntityContext] {
    UnsafeBufferPointer(start: slots, count: capacity).compactMap { $0?.takeUnretainedValue() }
  }

  func removeAll() {
    for index in 0..<capacity { slots[index]?.release() }
    slots.deallocate()
    slots = .allocate(capacity: 0)
    capacity = 0
  }

  private func grow(toHold index: Int) {
    let larger = UnsafeMutablePointer<Unmanaged<EntityContext>?>.allocate(capacity: index + 8)
    larger.initialize(repeating: nil, count: index + 8)
    larger.update(from: slots, count: capacity)
    slots.deallocate()
    slots = larger
    capacity = index + 8
  }
}
