import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The tables of a `SELECT`: its own table, and those that are joined because a path leads through
/// them.
///
/// A reference is joined once, however often its object is used: `LEFT JOIN address AS home ON
/// home.pk = person.home`. If there is no object, all columns are NULL, as nil propagates in Swift;
/// the planner turns the join into an inner join if a condition rejects NULL. A join finds at most
/// one row, so no row of the query is duplicated.
final class QueryScope {
  let plans: PlanSource
  /// The scope of the query that this one is part of.
  let parent: QueryScope?
  /// The identities of the subject in closures.
  private var identities: [ScopeIdentity]
  private var subject: Subject
  /// The reference to the subject, if the subject is an element of a collection.
  private var reference: Operand?
  private(set) var joins: SQLText = ""
  /// The joined rows, by the references to them.
  private var rows: [JoinedReference: QueryRow] = [:]
  /// The lower-case names of the tables in the statement, including those of inner scopes.
  private var takenNames: Set<String> = []
  /// Whether the query also selects objects of subclasses, from other tables.
  private var isOfFamily = false
  /// The scopes of the classes that are joined by a condition.
  private var others: [QueryScope] = []
  /// An object that has no table in the statement, although closures may name it.
  private var missing: ScopeIdentity?
  /// The number of paths found so far that begin at the scope's own objects.
  private(set) var uses = 0
  /// The number of paths found so far that begin at objects of enclosing queries.
  private var outerUses: Int { parent.map { $0.uses + $0.outerUses } ?? 0 }

  /// A reference in a row of the statement. The name of the row's table is unique there, unlike a
  /// path of columns, whose names may contain dots.
  private struct JoinedReference: Hashable {
    let table: String?
    let column: String
  }

  private enum Subject {
    case object(QueryRow)
    /// An element, if the collection holds values.
    case element(Operand)
    /// A group of rows.
    case group(key: GroupKey, aggregate: (AggregateColumn) throws -> Operand)
  }

  /// Finds a key of a group by its position, or a value that is computed from the key in each row
  /// of the group.
  typealias GroupKey = (Int, _ computing: ((ValueNode) -> ValueNode)?) throws -> Operand

  private init(
    _ subject: Subject, plans: PlanSource, named identities: [ScopeIdentity],
    in parent: QueryScope? = nil
  ) {
    self.plans = plans
    self.parent = parent
    self.identities = identities
    self.subject = subject
  }

  /// Creates the scope of a query's own objects.
  /// - Parameters:
  ///   - isQualified: whether columns are written with their table.
  ///   - isOfFamily: whether the query also selects objects of subclasses.
  ///   - parent: the scope of the query that this one is part of.
  convenience init(
    _ plan: EntityPlan, plans: PlanSource, named identities: [ScopeIdentity], isQualified: Bool,
    isOfFamily: Bool = false, in parent: QueryScope? = nil
  ) {
    let name = parent?.quotedName(plan.entity.table) ?? plan.quotedTable
    let isNamed = isQualified || parent != nil
    let variant = QueryRow.Variant(plan: plan, qualifier: isNamed ? name : nil)
    let row = QueryRow(variants: [variant], path: "", isOptional: false)
    self.init(.object(row), plans: plans, named: [.own] + identities, in: parent)
    self.isOfFamily = isOfFamily
    takenNames = [plan.entity.table.lowercased()]
  }

  /// Creates the scope of the objects of a class that a query joins to its own objects.
  private convenience init(joined plan: EntityPlan, by join: Selection.Join, in parent: QueryScope)
  {
    let variant = QueryRow.Variant(plan: plan, qualifier: parent.quotedName(plan.entity.table))
    let row = QueryRow(variants: [variant], path: "", isOptional: join.isOptional)
    self.init(.object(row), plans: parent.plans, named: [join.identity], in: parent)
  }

