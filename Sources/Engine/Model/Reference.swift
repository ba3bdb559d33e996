/// How a reference is stored, wherever it stands: the primary key of the object referred to, and
/// its table where the class may have subclasses.
struct ReferenceColumns: Sendable {
  let target: EntityDescription
  let directory: EntityDirectory

  /// A class that cannot have subclasses has all its objects in one table, which a foreign key can
  /// point at.
  var isPolymorphic: Bool { !target.isFinal }
  var count: Int { isPolymorphic ? 2 : 1 }

  /// The columns, named `key` and `className`.
  func columns(
    key: String, className: String, property: PropertyDescription, admitsNull: Bool,
    onDelete: ForeignKey.Action
  ) -> [RequiredColumn] {
    let keyColumn = ColumnDefinition(
      name: key, storage: .integer,
      foreignKey: isPolymorphic ? nil : ForeignKey(table: target.table, onDelete: onDelete))
    let classColumn = ColumnDefinition(name: className, storage: .text)
    return (isPolymorphic ? [keyColumn, classColumn] : [keyColumn]).map { definition in
      RequiredColumn(
        definition: definition, property: property.name,
        renamedFrom: renamed(property, definition, key: key),
        codec: .reference(to: target.table), canRead: { $0 == 1 },
        admitsNull: admitsNull, isReference: definition.name == key,
        formerCodec: target.renamedFrom.map { .reference(to: $0) })
    }
  }

  private func renamed(
    _ property: PropertyDescription, _ definition: ColumnDefinition, key: String
  ) -> String? {
    guard key == property.column, let old = property.renamedFrom else { return nil }
    return definition.name == key ? old : old + ColumnName.classSuffix
  }

  /// Writes a reference, or NULL.
  func encode(_ object: (some PersistentObject)?, into cells: Cells, at index: Int) throws {
    guard let object else { return encodeNull(into: cells, at: index) }
    cells.set(try key(of: object), at: index)
    if isPolymorphic { set(type(of: object)._entity, into: cells, at: index + 1) }
  }

  /// Writes the reference that a fault stands for.
  func encode(key: Int64, entity: EntityDescription?, into cells: Cells, at index: Int) {
    cells.set(key, at: index)
    if isPolymorphic { set(entity ?? target, into: cells, at: index + 1) }
  }

  func encodeNull(into cells: Cells, at index: Int) {
    cells.setNull(at: index)
    if isPolymorphic { cells.setNull(at: index + 1) }
  }

  private func set(_ entity: EntityDescription, into cells: Cells, at index: Int) {
    var table = entity.table
    table.withUTF8 { cells.setText($0, at: index) }
  }

  private func key(of object: some PersistentObject) throws -> Int64 {
    switch object._object.phase {
    case .stored: return object._object.pk
    case .new where object._object.isVisited: return object._object.pk
    case .new:
      throw PersistenceError(
        .wrongSession, "the value refers to a new \(object.shortDescription); save that first")
    case .deleted:
      throw PersistenceError(
        .objectDeleted, "the value refers to \(type(of: object)._entity.className), deleted before")
    case .detached:
      throw PersistenceError(
        .wrongSession,
        "the value refers to \(object.shortDescription), whose session has ended; find it again")
    }
  }

  /// Reads a reference as key and class; nil for NULL.
  func decode(from cells: Cells, at index: Int) throws -> (key: Int64, entityID: Int32)? {
    let reader = ColumnReader(cells, at: index)
    if reader.isNull { return nil }
    return (
      try reader.integer(), try isPolymorphic ? entity(in: cells, at: index + 1).id : target.id
    )
  }

  private func entity(in cells: Cells, at index: Int) throws -> EntityDescription {
    let reader = ColumnReader(cells, at: index)
    if reader.isNull { return target }
    let table = try reader.text()
    if table == target.table { return target }
    guard let entity = directory.entity(table: table), entity.inherits(from: target) else {
      throw PersistenceError(
        .unknownClass,
        """
        the row refers to a row of table '\(table)', which belongs to no subclass of \
        \(target.className) that this store knows; name the class in the store's `classes`
        """)
    }
    return entity
  }
}

/// A reference to a persistent object. `Value` is `Target` or `Target?`.
final class ReferenceStrategy<Value, Target: PersistentObject>: SlotStrategy<Value>,
  @unchecked Sendable
{
  let isRequired: Bool
  let target: @Sendable (Value) -> Target?
  let value: @Sendable (Target?) -> Value?

  init(
    isRequired: Bool, target: @escaping @Sendable (Value) -> Target?,
    value: @escaping @Sendable (Target?) -> Value?
  ) {
    self.isRequired = isRequired
    self.target = target
    self.value = value
  }

  override func makeBinding(
    _ property: SlotProperty<Value>, _ context: BindingContext
  ) throws -> PropertyBinding {
    ReferenceBinding(property: property, strategy: self, context)
  }

  override func visitReferences(
    in value: Value, _ body: (any PersistentObject) throws -> Void
  ) rethrows {
    if let object = target(value) { try body(object) }
  }

  override func slot(_ slot: _Slot<Value>, without deleted: DeletedRows) -> _Slot<Value>? {
    guard !isRequired, let null = value(nil) else { return nil }
    let isDeleted =
      if let value = slot.value {
        target(value)?._object.phase == .deleted
      } else {
        deleted.contains(slot.key, entityID: slot.entityID)
      }
    return isDeleted ? _Slot(null) : nil
  }

  override func describe(_ value: Value) -> String { target(value)?.shortDescription ?? "nil" }

  override var targets: [EntityDescription] { [Target._entity] }
}

