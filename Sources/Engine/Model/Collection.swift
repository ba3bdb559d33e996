/// A collection in a child table, or in one column when a codec was declared for the whole of it.
final class CollectionStrategy<Shape: CollectionShape>: SlotStrategy<Shape.Whole>,
  @unchecked Sendable
{
  let elements: CollectionElements<Shape.Element>

  init(elements: CollectionElements<Shape.Element>) { self.elements = elements }

  override func makeBinding(
    _ property: SlotProperty<Shape.Whole>, _ context: BindingContext
  ) throws -> PropertyBinding {
    if Shape.isOneValue(in: context.registry) {
      return try ValueStrategy().makeBinding(property, context)
    }
    return try CollectionBinding<Shape>(property: property, elements: elements, context)
  }

  override func visitReferences(
    in value: Shape.Whole, _ body: (any PersistentObject) throws -> Void
  ) rethrows {
    if !elements.refersToObjects { return }
    try Shape.forEach(value) { try elements.visitReferences(in: $2, body) }
  }

  override func replacingReferences(
    in value: Shape.Whole, _ other: (any PersistentObject) throws -> any PersistentObject
  ) rethrows -> Shape.Whole {
    if !elements.refersToObjects || Shape.isNil(value) { return value }
    var keys: [Shape.Key] = []
    var replaced: [Shape.Element] = []
    try Shape.forEach(value) { _, key, element in
      replaced.append(try elements.replacingReferences(in: element, other))
      if let key { keys.append(key) }
    }
    return Shape.make(keys: keys, elements: replaced)
  }

  override func slot(
    _ slot: _Slot<Shape.Whole>, without deleted: DeletedRows
  ) -> _Slot<Shape.Whole>? {
    guard elements.refersToObjects, let value = slot.value else { return nil }
    var keys: [Shape.Key] = []
    var kept: [Shape.Element] = []
    Shape.forEach(value) { _, key, element in
      if elements.isDeleted(element) { return }
      kept.append(element)
      if let key { keys.append(key) }
    }
    if kept.count == Shape.count(value) { return nil }
    var rest = _Slot(Shape.make(keys: keys, elements: kept))
    rest.isSparse = Shape.kind == .array
    return rest
  }

  override func describe(_ value: Shape.Whole) -> String {
    if Shape.isNil(value) { return "nil" }
    var parts: [String] = []
    Shape.forEach(value) { _, key, element in
      parts.append((key.map { "\(shortText(of: $0)): " } ?? "") + shortText(of: element))
    }
    if Shape.kind != .array { parts.sort() }
    let shown = parts.prefix(8).joined(separator: ", ")
    return parts.count <= 8 ? "[\(shown)]" : "[\(shown), … \(parts.count) in all]"
  }

  override var refersToObjects: Bool { elements.refersToObjects }

  override var targets: [EntityDescription] { elements.targets }
}