  /// Creates the scope of a collection's elements.
  convenience init(
    elementsOf place: CollectionPlace, named identities: [ScopeIdentity], in parent: QueryScope
  ) throws {
    let element = try place.element
    self.init(.element(element), plans: parent.plans, named: identities, in: parent)
    if let row = place.row { (subject, reference) = (.object(row), element) }
    guard let target = place.collection?.target else { return }
    reference = element
    subject = .object(try join(target, by: element, path: place.binding.property.column))
  }

  /// Creates the scope of groups, in which only their keys and aggregates of their rows have a
  /// value.
  convenience init(
    ofGroups plans: PlanSource, key: @escaping GroupKey,
    aggregate: @escaping (AggregateColumn) throws -> Operand
  ) { self.init(.group(key: key, aggregate: aggregate), plans: plans, named: [.own]) }

  var dialect: any Dialect { plans.dialect }

  /// Adds an identity by which closures can refer to the subject.
  func answer(to identity: ScopeIdentity?) {
    if let identity { identities.append(identity) }
  }

  /// Makes it an error to name an object that has no table in the statement.
  func lack(_ identity: ScopeIdentity) { missing = identity }

  /// Returns the scope of a closure's argument: this scope, that of a joined class, or an enclosing
  /// one.
  private func scope(of root: ScopeIdentity) throws -> QueryScope {
    let isOwn = identities.contains(root)
    if let own = isOwn ? self : others.first(where: { $0.identities.contains(root) }) {
      uses += 1
      return own
    }
    if let parent { return try parent.scope(of: root) }
    if missing == root {
      throw PersistenceError(
        .invalidQuery,
        """
        elements of a collection that is reached through a reference are selected without the query's own \
        object, so they cannot be chosen or computed by its properties
        """)
    }
    throw PersistenceError(
      .invalidQuery,
      """
      the query uses a column of another query, but is not a part of it; make it one with exists(_:) or \
      scalar(_:)
      """)
  }

  /// Whether columns are written with their table.
  var isQualified: Bool {
    if case .object = subject { qualifier != nil } else { true }
  }

  /// The name of the query's own table in the statement, if columns are written with it.
  var qualifier: String? {
    if case .object(let row) = subject { row.variants[0].qualifier } else { nil }
  }

  /// The query's own table as it is written after FROM: `person`, or `person AS person_2`.
  var table: String {
    guard case .object(let row) = subject else { return "" }
    let name = row.plan.quotedTable
    guard let qualifier, qualifier != name else { return name }
    return "\(name) AS \(qualifier)"
  }

  /// The primary key of the query's own objects.
  var qualifiedKey: SQLText {
    if case .object(let row) = subject { row.key.name } else { SQLText(ColumnName.pk) }
  }

  /// Returns a name for a table that is unique in the statement: `name`, or `name_2` and so on.
  private func unusedName(_ name: String) -> String {
    if let parent { return parent.unusedName(name) }
    var result = name
    var number = 1
    while !takenNames.insert(result.lowercased()).inserted {
      number += 1
      result = "\(name)_\(number)"
    }
    return result
  }

  /// Returns a unique name for a table, quoted.
  func quotedName(_ name: String) -> String { dialect.quoted(unusedName(name)) }

  /// Returns a result, and whether making it has found a path from an object of an enclosing query.
  func noticingOuterObjects<R>(_ body: () throws -> R) rethrows -> (result: R, isOuter: Bool) {
    let former = outerUses
    let result = try body()
    return (result, outerUses > former)
  }

  // MARK: Paths

  /// Returns the value at the end of a path.
  func operand(_ path: ColumnPath) throws -> Operand {
    try scope(of: path.root).operand(path.steps[...])
  }

