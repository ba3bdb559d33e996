/// The contexts of a session, by `EntityDescription.id`. Each find and each check of an object
/// looks one up, so they are in unmanaged memory, which needs no exclusivity check and no reference
/// to an array.
final class ContextTable {
  /// Retained.
  private var slots = UnsafeMutablePointer<Unmanaged<EntityContext>?>.allocate(capacity: 0)
  private var capacity = 0

  deinit {
    _ = takeAll()
    slots.deallocate()
  }

  /// The context of a class; nil while it has none.
  subscript(id: Int32) -> EntityContext? { unretained(id)?.takeUnretainedValue() }

  /// Keeps the first context of a class.
  func add(_ context: EntityContext) {
    let id = context.plan.entity.id
    if id >= capacity { grow(toHold: Int(id)) }
    slots[Int(id)] = .passRetained(context)
  }

  /// The context of a class without a retain, for calls in which counting references would cost
  /// more than the rest. The table keeps it alive.
  func unretained(_ id: Int32) -> Unmanaged<EntityContext>? {
    id < capacity ? slots[Int(id)] : nil
  }

  var all: [EntityContext] {
    UnsafeBufferPointer(start: slots, count: capacity).compactMap { $0?.takeUnretainedValue() }
  }

  /// Takes a context out.
  func take(_ id: Int32) -> EntityContext? {
    guard let context = unretained(id) else { return nil }
    slots[Int(id)] = nil
    return context.takeRetainedValue()
  }

  /// Takes all out.
  func takeAll() -> [EntityContext] { (0..<Int32(capacity)).compactMap(take) }

  private func grow(toHold index: Int) {
    let larger = UnsafeMutablePointer<Unmanaged<EntityContext>?>.allocate(capacity: index + 8)
    larger.initialize(repeating: nil, count: index + 8)
    larger.update(from: slots, count: capacity)
    slots.deallocate()
    slots = larger
    capacity = index + 8
  }
}