/// A collection bound to its child table.
///
/// The table is `<parent table>_<column>(parent_pk, array_index | dictionary_key | –, element)`,
/// clustered by its key. Positions are dense from 0, unless rows went away together with the
/// objects they referred to; such an array is *sparse* and is written anew when it changes. An
/// optional collection has a column in the parent's table: 1 when there is a collection, maybe an
/// empty one, NULL for nil.
final class CollectionBinding<Shape: CollectionShape>: SlotBinding<Shape.Whole>,
  @unchecked Sendable
{
  let elements: ElementBinding<Shape.Element>
  let keyCodec: CheckedCodec<Shape.Key>?
  let table: ChildTable
  private let statements: ChildStatements

  init(
    property: SlotProperty<Shape.Whole>, elements: CollectionElements<Shape.Element>,
    _ context: BindingContext
  ) throws {
    self.elements = try elements.bind(property, context)
    keyCodec = try Self.keyCodec(property, context)
    let keyColumn = try keyCodec?.requiredColumn(
      ColumnName.key, property: property.name, renamedFrom: nil, defaultValue: nil)
    table = ChildTable(
      kind: Shape.kind, property: property, parent: context.entity, key: keyColumn,
      element: self.elements.columns)
    statements = ChildStatements(table: table, dialect: context.dialect)
    super.init(property: property, context)
    try refuseNullKeys()
  }

  private static func keyCodec(
    _ property: SlotProperty<Shape.Whole>, _ context: BindingContext
  ) throws -> CheckedCodec<Shape.Key>? {
    guard Shape.kind == .dictionary else { return nil }
    guard let codec = context.registry.codec(for: Shape.Key.self) else {
      throw context.noCodec(for: Shape.Key.self, property: property)
    }
    return CheckedCodec(codec)
  }

  /// What a row is found by cannot be NULL.
  private func refuseNullKeys() throws {
    let nullable = keyCodec?.admitsNull ?? (Shape.kind == .set && elements.columns[0].admitsNull)
    guard nullable else { return }
    throw PersistenceError(
      .invalidModel,
      "a set of optionals or a dictionary with optional keys cannot be a child table; "
        + "use a type that is not optional, or give the property a codec",
      context: place(pk: nil))
  }

  override var columns: [RequiredColumn] {
    guard Shape.isOptional else { return [] }
    return [
      RequiredColumn(
        definition: ColumnDefinition(
          name: property.column, storage: .integer,
          defaultValue: isNilByDefault ? nil : SchemaComparison.presence),
        property: property.name, renamedFrom: property.renamedFrom,
        codec: .presence, canRead: { $0 == 1 }, admitsNull: true,
        presenceOf: table.required)
    ]
  }

  private var isNilByDefault: Bool { own.defaultValue.map { Shape.isNil($0()) } ?? true }

  override func polymorphicReference(_ dialect: any Dialect) -> PolymorphicReference? {
    let target = property.targets.first
    guard property.refersToObjects, target?.isFinal != true else { return nil }
    return PolymorphicReference(
      target: target, place: place(pk: nil), table: table.name, key: ColumnName.reference,
      className: ColumnName.referenceClass, action: .cascade, dialect: dialect)
  }

  override var childTables: [RequiredTable] { [table.required] }
  override var hasChildRows: Bool { true }

  override func codedColumn(_ part: CodedPart) -> CodedColumn? {
    let codec: (any CellCodec)? = part == .keys ? keyCodec : elements.codec
    let name = part == .keys ? ColumnName.key : ColumnName.value
    guard let codec,
      let column = table.required.columns.first(where: { $0.definition.name == name })
    else { return nil }
    return CodedColumn(childTable: table.required, column: column, codec: codec)
  }

  /// The place of an element, for errors; `pk` is the parent's.
  private func childPlace(parent pk: Int64?) -> PersistenceError.Context {
    var place = place(pk: pk)
    place.table = table.name
    place.column = table.elementColumns.first
    return place
  }

  // MARK: The parent's row

  override func read(from cells: Cells) throws -> _Slot<Shape.Whole> {
    if Shape.isOptional, let absent = Shape.absent, ColumnReader(cells, at: position).isNull {
      return _Slot(absent)
    }
    return .fault
  }

  override func write(_ slot: _Slot<Shape.Whole>, into cells: Cells, at index: Int) throws {
    guard Shape.isOptional else { return }
    if let value = slot.value, Shape.isNil(value) {
      cells.setNull(at: index)
    } else {
      cells.set(Int64(1), at: index)
    }
  }

  override func refresh(_ object: AnyObject, from cells: Cells) throws {
    own.set(object, try read(from: cells))
  }

  // MARK: Reading

  override func loadFaults(_ objects: [any PersistentObject], owner: ObjectOwner) throws {
    var parents: [Int64: any PersistentObject] = [:]
    for object in objects { parents[object.rowKey] = object }
    let rows = try owner.reading { try read(parents: parents.keys.sorted(), $0) }
    let values = try rows.elements.finish(owner: owner)
    var start = 0
    for run in rows.runs {
      let parent = parents.removeValue(forKey: run.parent)
      let range = start..<(start + run.count)
      start = range.upperBound
      guard let parent else { continue }
      let keys = keyCodec == nil ? [] : Array(rows.keys[range])
      var slot = _Slot(Shape.make(keys: keys, elements: Array(values[range])))
      slot.isSparse = run.isSparse
      own.set(parent, slot)
    }
    for parent in parents.values { own.set(parent, _Slot(Shape.make(keys: [], elements: []))) }
  }

  private struct Rows {
    var runs: [(parent: Int64, count: Int, isSparse: Bool)] = []
    var keys: [Shape.Key] = []
    let elements: ElementCollector<Shape.Element>
  }

  private func read(parents: [Int64], _ connection: Connection) throws -> Rows {
    let statement = try connection.statement(statements.select)
    defer { statement.reset() }
    statement.set(statements.listParameter(parents), at: 0)
    var rows = Rows(elements: elements.makeCollector())
    while try statement.step() {
      let parent = statement.integer(at: 0)
      do {
        try read(statement, parent, into: &rows)
      } catch {
        throw decodingFailed(error, childPlace(parent: parent))
      }
    }
    return rows
  }

  private func read(_ statement: Statement, _ parent: Int64, into rows: inout Rows) throws {
    if rows.runs.last?.parent != parent { rows.runs.append((parent, 0, false)) }
    let last = rows.runs.count - 1
    if Shape.kind == .array, statement.integer(at: 1) != rows.runs[last].count {
      rows.runs[last].isSparse = true
    }
    rows.runs[last].count += 1
    if let keyCodec { rows.keys.append(try keyCodec.decode(from: statement, at: 1)) }
    try rows.elements.append(from: statement, at: table.elementPosition)
  }

  // MARK: Writing

  override func captureBaseline(_ object: AnyObject) -> AnyObject? { Baseline(own.get(object)) }

  private final class Baseline {
    let slot: _Slot<Shape.Whole>
    init(_ slot: _Slot<Shape.Whole>) { self.slot = slot }
  }

  override func insertChildren(
    of object: any PersistentObject, connection: Connection
  ) throws {
    guard let whole = own.get(object).value, Shape.count(whole) > 0 else { return }
    let pk = object.rowKey
    let insert = try connection.statement(statements.insert)
    do {
      try Shape.forEach(whole) { index, key, element in
        insert.set(pk, at: 0)
        try encode(index, key, element, into: insert, at: 1)
        try insert.run()
      }
    } catch {
      // The key is not the object's before the transaction has ended well.
      throw encodingFailed(error, childPlace(parent: nil))
    }
  }

  override func updateChildren(
    of object: any PersistentObject, baseline: AnyObject?, connection: Connection
  ) throws {
    var slot = own.get(object)
    guard let whole = slot.value else { return }
    let pk = object.rowKey
    do {
      let old = (baseline as? Baseline)?.slot ?? .fault
      let changes = ChildChanges(parent: pk, kind: Shape.kind, statements, connection)
      if old.isSparse || !findsRowsByValue {
        try changes.rewrite(try rows(of: whole))
      } else {
        try changes.apply(from: try storedRows(old, changes), to: try rows(of: whole))
      }
    } catch {
      throw encodingFailed(error, childPlace(parent: pk))
    }
    slot.isSparse = false
    own.set(object, slot)
  }

  /// Whether equal values have equal stored forms, so that a row can be found by what it is told
  /// from others by: a set's element or a dictionary's key.
  private var findsRowsByValue: Bool {
    switch Shape.kind {
    case .array: true
    case .set: elements.isSearchable
    case .dictionary: keyCodec?.codec.isSearchable ?? true
    }
  }

  private func storedRows(_ slot: _Slot<Shape.Whole>, _ changes: ChildChanges) throws -> [ChildRow]
  {
    if let old = slot.value, !hasDeleted(old) { return try rows(of: old) }
    return try changes.storedRows(keyCount: table.keyCount, elementCount: elements.columns.count)
  }

  /// Whether rows of a collection went away together with the objects that they referred to.
  private func hasDeleted(_ whole: Shape.Whole) -> Bool {
    guard elements.isReference else { return false }
    var result = false
    Shape.forEach(whole) { _, _, element in result = result || elements.isDeleted(element) }
    return result
  }

  private func rows(of whole: Shape.Whole) throws -> [ChildRow] {
    let cells = MemoryCells(count: table.keyCount + elements.columns.count)
    var rows: [ChildRow] = []
    rows.reserveCapacity(Shape.count(whole))
    try Shape.forEach(whole) { index, key, element in
      try encode(index, key, element, into: cells, at: 0)
      rows.append(
        ChildRow(
          key: Array(cells.values.prefix(table.keyCount)),
          element: Array(cells.values.dropFirst(table.keyCount))))
    }
    return rows
  }

  /// Writes key and element to cells, from `position` on.
  private func encode(
    _ index: Int, _ key: Shape.Key?, _ element: Shape.Element, into cells: Cells, at position: Int
  ) throws {
    if Shape.kind == .array { cells.set(Int64(index), at: position) }
    if let keyCodec, let key { try keyCodec.encode(key, into: cells, at: position) }
    try elements.encode(element, into: cells, at: position + table.keyCount)
  }
}

extension _Slot {
  /// Whether an array's rows are not numbered from 0 without a gap. Kept in `key`, which
  /// collections do not need otherwise.
  var isSparse: Bool {
    get { key != 0 && !hasPendingKey }
    set { key = newValue ? 1 : 0 }
  }
}