  private func operand(_ steps: ArraySlice<ColumnPath.Step>) throws -> Operand {
    guard let last = steps.last else { return try element() }
    let way = steps.dropLast()
    if case .groupKey(let index)? = way.first, !last.isCell {
      return try group().key(index) { key in steps.dropFirst().reduce(key) { $0.appending($1) } }
    }
    switch last {
    case .property, .field, .named:
      if let whole = try composite(at: way) { return try whole.field(last) }
      let row = try row(at: way)
      return try row.operand(row.plan.position(of: last))
    case .cell(let index): return try operand(way).cells[index]
    case .key: return try referredKey(at: way) ?? row(at: way).key
    case .count: return try count(of: way)
    case .entry(let key): return try entry(key, of: way)
    case .tableName:
      let table = dialect.literal(.text(try subjectRow().plan.entity.table))
      return Operand(columns: [SQLText(table)], coding: TextCoding())
    case .targetTable:
      return Operand(columns: [try targetTable(of: operand(way))], coding: TextCoding())
    case .aggregate(let column): return try group().aggregate(column)
    case .groupKey(let index): return try group().key(index, nil)
    }
  }

  /// Returns the value in several columns to which a path leads; nil if it leads to an object.
  private func composite(at steps: ArraySlice<ColumnPath.Step>) throws -> Operand? {
    guard let last = steps.last else {
      if case .element(let element) = subject, element.layout != nil { return element }
      return nil
    }
    switch last {
    case .property, .field, .named:
      if let outer = try composite(at: steps.dropLast()) { return try outer.field(last) }
      let row = try row(at: steps.dropLast())
      let position = try row.plan.position(of: last)
      return row.plan.bindings[position].layout == nil ? nil : try row.operand(position)
    case .entry(let key):
      let isComposite = try collections(steps.dropLast()).contains {
        $0.collection?.element.layout != nil
      }
      return isComposite ? try entry(key, of: steps.dropLast()) : nil
    case .groupKey(let index):
      let key = try group().key(index, nil)
      return key.layout == nil ? nil : key
    case .count, .key, .tableName, .targetTable, .aggregate, .cell: return nil
    }
  }

  /// Returns the key of the object that a reference points to, which the reference itself has; nil
  /// if the path does not end with one.
  private func referredKey(at steps: ArraySlice<ColumnPath.Step>) throws -> Operand? {
    guard let last = steps.last, last.isProperty else { return nil }
    let owner = try row(at: steps.dropLast())
    let position = try owner.plan.position(of: last)
    let (binding, columns) = (owner.plan.bindings[position], owner.columns(position))
    guard binding.property.refersToObjects, !binding.hasChildRows, columns.count == 1 else {
      return nil
    }
    return .number(
      SQLText(columns[0]), as: Int64.self,
      isOnOptionalPath: owner.isOptional || binding.columns[0].admitsNull)
  }

  /// Returns the table of the object that a reference points to. Rows that are older than the
  /// class's first subclass do not record which class they refer to.
  func targetTable(of reference: Operand) throws -> SQLText {
    guard let column = reference.columns.dropFirst().first else {
      throw reference.invalidQuery("a reference to a class with subclasses is expected here")
    }
    let own = reference.binding?.property.impliedTarget.map { dialect.literal(.text($0.table)) }
    return own.map { "coalesce(\(column), \($0))" } ?? column
  }

  /// Returns all columns of an operand, to be compared with the same number of values.
  func row(of operand: Operand) throws -> SQLText {
    if operand.columns.count == 1 { return operand.name }
    return "(\(operand.name), \(try targetTable(of: operand)))"
  }

  /// Returns a value that is computed from a key of the groups.
  func keyOfGroup(
    _ index: Int, in root: ScopeIdentity, computing value: @escaping (ValueNode) -> ValueNode
  ) throws -> Operand { try scope(of: root).group().key(index, value) }

  private func group() throws -> (
    key: GroupKey, aggregate: (AggregateColumn) throws -> Operand
  ) {
    if case .group(let key, let aggregate) = subject { return (key, aggregate) }
    throw PersistenceError(
      .invalidQuery,
      "the key of a group and the values computed from it can only be used in a grouped query")
  }

  /// Returns the column that is NULL if the value is nil, searchable or not; for a collection, the
  /// column that records whether there is one.
  func nullableColumn(_ value: ValueNode) throws -> SQLText {
    if let path = value.path { try nullableColumn(path) } else { try operand(value).name }
  }

