// Finding the objects that refer to an object.

import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension PersistentObject {
  /// Returns the saved objects of a class that refer to this one, through any reference or
  /// collection or through a given one, ordered by primary key.
  ///
  /// ```swift
  /// try joe.findRelated(Invoice.self, in: session)
  /// // SELECT … FROM invoice WHERE (customer = ?1) ORDER BY pk
  /// try joe.findRelated(Person.self, through: \.friends, in: session)
  /// // SELECT … FROM person
  /// // WHERE (pk IN (SELECT parent_pk FROM person_friends WHERE fk = ?1)) ORDER BY pk
  /// ```
  ///
  /// Runs one statement, or one for each subclass of an abstract class. Only saved references
  /// count; no object refers to one without a row. Throws `invalidQuery` if the class has no
  /// property that can refer to this object, or if the key path names another property.
  ///
  /// - Parameters:
  ///   - type: the class of the objects to find.
  ///   - property: the reference or collection that refers; nil for any.
  ///   - session: the session that finds the objects; not necessarily this object's own session.
  public func findRelated<Other: PersistentObject>(
    _ type: Other.Type = Other.self, through property: PartialKeyPath<Other>? = nil,
    in session: Session
  ) throws -> [Other] {
    try session.findRelated(to: self, through: property, Query<Other>())
  }

  /// Returns the saved objects of a class that refer to this one and satisfy a condition. Otherwise
  /// like ``findRelated(_:through:in:)``.
  public func findRelated<Other: PersistentObject>(
    _ type: Other.Type = Other.self, through property: PartialKeyPath<Other>? = nil,
    in session: Session, where predicate: (Columns<Other>) -> Condition
  ) throws -> [Other] {
    try session.findRelated(to: self, through: property, Query<Other>().where(predicate))
  }

  /// Returns the saved objects of a class that refer to this one and that criteria select, in the
  /// order of the criteria or, if they have none, by primary key. Otherwise like
  /// ``findRelated(_:through:in:)``.
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

  /// Does the same for an abstract class, whose objects are in several tables.
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
    // The objects of one class are ordered by key; objects with equal keys stay in the order of
    // their tables.
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
    if query.selection.criteria != nil {
      let narrowed = try QueryText(query.selection, plan: context.plan, plans: plans)
      let keys = try narrowed.select(narrowed.scope.qualifiedKey, isOrdered: false)
      text += " AND \(ColumnName.pk) IN (\(keys))"
    } else if query.selection.condition != nil {
      // Evaluated only for the objects that refer to this one.
      let outer = try QueryText(Selection(), plan: context.plan, plans: plans)
      let narrowed = try QueryText(
        query.selection, plan: context.plan, plans: plans, in: outer.scope)
      let keys = try narrowed.select(narrowed.scope.qualifiedKey, isOrdered: false)
      let key = "\(context.plan.quotedTable).\(ColumnName.pk)"
      text += " AND EXISTS (\(keys) AND \(narrowed.scope.qualifiedKey) = \(key))"
    }
    var order = Selection()
    order.criteria = query.selection.criteria
    return "\(text)\(try QueryText(order, plan: context.plan, plans: plans).order().clause)"
  }
}

/// The object that others refer to, and the SQL conditions for references to it.
private struct RelatedTarget {
  let entity: EntityDescription
  let pk: Int64

  /// Returns the properties that can refer to the object.
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

  /// Returns the condition that a property refers to the object.
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
