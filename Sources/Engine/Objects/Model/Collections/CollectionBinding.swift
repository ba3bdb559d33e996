import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A collection bound to its child tables.
///
/// The table is `<parent table>_<column>(parent_pk, array_index | dictionary_key | –, element)`,
/// clustered by its key. Positions are dense from 0, unless rows were deleted together with their
/// targets; such an array is *sparse* and is rewritten when it changes. An optional collection has
/// a column in the parent's table: 1 for a collection, even an empty one, NULL for nil.
final class CollectionBinding<Whole: _ColumnCollection>: SlotBinding<Whole> {
  let level: ChildLevel<Whole>
  let contents: CollectionContents<Whole>
  private let hasMutableElements: Bool

  init(
    property: SlotProperty<Whole>, contents: CollectionContents<Whole>, _ context: BindingContext
  ) throws {
    self.contents = contents
    hasMutableElements = contents.areMutable
    level = try contents.bindLevel(
      property, in: ChildPlace(property, parent: context.entity), context: context)
    try super.init(property: property, context)
    try level.refuseNullableKey()
  }

  override var columns: [RequiredColumn] {
    guard contents.code.isOptional else { return [] }
    return [
      RequiredColumn(
        definition: ColumnDefinition(
          name: property.column, storage: .integer,
          defaultValue: isNilByDefault ? nil : SchemaComparison.presence),
        property: property.name, formerNames: property.renamedFrom,
        codec: .presence, canRead: { $0 <= CodecIdentifier.formerPresence.version },
        admitsNull: true,
        presenceOf: level.table.required)
    ]
  }

  private var isNilByDefault: Bool { own.defaultValue.map { contents.code.isNil($0()) } ?? true }

  override var rowField: RowField {
    contents.code.isOptional
      ? super.rowField : RowField(position: position, width: 0, isFault: true)
  }

  override var childTables: [RequiredTable] { level.tables }
  override var hasChildRows: Bool { true }
  override var readsSeveralTables: Bool { level.elements.isNested || contents.refersToObjects }

  override var searchedCollection: SearchedCollection? {
    let elements = level.elements
    return SearchedCollection(
      table: level.table, element: elements,
      isSearchable: elements.isSearchable && !elements.isNested,
      key: level.keys.flatMap { $0.isSearchable ? $0 : nil },
      target: elements.isNested || elements.codec != nil || elements.layout != nil
        ? nil : property.targets.first,
      isNested: elements.isNested, presence: contents.code.isOptional ? property.column : nil)
  }

  override func codedColumn(_ part: CodedPart) -> CodedColumn? {
    // The rows of nested collections have the keys of the outer ones, too.
    if level.elements.isNested { return nil }
    if part == .keys {
      guard let codec = level.keys?.codec, let key = level.keys else { return nil }
      return CodedColumn(
        childTable: level.table.required, columns: level.table.codedKeys, codec: codec,
        coding: key, names: names)
    }
    if level.elements.codec == nil && level.elements.layout == nil { return nil }
    let columns = level.table.required.columns
      .filter { level.table.elementColumns.contains($0.definition.name) }
    return CodedColumn(
      childTable: level.table.required, columns: columns, codec: level.elements.codec,
      coding: level.elements, names: names)
  }

  /// The names of the columns of elements.
  private var names: CompositeNames {
    CompositeNames(property: property.name, prefixes: [], naming: entity.type.naming)
  }

  // MARK: The parent's row

  override func read(from row: Row) throws -> _Slot<Whole> {
    if let makeNil = contents.code.makeNil, row.isNull(at: position) { return _Slot(makeNil()) }
    return .fault
  }

  override func write(_ slot: _Slot<Whole>, into cells: RowBatch, at index: Int) throws {
    guard contents.code.isOptional else { return }
    if let value = slot.value, contents.code.isNil(value) {
      cells.setNull(at: index)
    } else {
      cells.set(Int64(1), at: index)
    }
  }

  // MARK: Reading

  override func loadFaults(_ objects: [any PersistentObject], session: any ObjectSession) throws {
    let (parents, pks) = Self.inOrderOfKeys(objects)
    let rows = try session.reading { try read(pks, on: $0) }
    try finish(rows, for: session)
    let fill = own.access.fill
    for parent in parents {
      let (whole, isSparse) = rows.takeWhole()
      fill(parent, whole, isSparse)
    }
  }

  /// Returns the objects in the order in which their rows are read, each once, with their keys.
  static func inOrderOfKeys(
    _ objects: [any PersistentObject]
  ) -> (objects: [any PersistentObject], pks: [Int64]) {
    let pks = objects.map { $0.rowKey }
    if zip(pks, pks.dropFirst()).allSatisfy(<) { return (objects, pks) }
    var seen: Set<Int64> = []
    let sorted = objects.filter { seen.insert($0.rowKey).inserted }
      .sorted { $0.rowKey < $1.rowKey }
    return (sorted, seen.sorted())
  }

