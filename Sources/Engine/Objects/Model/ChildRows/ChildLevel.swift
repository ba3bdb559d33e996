import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// One child table of a collection within a store: the contents of its rows, and how they are read
/// and written. It is also the binding of elements that are collections.
final class ChildLevel<Whole: _ColumnCollection>: ElementBinding<Whole> {
  typealias Entries = CollectionEntries<Whole._Key, Whole._Element>

  let code: _CollectionCode<Whole, Whole._Key, Whole._Element>
  let table: ChildTable
  let statements: ChildStatements
  let elements: ElementBinding<Whole._Element>
  /// The coding of a dictionary's keys.
  let keys: ColumnCoding<Whole._Key>?
  private let place: PersistenceError.Context
  /// Whether equal values have equal stored forms, so that a row can be found by the value that
  /// identifies it: a set's element or a dictionary's key. A codec that reads an older version may
  /// meet other forms. The number of a collection in a set is that of its former contents once the
  /// target of one of its elements was deleted.
  let findsRowsByValue: Bool
  /// Whether numbers identify the rows, which are those of collections in a set.
  let hasMemberNumbers: Bool

  init(
    property: PropertyDescription, code: _CollectionCode<Whole, Whole._Key, Whole._Element>,
    elements kind: CollectionElements<Whole._Element>, in place: ChildPlace, context: BindingContext
  ) throws {
    self.code = code
    keys =
      code.kind == .dictionary
      ? try ColumnCoding(context.form(for: Whole._Key.self, of: property), of: property, context)
      : nil
    let codedKeys =
      try keys?.keyColumns(
        ColumnName.numbered(ColumnName.key, depth: place.depth), of: property, context) ?? []
    let ofElements =
      codedKeys.isEmpty
      ? [Self.numberColumn(of: code.kind, in: place)] : codedKeys.map(\.definition)
    let elements = try kind.bind(property, in: place.inside(ofElements), context: context)
    self.elements = elements
    if elements.isNested && ofElements.count > 1 { throw context.nestedUnderFields(property) }
    hasMemberNumbers = code.kind == .set && elements.isNested
    // The values of a set identify their rows.
    let areIdentified = code.kind == .set && !elements.isNested
    table = ChildTable(
      kind: code.kind, keys: areIdentified ? [] : ofElements, codedKeys: codedKeys,
      element: elements.columns, className: context.entity.className, place)
    statements = ChildStatements(
      table: table, isOuter: elements.isNested, dialect: context.dialect)
    findsRowsByValue =
      switch code.kind {
      case .array: true
      case .set:
        elements.isSearchable && !elements.mayHaveFormerForms && !elements.losesRowsWithTargets
      case .dictionary: keys.map { $0.isSearchable && !$0.readsFormerForms } ?? true
      }
    self.place = PersistenceError.Context(
      className: context.entity.className, property: property.name, table: table.name,
      column: table.elementColumns.first)
    super.init(columns: [
      RequiredColumn(
        definition: ColumnDefinition(name: ColumnName.value, storage: .integer),
        property: property.name, codec: .presence, canRead: { $0 == 1 },
        admitsNull: true)
    ])
  }

  /// Returns the column of the numbers that identify an array's elements, or collections in a set.
  private static func numberColumn(of kind: CollectionKind, in place: ChildPlace)
    -> ColumnDefinition
  {
    let name = kind == .array ? ColumnName.index : ColumnName.member
    return ColumnDefinition(
      name: ColumnName.numbered(name, depth: place.depth), storage: .integer, isRequired: true)
  }

  /// The table of this level and those of the nested levels.
  override var tables: [RequiredTable] { [table.required] + elements.tables }

  /// Whether the value that identifies a row can be NULL.
  var hasNullableKey: Bool {
    keys.map { _ in table.codedKeys.contains(where: \.admitsNull) }
      ?? (code.kind == .set && !elements.isNested
        && (elements.layout == nil
          ? elements.columns[0].admitsNull : elements.columns.contains(where: \.admitsNull)))
  }

  func refuseNullableKey() throws {
    guard hasNullableKey else { return }
    var place = place
    place.column = nil
    throw PersistenceError(
      .invalidModel,
      "a set of optionals or a dictionary with optional keys cannot be a child table; "
        + "use a type that is not optional, or give the property a codec",
      context: place)
  }

  /// Makes memory for the stored forms of one collection.
  func makeForms() -> ChildForms {
    ChildForms(
      keyWidth: table.codedKeys.count, elementWidth: elements.columns.count,
      isNested: elements.isNested)
  }

  /// Returns the place of elements, for errors; `parent` is nil while the object is new.
  func place(_ parent: Int64?) -> PersistenceError.Context {
    var place = place
    place.pk = parent
    return place
  }

  // MARK: As elements of another collection

  override var isNested: Bool { true }
  override var isSearchable: Bool { findsRowsByValue && elements.isSearchable }
  override var mayHaveFormerForms: Bool {
    elements.mayHaveFormerForms || keys?.readsFormerForms == true
  }

  override func write(_ whole: UnsafePointer<Whole>, to column: inout ColumnWriter) throws {
    if code.isNil(whole.pointee) { column.writeNull() } else { column.write(1 as Int64) }
  }

  /// Writes the stored form of a whole collection as one element. Equal forms mean equal rows.
  override func writeForm(_ whole: UnsafePointer<Whole>, to column: inout ColumnWriter) throws {
    if code.isNil(whole.pointee) { return column.writeNull() }
    let forms = makeForms()
    try code.visit(whole.pointee) { try writeForms(of: $0, to: forms) }
    column.write(forms.bytes(sorted: code.kind != .array))
  }

  override func insertRows(
    of whole: Whole, under path: ChildPath, by writer: ChildWriter
  ) throws {
    try code.visit(whole) { entries in
      if entries.count == 0 { return }
      do {
        try insert(entries, under: path, by: writer)
      } catch {
        throw place(nil).encodingFailed(error)
      }
    }
  }

  override func updateRows(
    from old: Whole?, to new: Whole, under path: ChildPath, by writer: ChildWriter,
    updateRow: () throws -> Void
  ) throws {
    guard let old else {
      try updateRow()
      return try rewrite(new, under: path, by: writer)
    }
    if code.isNil(old) != code.isNil(new) { try updateRow() }
    try update(from: old, to: new, under: path, by: writer)
  }

  override func makeRows(
    of parents: ChildParents, on connection: Connection
  ) throws -> ElementRows<Whole> {
    NestedRows(try ChildRows(self, of: parents, on: connection), makeNil: code.makeNil)
  }
}