  private func nullableColumn(_ path: ColumnPath) throws -> SQLText {
    let scope = try scope(of: path.root)
    if scope !== self { return try scope.nullableColumn(path) }
    if case .groupKey? = path.steps.first {
      let key = try operand(path)
      return try key.tellingColumn ?? key.name
    }
    if let whole = try composite(at: path.steps[...]) {
      return try whole.tellingColumn ?? subjectRow().key.name
    }
    guard let last = path.steps.last else { return try element().name }
    switch last {
    case .property, .field, .named:
      let row = try row(at: path.steps.dropLast())
      let position = try row.plan.position(of: last)
      let binding = row.plan.bindings[position]
      if let column = row.columns(position).first { return SQLText(column) }
      guard row.isOptional && binding.hasChildRows else { throw binding.notSearchable }
      return row.key.name
    case .key, .count, .entry, .tableName, .targetTable, .aggregate, .groupKey, .cell:
      return try operand(path).name
    }
  }

  /// Returns the collection at the end of a path: one place for each table that its owner may be
  /// in.
  func collections(_ path: ColumnPath) throws -> [CollectionPlace] {
    try scope(of: path.root).collections(path.steps[...])
  }

  private func element() throws -> Operand {
    switch subject {
    case .element(let element): return element
    case .object(let row):
      return reference
        ?? Operand(
          key: row.key.name, of: row.plan, namesTable: isOfFamily, isOptional: row.isOptional)
    case .group: return try subjectRow().key
    }
  }

  private func row(at steps: ArraySlice<ColumnPath.Step>) throws -> QueryRow {
    guard let last = steps.last else { return try subjectRow() }
    if case .entry(let key) = last { return try row(ofEntry: key, of: steps.dropLast()) }
    let owner = try row(at: steps.dropLast())
    let position = try owner.plan.position(of: last)
    let binding = owner.plan.bindings[position]
    let column = binding.property.column
    let reference = JoinedReference(table: owner.variants[0].qualifier, column: column)
    if let row = rows[reference] { return row }
    guard let target = binding.property.targets.first, !binding.columns.isEmpty else {
      throw PersistenceError(
        .invalidQuery,
        "no other property can be reached through the property: \(binding.reasonAgainstJoin)",
        context: binding.place(pk: nil))
    }
    let path = owner.path.isEmpty ? column : "\(owner.path).\(column)"
    let row = try join(target, by: owner.operand(position), path: path)
    rows[reference] = row
    return row
  }

  private func subjectRow() throws -> QueryRow {
    switch subject {
    case .object(let row): return row
    case .element:
      throw PersistenceError(.invalidQuery, "the collection's elements are values, not objects")
    case .group:
      throw PersistenceError(
        .invalidQuery,
        "a group has a key and the values computed from it, not the properties of objects")
    }
  }

  // MARK: Joins

  /// Joins the objects of another class. Returns a closure that writes the join; it must be called
  /// after everything else that uses these objects has been written.
  func join(_ join: Selection.Join) throws -> () -> SQLText {
    let other = QueryScope(joined: try plans.plan(join.entity), by: join, in: self)
    others.append(other)
    let condition: SQLText =
      try join.condition.map { try self.condition($0) } ?? "\(dialect.constant(true))"
    let word = join.isOptional ? " LEFT JOIN " : " JOIN "
    return {
      let reached = "\(other.joins)" as SQLText
      let table: SQLText =
        reached.isEmpty ? "\(other.table)" : "(\(other.table)\(reached))"
      return "\(word)\(table) ON \(condition)"
    }
  }

  /// Joins the row that a reference points to, which may be in the table of any subclass.
  private func join(
    _ target: EntityDescription, by reference: Operand, path: String
  ) throws -> QueryRow {
    let family = reference.columns.count == 1 ? [target] : try plans.family(target)
    let alias = path.replacing(".", with: "_")
    let variants = try family.map { entity in
      let plan = try plans.plan(entity)
      let name = quotedName(family.count == 1 ? alias : "\(alias)_\(entity.table)")
      joins +=
        " LEFT JOIN \(plan.quotedTable) AS \(name) ON \(name).\(ColumnName.pk) = \(reference.name)"
      if reference.columns.count > 1 {
        joins += " AND \(isClass(reference.columns[1], entity: entity, target: target))"
      }
      return QueryRow.Variant(plan: plan, qualifier: name)
    }
    return QueryRow(variants: variants, path: path, isOptional: true)
  }

