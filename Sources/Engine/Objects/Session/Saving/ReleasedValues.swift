import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The unique values that changed objects give up and that other objects of the same save take.
///
/// New rows are inserted before changed ones are updated, and these in the order of changes. Where
/// a value would be taken before it is given up, its row has none for a moment. Then any mixture of
/// new and changed objects can be written, even two that exchange their values.
///
///     SELECT pk, code FROM kid WHERE pk IN (…)
///     UPDATE kid SET code = NULL WHERE pk IN (…)
struct ReleasedValues {
  /// The properties whose columns are NULL until their object is written. They are written even if
  /// they have not changed themselves, since a condition of an index may name another that has.
  private(set) var properties: [ObjectIdentifier: [Int]] = [:]

  private typealias Change = (object: any PersistentObject, position: Int)

  /// Releases the values of objects that are about to be written in this order. Two statements for
  /// each class in which unique values move on to other objects, one for each in which objects take
  /// other ones, none for classes with a single such object or whose values become nil.
  mutating func release(
    for inserts: [[any PersistentObject]], _ updates: [ChangedObject], in session: Session,
    _ connection: Connection
  ) throws {
    for changes in Self.uniqueChanges(in: updates) {
      guard let plan = changes.first?.object.entityContext?.plan else { continue }
      let inserted = inserts.first { $0.first?.entityContext?.plan === plan } ?? []
      if changes.count + inserted.count < 2 { continue }
      let found = try findReleases(changes, inserted, plan, session, connection)
      try write(found, of: changes, plan, connection)
    }
  }

  /// Returns the objects with a changed property that a unique index depends on, by class.
  private static func uniqueChanges(in updates: [ChangedObject]) -> [[Change]] {
    var groups: [[Change]] = []
    var indices: [ObjectIdentifier: Int] = [:]
    for (position, update) in updates.enumerated() where update.changesUniqueValue {
      let type = ObjectIdentifier(type(of: update.object))
      let group = indices[type] ?? groups.count
      indices[type] = group
      if group == groups.count { groups.append([]) }
      groups[group].append((update.object, position))
    }
    return groups
  }

  /// Returns the properties to release for each change.
  private func findReleases(
    _ changes: [Change], _ inserted: [any PersistentObject], _ plan: EntityPlan,
    _ session: Session, _ connection: Connection
  ) throws -> [Set<Int>] {
    var released = [Set<Int>](repeating: [], count: changes.count)
    let keys = plan.tables[0].definition.indices.filter(\.isUnique).map {
      UniqueKey($0, of: plan, takenBy: inserted, changes)
    }.filter(\.mayBeTaken)
    if keys.isEmpty { return released }
    let rows = try storedRows(of: changes, plan, connection)
    for key in keys {
      for (number, change) in changes.enumerated() {
        let changes = Set(session.tracker.changes(of: change.object))
        guard !changes.isDisjoint(with: key.dependencies),
          let row = rows[change.object.rowKey], key.isReleased(change, row: row)
        else { continue }
        let changed = key.properties.intersection(changes)
        released[number].formUnion(changed.isEmpty ? key.properties : changed)
      }
    }
    return released
  }

  private func storedRows(
    of changes: [Change], _ plan: EntityPlan, _ connection: Connection
  ) throws -> [Int64: [StoredValue]] {
    let statement = try connection.statement(plan.findByKeys)
    statement.set(RowBatch(column: changes.map(\.object.rowKey)), at: 0)
    let rows = try statement.rows { ($0.integer(at: 0), $0.values) }
    return Dictionary(rows) { first, _ in first }
  }

  private mutating func write(
    _ released: [Set<Int>], of changes: [Change], _ plan: EntityPlan, _ connection: Connection
  ) throws {
    var keys: [[Int]: [Int64]] = [:]
    for (properties, change) in zip(released, changes) where !properties.isEmpty {
      let sorted = properties.sorted()
      self.properties[ObjectIdentifier(change.object)] = sorted
      keys[sorted, default: []].append(change.object.rowKey)
    }
    for (properties, pks) in keys.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let dialect = plan.dialect
      let columns = properties.flatMap { plan.bindings[$0].columns.map(\.definition.name) }
      let assignments = columns.map { "\(dialect.quoted($0)) = NULL" }.joined(separator: ", ")
      let statement = try connection.statement(
        sql: """
          UPDATE \(plan.quotedTable) SET \(assignments) \
          WHERE \(dialect.isMember(ColumnName.pk, dialect.placeholder(1), .integer))
          """)
      statement.set(RowBatch(column: pks.sorted()), at: 0)
      try statement.run()
    }
  }

  /// The columns of a unique index.
  private struct UniqueKey {
    /// The positions of the columns in a row; nil if the index has an expression, whose value is
    /// unknown here.
    private let positions: [Int]?
    /// The properties that the index covers.
    let properties: Set<Int>
    /// The properties that the index covers or that its condition names.
    let dependencies: Set<Int>
    /// The values that objects take, each with the position of the last change that takes it before
    /// later ones give it up; new objects take theirs before all changes.
    private var taken: [StoredKey: Int] = [:]
    private let plan: EntityPlan

    /// Whether a row's value may have to be released.
    var mayBeTaken: Bool { positions == nil || !taken.isEmpty }

    init(
      _ index: IndexDefinition, of plan: EntityPlan,
      takenBy inserted: [any PersistentObject], _ changes: [Change]
    ) {
      self.plan = plan
      let names = [ColumnName.pk] + plan.tables[0].columns.map(\.definition.name)
      let found = index.columns.map { $0.isExpression ? nil : names.firstIndex(of: $0.name) }
      positions = found.contains(nil) ? nil : found.compactMap(\.self)
      properties = Self.properties(of: plan) { index.covers($0) }
      dependencies = properties.union(
        Self.properties(of: plan) { index.condition?.contains($0) == true })
      if positions == nil { return }
      for change in changes.reversed() {
        if let key = key(of: change.object) { taken[key] = change.position }
      }
      for object in inserted { if let key = key(of: object) { taken[key] = -1 } }
    }

    private static func properties(
      of plan: EntityPlan, where isMeant: (_ column: String) -> Bool
    ) -> Set<Int> {
      Set(
        plan.bindings.indices.filter { position in
          plan.bindings[position].columns.contains { isMeant($0.definition.name) }
        })
    }

    /// Whether a row's value must be released: another object takes it before the row is written.
    func isReleased(_ change: Change, row: [StoredValue]) -> Bool {
      guard let positions else { return true }
      guard let old = StoredKey.ofRow(positions.map { row[$0] }), let taker = taken[old] else {
        return false
      }
      return taker < change.position
    }

    /// Returns the values that an object will have; nil if one of them is nil. Values that cannot
    /// be stored are reported when the object is written.
    private func key(of object: some PersistentObject) -> StoredKey? {
      guard let positions else { return nil }
      var row = [StoredValue](repeating: .null, count: plan.columnCount)
      for property in properties {
        let binding = plan.bindings[property]
        guard let values = try? binding.storedValues(of: object) else { return nil }
        row.replaceSubrange(binding.position..<(binding.position + values.count), with: values)
      }
      return StoredKey.ofRow(positions.map { row[$0] })
    }
  }
}
