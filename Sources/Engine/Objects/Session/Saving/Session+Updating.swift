import Foundation
import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

extension Query {
  /// Updates all objects of the query with one statement per table, without loading them.
  ///
  /// ```swift
  /// let count = try Person.where { $0.age > 30 }.update(in: session) {
  ///   $0.age += 1
  ///   $0.note = $0.firstName + "!"
  /// }
  /// // UPDATE person SET age = _persistent_add(age, ?1), note = (first_name || ?2) WHERE age > ?3
  /// //   RETURNING pk, age, note
  /// ```
  ///
  /// Values are written through the properties' codecs, versions are incremented, and `updatedAt`
  /// is set. The written values are read back and checked: a value that the property's type cannot
  /// hold throws `decodingFailed`, and one that breaks a rule about its property throws
  /// `validationFailed`. A version that cannot grow any more throws `encodingFailed`, one of 64
  /// bits `databaseFailed`. The database checks its constraints. Rules about whole objects are not
  /// checked, and hooks are not called. Objects in memory are refreshed, by one more statement for
  /// each class. Those with unsaved changes keep these, and take one statement each; if a property
  /// that is written has such a change and the class has a version, their save is a `conflict`.
  /// Outside a transaction, this runs in one of its own. If it fails, nothing is changed.
  ///
  /// With subclasses, it runs one statement for the keys, and one for each class.
  ///
  /// Throws `invalidQuery` for a collection, a derived property, and a property that the engine
  /// sets itself.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  public func update(
    in session: Session, _ changes: (inout ColumnChanges<Root>) -> Void
  ) throws -> Int {
    var columns = ColumnChanges<Root>()
    changes(&columns)
    var query = self
    query.selection.answer(to: columns.columns.identity)
    return try session.update(query, columns.assignments.all)
  }
}

extension Session {
  func update<Object: PersistentObject>(
    _ query: Query<Object>, _ changes: [Assignments.Assignment]
  ) throws -> Int {
    try throwIfRefused("update objects")
    if changes.isEmpty { return 0 }
    return try inAttempts {
      try undoably(isOneStatement: false) { transaction in
        guard query.selection.includesSubclasses else {
          return try update(query.selection, changes, of: Object.ownEntity, in: transaction)
        }
        return try byClass(rows(familyText(query).text) { try FamilyKey($0) }).reduce(0) {
          let keys = $1.pks.map { ConditionArgument($0) }
          var selection = Selection()
          query.selection.identities.forEach { selection.answer(to: $0) }
          selection.condition = .membership(.ownKey, keys)
          return try $0 + update(selection, changes, of: $1.entity, in: transaction)
        }
      }
    }
  }

  private func update(
    _ selection: Selection, _ changes: [Assignments.Assignment], of entity: EntityDescription,
    in transaction: OpenTransaction
  ) throws -> Int {
    try selection.throwIfRefused()
    let context = try context(of: entity)
    let plan = context.plan
    try plan.requireFit()
    var wholes: [(position: Int, value: Operand)] = []
    let targets = try changes.map { change in
      let position = try plan.position(of: change.path[0])
      let whole = try target(position, of: plan)
      if !wholes.contains(where: { $0.position == position }) { wholes.append((position, whole)) }
      let field = try change.path.dropFirst().reduce(whole) { try $0.field(.field($1)) }
      return (target: field, value: change.value)
    }
    let positions = wholes.map(\.position)
    let text = try UpdateText(
      selection, plan: plan, plans: plans, changes: targets, returning: wholes.map(\.value),
      ownChanges: ownChanges(of: plan, in: transaction))
    noteWritten(.writtenBySQL, in: transaction)
    var validation = Validation()
    let pks = try adding(plan.place(pk: nil)) {
      try text.run(on: transaction.connection) { row in
        var index = 1
        for (position, value) in wholes {
          try check(value, at: position, in: row, from: index, by: &validation)
          index += value.columns.count
        }
        try plan.version?.requireFit(row.integer(at: index), pk: row.integer(at: 0))
        return row.integer(at: 0)
      }
    }
    try validation.finish()
    connections.seesOneSnapshot = false
    // The inverses of objects in memory follow these when they are refreshed.
    if try !refreshAll(pks, at: positions, in: context) {
      try forgetInverses(of: positions, in: plan.entity)
    }
    return pks.count
  }

  private func adding<R>(_ place: PersistenceError.Context, _ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as PersistenceError {
      throw error.adding(place)
    }
  }