  /// Returns the condition that a reference points to an object of a class. Rows that are older
  /// than the class's first subclass do not record which class they refer to.
  private func isClass(
    _ column: SQLText, entity: EntityDescription, target: EntityDescription
  ) -> SQLText {
    let isEqual: SQLText = "\(column) = \(dialect.literal(.text(entity.table)))"
    return entity === target ? "(\(isEqual) OR \(column) IS NULL)" : isEqual
  }

  // MARK: Collections

  private func collections(_ steps: ArraySlice<ColumnPath.Step>) throws -> [CollectionPlace] {
    guard let last = steps.last else {
      throw PersistenceError(.notSearchable, "a collection inside a collection cannot be searched")
    }
    let row = try row(at: steps.dropLast())
    let position = try row.plan.position(of: last)
    return try row.variants.flatMap { variant in
      let binding = variant.plan.bindings[position]
      if let inverse = binding.property.inverse {
        return try places(of: inverse, binding, owner: variant)
      }
      guard let collection = binding.searchedCollection else { throw binding.noChildTable }
      return [CollectionPlace(binding, collection: collection, owner: variant, in: self)]
    }
  }

  private func count(of steps: ArraySlice<ColumnPath.Step>) throws -> Operand {
    let places = try collections(steps)
    return count(places.map { "(SELECT count(*) \($0.rows))" }, of: places)
  }

  /// Returns the sum of the numbers of elements in several tables; NULL if there is no collection.
  func count(_ counts: [SQLText], of places: [CollectionPlace]) -> Operand {
    let sum: SQLText = counts.count == 1 ? counts[0] : "(\(counts.joined(separator: " + ")))"
    guard let presence = presence(of: places) else { return .number(sum, as: Int.self) }
    return .number("CASE WHEN \(presence) THEN \(sum) END", as: Int.self, isOnOptionalPath: true)
  }

  /// Returns the condition that there is a collection; nil if there always is.
  func presence(of places: [CollectionPlace]) -> String? {
    let hasSeveralOwners = places.contains { $0.owner.pk != places[0].owner.pk }
    let columns = places.compactMap { place in
      place.collection?.presence.map { place.owner.qualified(dialect.quoted($0)) }
        ?? (hasSeveralOwners || isJoined(place) ? place.owner.pk : nil)
    }
    return columns.isEmpty ? nil : "\(QueryRow.coalesced(columns)) IS NOT NULL"
  }

  private func isJoined(_ place: CollectionPlace) -> Bool {
    guard case .object(let row) = subject else { return true }
    return row.isOptional || row.variants[0].qualifier != place.owner.qualifier
  }

  /// Joins the value of a dictionary for a key, which is at most one row of the child table.
  private func entry(
    _ key: ConditionArgument, of steps: ArraySlice<ColumnPath.Step>
  ) throws -> Operand {
    let elements = try collections(steps).map { place in
      let own = try place.key
      let isEqual: SQLText =
        try own.layout == nil ? "\(own.name) = \(key, as: own)" : equality(of: own, with: key)
      joins += " LEFT JOIN \(place.table) ON \(place.isOwned) AND \(isEqual)"
      return try place.element
    }
    return elements.dropFirst().reduce(into: elements[0]) { first, other in
      first.columns = zip(first.columns, other.columns).map { "coalesce(\($0), \($1))" }
    }
  }

  private func row(
    ofEntry key: ConditionArgument, of steps: ArraySlice<ColumnPath.Step>
  ) throws -> QueryRow {
    guard let place = try collections(steps).first, let target = place.collection?.target else {
      throw PersistenceError(.invalidQuery, "the dictionary's values are not objects")
    }
    let reference = try entry(key, of: steps)
    return try join(target, by: reference, path: place.binding.property.column + "_value")
  }
}