  /// Reads the rows of objects with these keys, which must ascend.
  func read(_ parents: [Int64], on connection: Connection) throws -> ChildRows<Whole> {
    let rows = try ChildRows(level, of: ChildParents(parents), on: connection)
    try rows.readRuns(parents: parents)
    return rows
  }

  /// Finishes reading. An error names no parent, since the missing object may belong to any of
  /// several parents.
  func finish(_ rows: ChildRows<Whole>, for session: any ObjectSession) throws {
    do {
      try rows.finish(session)
    } catch {
      throw level.place(nil).decodingFailed(error)
    }
  }

  // MARK: Writing

  override func captureBaseline(_ object: AnyObject, kept: SlotBaseline?) -> SlotBaseline? {
    // A baseline would have the same instances, with the changes made in them.
    if hasMutableElements { return nil }
    if let kept {
      let slot = own.get(object)
      if !slot.isFault && !slot.isSparse { return kept }
    }
    return own.access.capture(object)
  }

  override func form(of object: AnyObject) throws -> [StoredValue] {
    let form = RowBatch(width: 1)
    if let whole = own.get(object).value {
      var column = ColumnWriter(form, at: 0)
      try withUnsafePointer(to: whole) { try level.writeForm($0, to: &column) }
    }
    return form.row.values
  }

  override func insertChildren(of objects: [any PersistentObject], _ writer: ChildWriter) throws {
    for object in objects {
      try own.access.visitChange(object, nil) { _, whole in
        try level.insertRows(of: whole, under: ChildPath(parent: object.rowKey), by: writer)
      }
    }
  }

  override func readBaselines(of changes: [ChildChange], _ writer: ChildWriter) throws {
    let unknown = changes.filter { $0.baseline == nil && !isFault($0.object) }.map(\.object)
    if level.elements.isNested {
      if !unknown.isEmpty { try readWholes(of: unknown, writer) }
    } else if unknown.count > 1 {
      try readRows(of: unknown, writer)
    }
  }

  override func updateChildren(_ change: ChildChange, by writer: ChildWriter) throws {
    let path = ChildPath(parent: change.object.rowKey)
    var (isFollowed, rest) = (false, nil as Whole?)
    do {
      try own.access.visitChange(change.object, change.former) { former, new in
        if writer.mayMeetDeleted && mayHaveDeleted(change, since: former) {
          rest = contents.withoutDeleted(new)
        }
        if let former, former.isSparse {
          try level.rewrite(rest ?? new, under: path, by: writer)
        } else if let former, !former.isOutdated, rest == nil {
          isFollowed = try level.update(
            from: &former.value, to: new, under: path, by: writer, following: true)
        } else {
          try updateRows(to: rest ?? new, under: path, by: writer)
        }
      }
    } catch {
      throw level.place(path.parent).encodingFailed(error)
    }
    if let rest { removeLeftovers(of: change.object, keeping: rest) }
    change.keepBaseline(isFollowed)
  }

  /// Whether a collection may have deleted objects that its save leaves out: it had them before, so
  /// that their rows have been deleted, too, or was being changed in place when they were deleted.
  private func mayHaveDeleted(
    _ change: ChildChange, since former: TypedSlotBaseline<Whole>?
  ) -> Bool {
    change.mayHaveLeftovers || former.map { contents.isAffectedByDeletion($0.value) } == true
  }

  /// Removes deleted objects from an object's collection if they could not leave it when their
  /// transaction ended, because it was being changed in place. Others leave it when the present
  /// transaction ends.
  private func removeLeftovers(of object: any PersistentObject, keeping rest: Whole) {
    var hasLeftovers = false
    own.referring?.visitReferences(of: object) {
      if $0.isDeleted && $0.entityContext == nil { hasLeftovers = true }
    }
    if !hasLeftovers { return }
    object.entityContext?.session.tracker.journal(.value(own.capture(object)))
    own.set(object, _Slot(rest))
  }

  /// Writes the difference between the rows as they are stored and `new`.
  private func updateRows(
    to new: Whole, under path: ChildPath, by writer: ChildWriter
  ) throws {
    if !level.elements.isNested {
      let rows = try storedRows(of: path.parent, writer)
      return try level.update(from: rows, to: new, under: path, by: writer)
    }
    guard let old = storedWhole(of: path.parent, writer) else {
      return try level.rewrite(new, under: path, by: writer)
    }
    try level.update(from: old, to: new, under: path, by: writer)
  }
}

extension _Slot {
  /// Whether the numbers of an array's rows, from 0, have gaps. Stored in `key`, which collections
  /// do not use otherwise.
  var isSparse: Bool {
    get { key != 0 && !hasPendingKey }
    set { key = newValue ? 1 : 0 }
  }
}
