import PersistentObjectsDriver

/// A derived property bound to a store. It is read from the rows of the other side.
final class InverseBinding<Value>: SlotBinding<Value> {
  private let declared: InverseProperty<Value>
  private let inverse: Inverse

  init(
    property: InverseProperty<Value>, _ inverse: Inverse, _ context: BindingContext
  ) throws {
    declared = property
    self.inverse = inverse
    try super.init(property: property, context)
  }

  override func read(from row: Row) throws -> _Slot<Value> { .fault }

  override func write(_ slot: _Slot<Value>, into cells: RowBatch, at index: Int) throws {}

  override func loadFaults(_ objects: [any PersistentObject], session: any ObjectSession) throws {
    let referring = try session.objects(referringTo: objects, by: inverse)
    for object in objects {
      let found = referring[ObjectIdentifier(object)] ?? []
      own.set(object, _Slot(declared.value(of: inverse.isSingle ? one(of: found) : found)))
      let new = found.filter { $0.state == .new }
      if new.isEmpty { continue }
      noteNewcomers(new, in: object, session)
      for one in new { Relations.noteRead(one) }
    }
  }

  /// Notes a change of the property, so that a save of the object reaches the new objects in it.
  private func noteNewcomers(
    _ new: [any PersistentObject], in object: some PersistentObject, _ session: any ObjectSession
  ) {
    guard let index = entity.properties.firstIndex(where: { $0 === property }) else { return }
    session.tracker.markChanged(object, state: object._object, at: index)
    for one in new { session.tracker.noteNewcomer(one, in: object, at: index) }
  }

  /// Returns the one of several referring objects that an optional property holds: the last one
  /// with unsaved changes, otherwise the oldest.
  private func one(of objects: [any PersistentObject]) -> [any PersistentObject] {
    guard let first = objects.first else { return [] }
    return [objects.last { $0.needsSaving } ?? first]
  }
}
