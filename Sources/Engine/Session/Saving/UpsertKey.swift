/// The columns by which `upsert` finds rows.
struct UpsertKey {
  /// The properties; nil for the primary key.
  private let bindings: [PropertyBinding]?
  private let plan: EntityPlan

  /// Throws unless at most one row can have each key.
  init(_ keyPaths: [AnyKeyPath], isPrimaryKey: Bool, of plan: EntityPlan) throws {
    self.plan = plan
    if isPrimaryKey {
      bindings = nil
      return
    }
    let bindings = try keyPaths.map { try plan.searchableBinding(plan.position(of: $0)) }
    let columns = Set(bindings.flatMap(\.columns).map(\.definition.name))
    let isUnique = plan.tables[0].definition.indices.contains {
      $0.isUnique && $0.condition == nil && Set($0.columns.map(\.name)) == columns
    }
    guard isUnique else {
      let names = bindings.map { "\\.\($0.property.name)" }.joined(separator: ", ")
      throw PersistenceError(
        .invalidQuery,
        """
        more than one row may have the same key, so that none can be chosen; declare it in the \
        class: static let indices: [Index<\(plan.entity.className)>] = [.unique(\(names))]
        """,
        context: plan.place(pk: nil))
    }
    self.bindings = bindings
  }

  init<Object: PersistentObject>(_ keyPaths: [PartialKeyPath<Object>], of plan: EntityPlan) throws {
    try self.init(keyPaths, isPrimaryKey: keyPaths == [\Object.pk], of: plan)
  }

  /// The key of an object in a form that equals another's if SQL says so; nil with a NULL in it.
  func bytes(of object: some PersistentObject) throws -> StoredKey? {
    guard let bindings else { return object.pk.map { StoredKey([.integer($0)]) } }
    var values: [StoredValue] = []
    for binding in bindings { values += try binding.storedValues(of: object) }
    return StoredKey.ofRow(values)
  }

  /// The objects of the rows that have keys.
  func find<Object: PersistentObject>(
    _ type: Object.Type, wanted: [StoredKey], in context: EntityContext, session: Session
  ) throws -> [StoredKey: Object] {
    var seen: Set<StoredKey> = []
    let keys = wanted.filter { seen.insert($0).inserted }
    var found: [StoredKey: Object] = [:]
    if keys.count > 1, let table = plan.dialect.rows(storage, from: plan.dialect.placeholder(1)) {
      let text = "\(row) IN (SELECT \(cells) FROM \(table))"
      try read(text, in: context, session: session, into: &found) { $0.set(batch(of: keys), at: 0) }
      return found
    }
    for key in keys {
      try read(isEqual, in: context, session: session, into: &found) { statement in
        for (index, value) in key.values.enumerated() { statement.set(value, at: index) }
      }
    }
    return found
  }

  private func read<Object: PersistentObject>(
    _ condition: String, in context: EntityContext, session: Session,
    into found: inout [StoredKey: Object], bind: (Statement) throws -> Void
  ) throws {
    let positions = bindings.map { $0.flatMap { $0.position..<$0.position + $0.columns.count } }
    let text = Session.FetchText.text("\(plan.select) WHERE \(condition)")
    var keys: [StoredKey?] = []
    let objects: [any PersistentObject] = try session.fetch(
      plan.entity.type, in: context, text: text, bind: bind,
      eachRow: { row in
        keys.append(StoredKey.ofRow((positions ?? [0]).map { row.value(at: $0) }))
      })
    for (object, key) in zip(objects, keys) {
      if let key, let object = object as? Object { found[key] = object }
    }
  }

  // MARK: SQL

  private var columns: [(name: String, storage: StorageClass)] {
    guard let bindings else { return [(ColumnName.pk, .integer)] }
    return bindings.flatMap(\.columns).map {
      (plan.dialect.quoted($0.definition.name), $0.definition.storage)
    }
  }

  private var storage: [StorageClass] { columns.map(\.storage) }
  private var row: String {
    let names = columns.map(\.name)
    return names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
  }
  private var cells: String { columns.indices.map { "c\($0)" }.joined(separator: ", ") }

  private var isEqual: String {
    columns.enumerated().map { "\($1.name) = \(plan.dialect.placeholder($0 + 1))" }
      .joined(separator: " AND ")
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

/// The values of a key as they are stored. Two are equal where SQL finds the values equal: text by its
/// bytes, and a number whatever it is stored as, so that 0 has no sign.
struct StoredKey: Hashable {
  let values: [StoredValue]
  private let bytes: [UInt8]

  init(_ values: [StoredValue]) {
    self.values = values
    bytes = values.flatMap(Self.bytes)
  }

  /// Fails if there is a NULL among the values, which equals nothing.
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
  /// An object's value as its columns hold it.
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
