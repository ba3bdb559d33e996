// Finding objects: turns rows into objects, and each row into the one object that represents it.

import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

extension Session {
  /// Returns the object with a primary key, or nil. As long as everything that the session reads
  /// comes from one snapshot, an object in memory is returned without a statement.
  ///
  /// SQL: `SELECT … FROM person WHERE pk = ?1`.
  public func find<Object: PersistentObject>(
    _ type: Object.Type = Object.self, pk: Int64
  ) throws -> Object? {
    try throwIfFailed()
    return try unretainedContext(of: type).borrow { context in
      if connections.seesOneSnapshot, let object = context.object(for: pk, as: type) {
        return object
      }
      if !context.plan.requiredReferences.isEmpty {
        return try fetch(type, in: context, pk: pk).first
      }
      return try fetchOne(context, pk: pk)
    }
  }

  /// Returns the object of one row, without the overhead of a list of objects.
  @inline(__always)
  private func fetchOne<Object: PersistentObject>(
    _ context: EntityContext, pk: Int64
  ) throws -> Object? {
    let announcesLoading = context.plan.announcesLoading
    let object: Object? = try readRow(context, pk: pk)
    if announcesLoading { try announceLoaded() }
    return object
  }

  // Inlined: returns after a system call are mispredicted.
  @inline(__always)
  private func readRow<Object: PersistentObject>(
    _ context: EntityContext, pk: Int64
  ) throws -> Object? {
    try connections.find(pk, by: context.plan.findByKey) { row in
      var reader = _RowReader(row, plan: context.plan)
      return try object(from: row, &reader, in: context)
    }
  }

  /// Returns the object with a key, or nil.
  public func find<Object: PersistentObject>(_ key: Key<Object>) throws -> Object? {
    try find(Object.self, pk: key.pk)
  }

  /// Returns the object with a key of any class, or nil. Runs one statement, or none if the object
  /// is in memory and up to date. Throws `unknownClass` if the store knows no class with that
  /// table.
  public func find(_ key: AnyKey) throws -> (any PersistentObject)? {
    try find(store.directory.entity(forTable: key.table).type, pk: key.pk)
  }

  /// Returns the objects that a query selects.
  public func find<Object: PersistentObject>(_ query: Query<Object>) throws -> [Object] {
    try throwIfFailed()
    if query.selection.includesSubclasses { return try findFamily(query) }
    let context = try context(of: Object.self)
    let text = try objectText(query, plan: context.plan)
    if query.loading.isEmpty { return try fetch(Object.self, in: context, text: text) }
    return try connections.readingTogether {
      let objects = try fetch(Object.self, in: context, text: text)
      for path in query.loading { try load(path, ofAll: objects) }
      return objects
    }
  }

  /// Returns the statement that reads a query's objects.
  func objectText<Object>(_ query: Query<Object>, plan: EntityPlan) throws -> SQLText {
    let text = try QueryText(query.selection, plan: plan, plans: plans)
    return try text.select(text.columnList)
  }

  /// Returns the objects whose property at a position has a value; used by the generated finders.
  func find<Object: PersistentObject, Value>(
    _ type: Object.Type, property index: Int, equals value: Value
  ) throws -> [Object] {
    try throwIfFailed()
    let context = try context(of: type)
    let binding = try context.plan.searchableBinding(index)
    func encode(into cells: RowBatch) throws {
      do {
        // The generated finder passes a value of the property's own type.
        try unsafeDowncast(binding, to: TypedBinding<Value>.self)
          .encodeArgument(value, into: cells, at: 0)
      } catch {
        throw binding.encodingFailed(error, pk: nil)
      }
    }
    var isNil = false
    if Value.self is any ExpressibleByNilLiteral.Type {
      let cells = RowBatch(width: context.plan.rowFields[index].width)
      try encode(into: cells)
      let layout = binding.layout
      isNil =
        layout?.presence == nil && layout != nil
        ? false : cells.row.isNull(at: layout?.presence ?? 0)
    }
    let text = context.plan.find(property: index, isNil: isNil)
    return try fetch(type, in: context) { connection in
      try connection.statement(text).binding { if !isNil { try encode(into: $0.parameters) } }
    }
  }

  /// Returns the objects of a class with these keys. Reads those that are not in memory in one
  /// statement.
  ///
  /// - Parameter refreshing: whether it also reads those that a find would refresh.
  func find(
    _ entity: EntityDescription, pks: [Int64], refreshing: Bool = false
  ) throws -> [Int64: AnyObject] { try find(entity.type, pks: pks, refreshing: refreshing) }

