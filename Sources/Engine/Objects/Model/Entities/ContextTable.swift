import PersistentObjectsConnections

/// The contexts of a session, by `EntityDescription.id`. The references are unmanaged, because
/// counting them would cost more than the rest of a look-up.
struct ContextTable: ~Copyable {
  /// The contexts, each retained once.
  private var slots: [Unmanaged<EntityContext>?] = []

  deinit { for case let context? in slots { context.release() } }

  /// The context of a class, or nil if it has none yet.
  subscript(id: Int32) -> EntityContext? { unretained(id)?.takeUnretainedValue() }

  /// Adds the first context of a class.
  mutating func add(_ context: EntityContext) {
    let id = Int(context.plan.entity.id)
    if id >= slots.count {
      slots.reserveCapacity(id + 8)
      while id >= slots.count { slots.append(nil) }
    }
    slots[id] = .passRetained(context)
  }

  /// Returns the context of a class without retaining it. The table keeps it alive.
  func unretained(_ id: Int32) -> Unmanaged<EntityContext>? {
    Int(id) < slots.count ? slots[Int(id)] : nil
  }

  var all: [EntityContext] { slots.compactMap { $0?.takeUnretainedValue() } }

  func contains(where holds: (EntityContext) -> Bool) -> Bool {
    slots.contains { $0.map { $0.borrow(holds) } ?? false }
  }

  /// Removes and returns the context of a class.
  mutating func take(_ id: Int32) -> EntityContext? {
    guard let context = unretained(id) else { return nil }
    slots[Int(id)] = nil
    return context.takeRetainedValue()
  }

  /// Removes all contexts.
  mutating func removeAll() {
    let former = slots
    slots = []
    for case let context? in former { context.release() }
  }

  /// Removes and returns all contexts.
  mutating func takeAll() -> [EntityContext] {
    defer { slots = [] }
    return slots.compactMap { $0?.takeRetainedValue() }
  }
}
