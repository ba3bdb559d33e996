/// The contexts of a session, by `EntityDescription.id`. Each find and each check of an object
/// looks one up, so they are unmanaged and their array is accessed without an exclusivity check.
final class ContextTable {
  /// Retained.
  @exclusivity(unchecked) private var slots: [Unmanaged<EntityContext>?] = []

  deinit { _ = takeAll() }

  /// The context of a class; nil while it has none.
  subscript(id: Int32) -> EntityContext? { unretained(id)?.takeUnretainedValue() }

  /// Keeps the first context of a class.
  func add(_ context: EntityContext) {
    let id = Int(context.plan.entity.id)
    if id >= slots.count { slots += Array(repeating: nil, count: id + 8 - slots.count) }
    slots[id] = .passRetained(context)
  }

  /// The context of a class without a retain, for calls in which counting references would cost
  /// more than the rest. The table keeps it alive.
  func unretained(_ id: Int32) -> Unmanaged<EntityContext>? {
    Int(id) < slots.count ? slots[Int(id)] : nil
  }

  var all: [EntityContext] {
    slots.compactMap { $0?.takeUnretainedValue() }
  }

  /// Takes a context out.
  func take(_ id: Int32) -> EntityContext? {
    guard let context = unretained(id) else { return nil }
    slots[Int(id)] = nil
    return context.takeRetainedValue()
  }

  /// Takes all out.
  func takeAll() -> [EntityContext] { (0..<Int32(slots.count)).compactMap(take) }
}