/// A reference in the class's own table.
final class ReferenceBinding<Value, Target: PersistentObject>: SlotBinding<Value>,
  @unchecked Sendable
{
  private let strategy: ReferenceStrategy<Value, Target>
  private let reference: ReferenceColumns

  init(
    property: SlotProperty<Value>, strategy: ReferenceStrategy<Value, Target>,
    _ context: BindingContext
  ) {
    self.strategy = strategy
    reference = ReferenceColumns(target: Target._entity, directory: context.directory)
    super.init(property: property, context)
  }

  override var columns: [RequiredColumn] {
    reference.columns(
      key: property.column, className: property.column + ColumnName.classSuffix,
      property: property, admitsNull: !strategy.isRequired,
      onDelete: strategy.isRequired ? .restrict : .setNull)
  }

  override func polymorphicReference(_ dialect: any Dialect) -> PolymorphicReference? {
    guard reference.isPolymorphic else { return nil }
    return PolymorphicReference(
      target: reference.target, place: place(pk: nil), table: entity.table, key: property.column,
      className: property.column + ColumnName.classSuffix,
      action: strategy.isRequired ? .restrict : .setNull, dialect: dialect)
  }

  override var isSearchable: Bool { true }
  override var isRequiredReference: Bool { strategy.isRequired }

  override func write(_ slot: _Slot<Value>, into cells: Cells, at index: Int) throws {
    if let value = slot.value {
      try reference.encode(strategy.target(value), into: cells, at: index)
    } else {
      let entity = slot.entityID == Target._entity.id ? nil : try self.entity(slot.entityID)
      reference.encode(key: slot.key, entity: entity, into: cells, at: index)
    }
  }

  override func read(from cells: Cells) throws -> _Slot<Value> {
    if let (key, entityID) = try reference.decode(from: cells, at: position) {
      return _Slot(faultFor: key, entityID: entityID)
    }
    guard !strategy.isRequired, let null = strategy.value(nil) else {
      throw CodecError("the reference is NULL, but the property is not optional")
    }
    return _Slot(null)
  }

  /// Keeps the object that is there when the row still refers to it, and in a required reference
  /// until the new one has been read.
  override func refresh(_ object: AnyObject, from cells: Cells) throws {
    var fresh = try read(from: cells)
    let old = own.get(object)
    if fresh.hasPendingKey, let value = old.value {
      if strategy.target(value)?._object.refersTo(fresh.key, fresh.entityID) == true { return }
      if strategy.isRequired { fresh.value = value }
    }
    own.set(object, fresh)
  }

  override func encodeArgument(_ value: Value, into cells: Cells, at index: Int) throws {
    guard let target = strategy.target(value) else {
      return reference.encodeNull(into: cells, at: index)
    }
    guard let pk = target.pk else {
      throw CodecError("\(target.shortDescription) has no primary key to compare with")
    }
    reference.encode(key: pk, entity: type(of: target)._entity, into: cells, at: index)
  }

  override func isFault(_ object: AnyObject) -> Bool { own.get(object).hasPendingKey }

  override func loadFaults(_ objects: [any PersistentObject], owner: ObjectOwner) throws {
    let pending = objects.map { own.get($0) }
    let found = try owner.targets(of: pending.map { ($0.key, $0.entityID) })
    for (object, slot) in zip(objects, pending) {
      // A row that was deleted after this one was read leaves nil behind, as in the database.
      guard let value = strategy.value(found[slot.entityID]?[slot.key] as? Target) else {
        throw PersistenceError(
          .danglingReference,
          "the reference points at row \(slot.key) of \(Target._entity.table), which is missing",
          context: place(pk: object.pk))
      }
      own.set(object, _Slot(value))
    }
  }

  override func cancelPending(_ object: AnyObject) {
    let slot = own.get(object)
    if slot.hasPendingKey, let value = slot.value { own.set(object, _Slot(value)) }
  }

  private func entity(_ id: Int32) throws -> EntityDescription? {
    reference.directory.entity(id: id)
  }
}

extension _ObjectState {
  /// Whether this is the object for a row.
  func refersTo(_ pk: Int64, _ entityID: Int32) -> Bool {
    phase == .stored && self.pk == pk && context?.plan.entity.id == entityID
  }
}

extension ObjectOwner {
  /// The objects that references point at, by class and key: one statement for each class.
  func targets(of keys: [(key: Int64, entityID: Int32)]) throws -> [Int32: [Int64: AnyObject]] {
    var wanted: [Int32: Set<Int64>] = [:]
    for (key, entityID) in keys { wanted[entityID, default: []].insert(key) }
    var found: [Int32: [Int64: AnyObject]] = [:]
    for (entityID, pks) in wanted.sorted(by: { $0.key < $1.key }) {
      found[entityID] = try objects(ofEntity: entityID, pks: pks.sorted())
    }
    return found
  }
}
