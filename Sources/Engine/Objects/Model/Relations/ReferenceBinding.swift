import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A reference in the class's own table.
final class ReferenceBinding<Value>: SlotBinding<Value> {
  private let declared: ReferenceProperty<Value>
  private let reference: ReferenceColumns

  init(property: ReferenceProperty<Value>, _ context: BindingContext) throws {
    declared = property
    reference = ReferenceColumns(to: property.targets.first, context)
    try super.init(property: property, context)
  }

  override var columns: [RequiredColumn] {
    reference.columns(of: property, isRequired: declared.isRequired)
  }

  override var isSearchable: Bool { true }
  override var isRequiredReference: Bool { declared.isRequired }

  override func write(_ slot: _Slot<Value>, into cells: RowBatch, at index: Int) throws {
    guard let value = slot.value else {
      return reference.encode(key: slot.key, entityID: slot.entityID, into: cells, at: index)
    }
    if let object = declared.target(value) {
      try reference.encode(object, into: cells, at: index)
    } else {
      reference.encodeNull(into: cells, at: index)
    }
  }

  override func read(from row: Row) throws -> _Slot<Value> {
    if let (key, entityID) = try reference.decode(from: row, at: position) {
      return _Slot(faultFor: key, entityID: entityID)
    }
    guard let null = declared.value(nil) else {
      throw CodecError("the reference is NULL, but the property is not optional")
    }
    return _Slot(null)
  }

  /// Keeps the current object if the row still refers to it. A required reference also keeps it
  /// until the new one has been read.
  override func refresh(_ object: AnyObject, from row: Row) throws {
    var fresh = try read(from: row)
    let old = own.get(object)
    if fresh.hasPendingKey, let value = old.value {
      if declared.target(value)?.isRow(fresh.key, entityID: fresh.entityID) == true { return }
      if declared.isRequired { fresh.value = value }
    }
    own.set(object, fresh)
  }

  override func encodeArgument(_ value: Value, into cells: RowBatch, at index: Int) throws {
    guard let target = declared.target(value) else {
      return reference.encodeNull(into: cells, at: index)
    }
    guard let pk = target.pk else {
      throw CodecError("\(target.shortDescription) has no primary key to compare with")
    }
    reference.encode(key: pk, entityID: target.entityID, into: cells, at: index)
  }

  override func isFault(_ object: AnyObject) -> Bool { own.get(object).hasPendingKey }

  override func loadFaults(_ objects: [any PersistentObject], session: any ObjectSession) throws {
    let keys = objects.map { object in
      let slot = own.get(object)
      return ReferenceKey(pk: slot.key, entityID: slot.entityID)
    }
    let targets = ChildMemory<AnyObject?>(capacity: keys.count)
    try keys.withUnsafeBufferPointer { keys in
      try targets.append(count: keys.count) { try session.resolve(keys, into: $0) }
    }
    for (position, object) in objects.enumerated() {
      // If the target's row was deleted after this row was read, the value is nil, as in the
      // database.
      guard let value = declared.value(targets[position]) else {
        let key = keys[position]
        let table = reference.directory.entity(id: key.entityID)?.table ?? "?"
        throw PersistenceError(
          .danglingReference,
          "the reference points at row \(key.pk) of \(table), which is missing",
          context: place(pk: object.pk))
      }
      own.set(object, _Slot(value))
    }
  }

  override func cancelPending(_ object: AnyObject) {
    let slot = own.get(object)
    if slot.hasPendingKey, let value = slot.value { own.set(object, _Slot(value)) }
  }
}

extension PersistentObject {
  /// Whether this is the object for a row.
  func isRow(_ pk: Int64, entityID: Int32) -> Bool {
    _object.phase == .stored && _object.pk == pk && self.entityID == entityID
  }

  /// The object's class, as ``EntityDescription/id``.
  var entityID: Int32 { type(of: self)._entity.id }
}