  /// Returns the columns of a property to be set.
  private func target(_ position: Int, of plan: EntityPlan) throws -> Operand {
    let binding = plan.bindings[position]
    guard !binding.columns.isEmpty, !binding.hasChildRows else {
      throw PersistenceError(
        .invalidQuery, "an update sets single values, not collections or derived properties",
        context: binding.place(pk: nil))
    }
    guard !plan.entity.enginesProperties.contains(position) else {
      throw PersistenceError(
        .invalidQuery, "the engine itself sets the property; leave it out of the update",
        context: binding.place(pk: nil))
    }
    let variant = QueryRow.Variant(plan: plan, qualifier: nil)
    return try QueryRow(variants: [variant], path: "", isOptional: false).operand(position)
  }

  /// Returns the changes that the engine makes itself: first the next version, then the time.
  private func ownChanges(
    of plan: EntityPlan, in transaction: OpenTransaction
  ) throws -> [(column: SQLText, value: SQLText)] {
    var changes: [(column: SQLText, value: SQLText)] = []
    if let version = plan.version {
      changes.append(version.counted(in: plan.quotedTable, plan.dialect))
    }
    for timestamp in plan.entity.timestamps where timestamp.role == .updatedAt {
      let variant = QueryRow.Variant(plan: plan, qualifier: nil)
      let target = try QueryRow(variants: [variant], path: "", isOptional: false)
        .operand(timestamp.index)
      let cells = RowBatch(width: 1)
      try ConditionArgument(transaction.time).encode(as: target, into: cells, at: 0)
      changes.append((target.name, "\(cells.row.value(at: 0))"))
    }
    return changes
  }

  /// Checks a written value: throws if its property cannot hold it, and notes whether it breaks a
  /// rule.
  private func check(
    _ target: Operand, at position: Int, in row: Row, from index: Int,
    by validation: inout Validation
  ) throws {
    guard let binding = target.binding, !binding.property.refersToObjects else { return }
    do {
      let value: Any = try target.coding.decodeResult(from: row, at: index)
      validation.check(
        value, at: position, in: binding.entity, pk: row.integer(at: 0))
    } catch {
      throw target.decodingFailed(error)
    }
  }

  /// Refreshes objects in memory; of those with unsaved changes, only the properties without.
  /// Returns whether all rows have clean objects in memory.
  private func refreshAll(
    _ pks: [Int64], at positions: [Int], in context: EntityContext
  ) throws -> Bool {
    let objects = pks.compactMap { context.object(for: $0) as? any PersistentObject }
    let clean = objects.filter { $0.state == .clean }.map { $0.rowKey }
    if !clean.isEmpty {
      let _: [any PersistentObject] = try fetch(context.plan.entity.type, in: context, pks: clean)
    }
    for object in objects where object.state == .changed {
      let changes = Set(tracker.changes(of: object))
      var written = Set(positions).union(context.plan.entity.enginesProperties)
      if let version = context.plan.version {
        written.remove(version.index)
        if changes.isDisjoint(with: positions) { try count(version, of: object) }
      }
      try readWritten(object, in: context, at: written.subtracting(changes).sorted())
    }
    return clean.count == pks.count
  }

  /// Counts the version of an object as the update has done in its row. If someone else had written
  /// the row before, its save stays a conflict, as it is if both have written the same property.
  private func count(_ version: EntityVersion, of object: some PersistentObject) throws {
    version.set(try version.next(of: object), in: object, self)
  }

  /// Makes the derived properties faults that depend on written references.
  private func forgetInverses(of positions: [Int], in entity: EntityDescription) throws {
    let written = positions.filter(entity.relates)
    if written.isEmpty { return }
    func inverses(in target: EntityDescription) -> [Int] {
      written.flatMap { target.inverses(of: $0, in: entity) }
    }
    for context in allContexts {
      for index in inverses(in: context.plan.entity) {
        let property = context.plan.entity.properties[index]
        for object in context.objects where property.isLoaded(object) {
          // The journal also keeps new objects alive that only the inverse refers to.
          tracker.journal(.value(property.capture(object)))
          property.referring?.releaseReferences(of: object)
        }
      }
    }
    // Those with new objects are read at once, since a save reaches the objects through them.
    for object in tracker.enrolled where object.state == .changed {
      let changed = Set(tracker.changes(of: object))
      for index in inverses(in: type(of: object)._entity) where changed.contains(index) {
        try load(index, ofAll: [object])
      }
    }
  }
}