  private func find<Object: PersistentObject>(
    _ type: Object.Type, pks: [Int64], refreshing: Bool
  ) throws -> [Int64: AnyObject] {
    let context = try context(of: type)
    var found: [Int64: AnyObject] = [:]
    var wanted: [Int64] = []
    for pk in pks {
      let object = context.object(for: pk, as: type)
      if let object, !refreshing || !mayBeOutdated(object) {
        found[pk] = object
      } else {
        wanted.append(pk)
      }
    }
    if wanted.isEmpty { return found }
    let read =
      wanted.count == 1
      ? try fetch(type, in: context, pk: wanted[0]) : try fetch(type, in: context, pks: wanted)
    for object in read { found[object._object.pk] = object }
    return found
  }

  /// Initializes the memory at `objects` with the object of each key, or nil if there is no row.
  /// After the missing objects have been read, the identity map is searched again: that costs less
  /// than keeping the objects by their keys.
  func resolve(
    _ keys: UnsafeBufferPointer<ReferenceKey>, into objects: UnsafeMutablePointer<AnyObject?>
  ) throws {
    var missing = MissingKeys()
    var known = ObjectsInHand(self)
    for (position, key) in keys.enumerated() {
      let object = known.object(for: key)
      if object == nil { missing.insert(key) }
      (objects + position).initialize(to: object)
    }
    if missing.isEmpty { return }
    do {
      // Kept alive until all objects are assigned.
      let read = try missing.byEntity().map { id, pks in
        try store.directory.entity(id: id).map { try find($0, pks: pks) }
      }
      known = ObjectsInHand(self)
      for (position, key) in keys.enumerated() where objects[position] == nil {
        objects[position] = known.object(for: key)
      }
      withExtendedLifetime(read) {}
    } catch {
      objects.deinitialize(count: keys.count)
      throw error
    }
  }

  // MARK: Rows to objects

  /// Runs a statement that selects the class's columns, and creates objects from its rows.
  func fetch<Object: PersistentObject>(
    _ type: Object.Type, in context: EntityContext, text: SQLText,
    eachRow: ((Row) throws -> Void)? = nil
  ) throws -> [Object] {
    try fetch(type, in: context, eachRow: eachRow) { try text.statement(on: $0) }
  }

  /// Does the same with a statement whose parameters are set; `eachRow` may read more of each row.
  func fetch<Object: PersistentObject>(
    _ type: Object.Type, in context: EntityContext, eachRow: ((Row) throws -> Void)? = nil,
    by statement: (Connection) throws -> Statement
  ) throws -> [Object] {
    try announcingLoaded {
      try loadingTogether(unless: context.plan.requiredReferences.isEmpty) {
        let objects: [Object] = try readRows(in: context, eachRow: eachRow, by: statement)
        try complete(objects, in: context)
        return objects
      }
    }
  }

  private func readRows<Object: PersistentObject>(
    in context: EntityContext, eachRow: ((Row) throws -> Void)?,
    by statement: (Connection) throws -> Statement
  ) throws -> [Object] {
    try reading { connection in
      let statement = try statement(connection)
      defer { statement.reset() }
      var reader = _RowReader(.empty, plan: context.plan)
      var objects: [AnyObject] = []
      while let row = try statement.next() {
        objects.append(try object(from: row, &reader, in: context) as Object)
        try eachRow?(row)
      }
      // An array of a class that is only known at run time looks up its own type at each `append`.
      // Both arrays have the same layout.
      return unsafeBitCast(objects, to: [Object].self)
    }
  }

  /// Reads the row with a key.
  private func fetch<Object: PersistentObject>(
    _ type: Object.Type, in context: EntityContext, pk: Int64
  ) throws -> [Object] {
    try fetch(type, in: context) { connection in
      try connection.statement(context.plan.findByKey).binding { $0.set(pk, at: 0) }
    }
  }

  /// Reads the rows with these keys.
  func fetch<Object: PersistentObject>(
    _ type: Object.Type, in context: EntityContext, pks: [Int64]
  ) throws -> [Object] {
    try fetch(type, in: context) { connection in
      try connection.statement(context.plan.findByKeys).binding {
        $0.set(RowBatch(column: pks), at: 0)
      }
    }
  }

