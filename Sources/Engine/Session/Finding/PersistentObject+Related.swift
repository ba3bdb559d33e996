// The way back: the objects that refer to an object.

extension PersistentObject {
  /// The saved objects of a class that refer to this one, in any reference or collection or in one of
  /// them, in the order of their keys.
  ///
  /// ```swift
  /// try joe.findRelated(Invoice.self, in: session)
  /// // SELECT … FROM invoice WHERE (customer = ?1) ORDER BY pk
  /// try joe.findRelated(Person.self, through: \.friends, in: session)
  /// // SELECT … FROM person
  /// // WHERE (pk IN (SELECT parent_pk FROM person_friends WHERE fk = ?1)) ORDER BY pk
  /// ```
  ///
  /// One statement, or one for each subclass of an abstract class. What counts is what was saved. Of an
  /// object without a row there are none. Throws `invalidQuery` when the class has no such property, or
  /// the key path names another one.
  ///
  /// - Parameters:
  ///   - type: the class of the objects that are looked for.
  ///   - property: the reference or collection that refers; nil for any.
  ///   - session: where they are to be found; not necessarily this object's own session.
  public func findRelated<Other: PersistentObject>(
    _ type: Other.Type = Other.self, through property: PartialKeyPath<Other>? = nil,
    in session: Session
  ) throws -> [Other] {
    try session.findRelated(to: self, through: property, Query<Other>())
  }

  /// The saved objects of a class that refer to this one and for which a condition holds. Otherwise as
  /// ``findRelated(_:through:in:)``.
  public func findRelated<Other: PersistentObject>(
    _ type: Other.Type = Other.self, through property: PartialKeyPath<Other>? = nil,
    in session: Session, where predicate: (Columns<Other>) -> Condition
  ) throws -> [Other] {
    try session.findRelated(to: self, through: property, Query<Other>().where(predicate))
  }

  /// The saved objects of a class that refer to this one and that criteria select, in the order of
  /// the criteria, else in that of their keys. Otherwise as ``findRelated(_:through:in:)``.
  public func findRelated<Other: PersistentObject>(
    _ type: Other.Type = Other.self, through property: PartialKeyPath<Other>? = nil,
    _ criteria: Criteria, in session: Session
  ) throws -> [Other] {
    try session.findRelated(to: self, through: property, Query<Other>(criteria))
  }
}

extension Session {
  fileprivate func findRelated<Other: PersistentObject>(
    to object: some PersistentObject, through path: PartialKeyPath<Other>?, _ query: Query<Other>
  ) throws -> [Other] {
    try throwIfFailed()
    try query.selection.throwIfRefused()
    if Other._entity.isAbstract { return try findFamily(relatedTo: object, through: path, query) }
    let context = try context(of: Other.self)
    guard let text = try text(relatedTo: object, through: path, query, in: context) else {
      return []
    }
    return try fetch(Other.self, in: context, text: text)
  }

  /// The same for an abstract class, whose objects lie in several tables.
  private func findFamily<Other: PersistentObject>(
    relatedTo object: some PersistentObject, through path: PartialKeyPath<Other>?,
    _ query: Query<Other>
  ) throws -> [Other] {
    if query.selection.criteria != nil { throw TableText.severalTables }
    let family = try plans.family(Other.ownEntity)
    let found = try connections.readingTogether {
      try family.flatMap { entity -> [Other] in
        let context = try context(of: entity)
        guard let text = try text(relatedTo: object, through: path, query, in: context) else {
          return []
        }
        let objects: [any PersistentObject] = try fetch(
          entity.type, in: context, text: text)
        return objects.compactMap { $0 as? Other }
      }
    }
    // Those of one class come in the order of their keys; with equal keys the table decides.
    return found.enumerated().sorted {
      ($0.element.rowKey, $0.offset) < ($1.element.rowKey, $1.offset)
    }.map(\.element)
  }

  private func text<Other: PersistentObject>(
    relatedTo object: some PersistentObject, through path: PartialKeyPath<Other>?,
    _ query: Query<Other>, in context: EntityContext
  ) throws -> SQLText? {
    let target = RelatedTarget(entity: type(of: object)._entity, pk: object.pk ?? 0)
    let bindings = try target.bindings(in: context.plan, path)
    guard object.pk != nil else { return nil }
    let refer = bindings.map { target.isReferred(by: $0, store.dialect) }.joined(separator: " OR ")
    var text: SQLText = "\(context.plan.select) WHERE (\(refer))"
    if query.selection.condition != nil || query.selection.criteria != nil {
      let narrowed = try QueryText(query.selection, plan: context.plan, plans: plans)
      let keys = try narrowed.select(narrowed.scope.qualifiedKey, isOrdered: false)
      text += " AND \(ColumnName.pk) IN (\(keys))"
    }
    var order = Selection()
    order.criteria = query.selection.criteria
    return "\(text)\(try QueryText(order, plan: context.plan, plans: plans).order())"
  }
}

/// The object that others refer to, and how that is asked for.
private struct RelatedTarget {
  let entity: EntityDescription
  let pk: Int64

  /// The properties that can refer to it.
  func bindings<Other>(
    in plan: EntityPlan, _ path: PartialKeyPath<Other>?
  ) throws -> [PropertyBinding] {
    let wanted = try path.map { [plan.bindings[try plan.position(of: $0)]] } ?? plan.bindings
    let found = wanted.filter(canRefer)
    if !found.isEmpty { return found }
    throw PersistenceError(
      .invalidQuery,
      "\(path == nil ? "no property" : "the property named is none") of \(plan.entity.className) "
        + "that refers to objects of \(entity.className)",
      context: path == nil
        ? plan.entity.place : wanted[0].place(pk: nil))
  }

  private func canRefer(_ binding: PropertyBinding) -> Bool {
    let property = binding.property
    guard property.refersToObjects else { return false }
    return property.targets.isEmpty || property.targets.contains { entity.inherits(from: $0) }
  }

  /// The condition that a property refers to the object.
  func isReferred(by binding: PropertyBinding, _ dialect: any Dialect) -> SQLText {
    let child = binding.childTables.first(where: \.refersToObjects)
    let refers = SQLText.points(child?.columns ?? binding.columns, at: entity, dialect) {
      "\($0) = \(.integer(pk))"
    }
    guard let child else { return refers }
    return """
      \(ColumnName.pk) IN (SELECT \(ColumnName.parent) \
      FROM \(dialect.quoted(child.definition.name)) WHERE \(refers))
      """
  }
}
