import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The columns by which `upsert` finds rows.
struct UpsertKey {
  /// The properties, with the positions of the columns among theirs; nil for the primary key.
  private let parts: [(binding: PropertyBinding, columns: Range<Int>)]?
  private let plan: EntityPlan
  /// The columns with quoted names; `positions` has their places in the rows of the class.
  private let columns: [(name: String, type: ColumnType)]
  private let positions: [Int]

  /// Creates the key. Throws unless at most one row can have each key.
  init<Object: PersistentObject>(_ keyPaths: [PartialKeyPath<Object>], of plan: EntityPlan) throws {
    self.plan = plan
    if keyPaths == [\Object.pk] {
      parts = nil
      columns = [(ColumnName.pk, .integer)]
      positions = [0]
      return
    }
    let parts = try keyPaths.map { try plan.searchableColumns(of: $0) }
    let required = parts.flatMap { $0.binding.columns[$0.columns] }
    let names = Set(required.map(\.definition.name))
    let isUnique = plan.tables[0].definition.indices.contains {
      $0.isUnique && $0.condition == nil && Set($0.columns.map(\.name)) == names
    }
    guard isUnique else {
      let names = parts.map { "\\.\(Self.name(of: $0.columns, in: $0.binding))" }
        .joined(separator: ", ")
      throw PersistenceError(
        .invalidQuery,
        """
        more than one row may have the same key, so none can be chosen; declare the key unique \
        in the class: static let indices: [Index<\(plan.entity.className)>] = [.unique(\(names))]
        """,
        context: plan.place(pk: nil))
    }
    self.parts = parts
    columns = required.map { (plan.dialect.quoted($0.definition.name), $0.definition.type) }
    positions = parts.flatMap { part in part.columns.map { part.binding.position + $0 } }
  }

  /// Returns the property, or the path to the field that has some of its columns.
  private static func name(of columns: Range<Int>, in binding: PropertyBinding) -> String {
    columns == binding.columns.indices
      ? binding.property.name : binding.columns[columns.lowerBound].property
  }

  /// Returns the key of an object, in a form that is equal to another key's if SQL finds them
  /// equal; nil if it contains NULL.
  func bytes(of object: some PersistentObject) throws -> StoredKey? {
    guard let parts else { return object.pk.map { StoredKey([.integer($0)]) } }
    let values = try parts.flatMap { try $0.binding.storedValues(of: object)[$0.columns] }
    return StoredKey.ofRow(values)
  }

  /// Returns the objects of the rows that have these keys.
  func find<Object: PersistentObject>(
    _ type: Object.Type, wanted: [StoredKey], in context: EntityContext, session: Session
  ) throws -> [StoredKey: Object] {
    var seen: Set<StoredKey> = []
    let keys = wanted.filter { seen.insert($0).inserted }
    if keys.count > 1, let text = text(ofBatch: plan.dialect.placeholder(1)) {
      return try read(in: context, session: session) { connection in
        try connection.statement(sql: text).binding { $0.set(batch(of: keys), at: 0) }
      }
    }
    return try keys.reduce(into: [:]) { found, key in
      let isEqual = zip(columns, key.values).map { "\($0.name) = \($1)" as SQLText }
      let text: SQLText = "\(plan.select) WHERE \(isEqual.joined(separator: " AND "))"
      let read: [StoredKey: Object] = try read(in: context, session: session) {
        try text.statement(on: $0)
      }
      found.merge(read) { $1 }
    }
  }

  /// Returns the SQL that finds the rows of many keys; nil if the database takes no batch of them.
  private func text(ofBatch placeholder: String) -> String? {
    let names = columns.map(\.name).joined(separator: ", ")
    let cells = columns.indices.map { "c\($0)" }.joined(separator: ", ")
    return plan.dialect.rows(columns.map(\.type), from: placeholder, as: nil).map { rows in
      """
      \(plan.select) WHERE \(columns.count == 1 ? names : "(\(names))") \
      IN (SELECT \(cells) FROM \(rows))
      """
    }
  }

  private func read<Object: PersistentObject>(
    in context: EntityContext, session: Session, by statement: (Connection) throws -> Statement
  ) throws -> [StoredKey: Object] {
    var keys: [StoredKey?] = []
    let objects: [any PersistentObject] = try session.fetch(
      plan.entity.type, in: context,
      eachRow: { row in keys.append(StoredKey.ofRow(positions.map { row.value(at: $0) })) },
      by: statement)
    return zip(objects, keys).reduce(into: [:]) { found, row in
      if let key = row.1, let object = row.0 as? Object { found[key] = object }
    }
  }

  private func batch(of keys: [StoredKey]) -> RowBatch {
    let rows = RowBatch()
    rows.begin(width: columns.count)
    for key in keys {
      rows.addRow()
      for (index, value) in key.values.enumerated() { rows.set(value, at: index) }
    }
    return rows
  }
}

/// The values of a key as they are stored. Two keys are equal if SQL finds their values equal: text
/// is compared by its bytes, and a number regardless of how it is stored, so that 0 has no sign.
struct StoredKey: Hashable {
  let values: [StoredValue]
  private let bytes: [UInt8]

  init(_ values: [StoredValue]) {
    self.values = values
    bytes = values.flatMap(Self.bytes)
  }

  /// Returns the key of a row; nil if one of the values is NULL, which equals nothing.
  static func ofRow(_ values: [StoredValue]) -> StoredKey? {
    values.contains { $0.kind == .null } ? nil : StoredKey(values)
  }

  static func == (left: StoredKey, right: StoredKey) -> Bool { left.bytes == right.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  private static func bytes(of value: StoredValue) -> [UInt8] {
    switch value {
    case .null: [0]
    case .integer(let value): [1] + raw(value)
    case .real(let value):
      Int64(exactly: value).map { [1] + raw($0) } ?? [2] + raw(value.bitPattern)
    case .text(let value): [3] + raw(value.utf8.count) + value.utf8
    case .bytes(let value): [4] + raw(value.count) + value
    }
  }

  private static func raw(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian, Array.init)
  }
}

extension PropertyBinding {
  /// Returns an object's value as its columns store it.
  func storedValues(of object: some PersistentObject) throws -> [StoredValue] {
    let cells = RowBatch(width: columns.count)
    do {
      try encode(object, into: cells, at: 0)
    } catch {
      throw encodingFailed(error, pk: object.pk)
    }
    return cells.row.values
  }
}