  /// Returns the object of the current row: the one in memory, refreshed unless it has changes, or
  /// a new one.
  func object<Object: PersistentObject>(
    from row: Row, _ reader: inout _RowReader, in context: EntityContext
  ) throws -> Object {
    reader.move(to: row)
    let pk = reader.pk
    if let object = context.object(for: pk, as: Object.self) {
      try bringUpToDate(object, from: row, in: context)
      return object
    }
    let object: Object = try reader.makeObject()
    guard context.registerLoaded(object, pk: pk) else {
      return context.object(for: pk, as: Object.self) ?? object
    }
    if context.plan.announcesLoading { tracker.loaded.append(object) }
    noteRead(pk, in: context)
    return object
  }

  private func bringUpToDate(
    _ object: some PersistentObject, from row: Row, in context: EntityContext
  ) throws {
    if !mayBeOutdated(object) { return }
    // First: an object that is refreshed in part is read again after a rollback, too.
    noteRead(object._object.pk, in: context)
    try refresh(object, from: row, in: context)
  }

  /// Whether others may have changed the row of an object that has no changes of its own.
  @inline(__always)
  private func mayBeOutdated(_ object: some PersistentObject) -> Bool {
    !connections.seesOneSnapshot && object._object.changed == 0
  }

  @inline(__always)
  private func noteRead(_ pk: Int64, in context: EntityContext) {
    if tracker.remembersReads { readAfterRollback(pk, in: context) }
  }

  /// Lets a rollback of the open level read a row again.
  @inline(__always)
  private func readAfterRollback(_ pk: Int64, in context: EntityContext) {
    open?.rowsRead.add(pk, in: context, mayRestore: tracker.hasDeleted)
  }

  private func refresh(
    _ object: some PersistentObject, from row: Row, in context: EntityContext
  ) throws {
    // An object that was saved in the open transaction becomes new or changed again if that fails.
    if let first = open?.levels.first, object._object.level >= first.id {
      journalValues(of: object, Array(context.plan.bindings.indices))
    }
    let version = context.plan.version.map { ($0, read: $0.value(of: object)) }
    object._object.forgetBaselines()
    context.noteReferences(of: object._object.pk)
    for (index, binding) in context.plan.bindings.enumerated() {
      let property = binding.property
      let wasLoaded = context.plan.hasFaults && property.isLoaded(object)
      let target = context.plan.mayRelate ? relatedTarget(of: object, at: index) : nil
      let undo = target == nil || level == 0 ? nil : property.capture(object)
      do {
        try binding.refresh(object, from: row)
        // Inverses that were read follow a reference that others have changed. If the open
        // transaction fails, both go back, and the row is read again: the object has its version.
        if let target, Relations.after(object, at: index, from: target, cause: .find), let undo {
          tracker.journal(.value(undo))
          readAfterRollback(object._object.pk, in: context)
        }
        // What was read is read again for this object alone: its former fetch would be searched
        // each time.
        if wasLoaded && !property.isLoaded(object) { object._object.annex = nil }
      } catch {
        // With the row's version, a later save could overwrite values that were not read.
        version.map { $0.restore($1, in: object) }
        throw binding.decodingFailed(error, of: row, pk: object._object.pk)
      }
    }
  }

  /// Returns the target of a reference that has inverses; nil for any other property.
  private func relatedTarget(of object: some PersistentObject, at index: Int) -> RelatedList? {
    let entity = type(of: object)._entity
    guard entity.relates(index), let property = entity.properties[index].referring,
      property.asDerived == nil, !property.isCollection
    else { return nil }
    return RelatedList(property.related(of: object, in: self))
  }

  /// Completes objects whose rows have been read: records their siblings, and loads the references
  /// that cannot be nil.
  func complete(_ objects: [some PersistentObject], in context: EntityContext) throws {
    guard context.plan.hasFaults, !objects.isEmpty else { return }
    if objects.count > 1 {
      let batch = FetchBatch(pks: objects.map { $0._object.pk })
      for object in objects { object._object.join(batch) }
    }
    for index in context.plan.requiredReferences { try load(index, ofAll: objects) }
  }
}

/// A lookup of objects by key. It caches the last context, because usually many keys of one class
/// follow each other.
private struct ObjectsInHand {
  private let session: Session
  private var context: EntityContext?
  private var id: Int32 = -1

  init(_ session: Session) { self.session = session }

  mutating func object(for key: ReferenceKey) -> AnyObject? {
    if key.entityID != id { (context, id) = (session.existingContext(key.entityID), key.entityID) }
    return context?.object(for: key.pk)
  }
}
