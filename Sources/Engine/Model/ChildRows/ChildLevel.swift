/// One child table of a collection within a store: the contents of its rows, and how they are read
/// and written. If elements are collections, their binding has the level inside.
final class ChildLevel<Shape: CollectionShape> {
  let code: _CollectionCode<Shape.Whole, Shape.Key, Shape.Element>
  let table: ChildTable
  let statements: ChildStatements
  let elements: ElementBinding<Shape.Element>
  /// The codec of a dictionary's keys.
  let keyCodec: ValueCodec<Shape.Key>?
  private let place: PersistenceError.Context
  /// The number of nested collections down to the elements, from 1.
  let depth: Int
  /// Whether equal values have equal stored forms, so that a row can be found by the value that
  /// identifies it: a set's element or a dictionary's key.
  let findsRowsByValue: Bool
  /// Whether numbers identify rows, being those of collections in a set.
  let hasMemberNumbers: Bool

  init(
    property: PropertyDescription, contents: CollectionContents<Shape>, in place: ChildPlace,
    _ context: BindingContext
  ) throws {
    code = contents.code
    keyCodec = try Self.keyCodec(of: property, context)
    let codedKey = try keyCodec?.requiredColumn(
      ColumnName.numbered(ColumnName.key, depth: place.depth), property: property.name)
    let keys = Self.keyColumns(codedKey, in: place)
    let ofElements = Self.keyColumns(codedKey, in: place, isNested: true)
    elements = try contents.elements.bind(property, in: place.inside(ofElements), context)
    table = ChildTable(
      kind: Shape.kind, keys: elements.isNested ? ofElements : keys, codedKey: codedKey,
      element: elements.columns, className: context.entity.className, place)
    statements = ChildStatements(
      table: table, isOuter: elements.isNested, dialect: context.dialect)
    depth = place.depth
    hasMemberNumbers = Shape.kind == .set && elements.isNested
    findsRowsByValue =
      switch Shape.kind {
      case .array: true
      case .set: elements.isSearchable
      case .dictionary: keyCodec?.codec.isSearchable ?? true
      }
    self.place = PersistenceError.Context(
      className: context.entity.className, property: property.name, table: table.name,
      column: table.elementColumns.first)
  }

  private static func keyCodec(
    of property: PropertyDescription, _ context: BindingContext
  ) throws -> ValueCodec<Shape.Key>? {
    guard Shape.kind == .dictionary else { return nil }
    guard let codec = context.registry.codec(for: Shape.Key.self) else {
      throw context.noCodec(for: Shape.Key.self, property: property)
    }
    return .of(codec)
  }

  /// The columns that identify a row. The values of a set do so themselves; collections in a set
  /// have numbers.
  private static func keyColumns(
    _ codedKey: RequiredColumn?, in place: ChildPlace, isNested: Bool = false
  ) -> [ColumnDefinition] {
    func counting(_ name: String) -> ColumnDefinition {
      ColumnDefinition(
        name: ColumnName.numbered(name, depth: place.depth), storage: .integer, isRequired: true)
    }
    switch Shape.kind {
    case .array: return [counting(ColumnName.index)]
    case .set: return isNested ? [counting(ColumnName.member)] : []
    case .dictionary: return codedKey.map { [$0.definition] } ?? []
    }
  }

  /// The tables: this one and the nested ones.
  var tables: [RequiredTable] { [table.required] + elements.tables }

  /// Whether the value that finds a row can be NULL.
  var hasNullableKey: Bool {
    keyCodec?.admitsNull
      ?? (Shape.kind == .set && !elements.isNested && elements.columns[0].admitsNull)
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

  func isAffectedByDeletion(_ whole: UnsafePointer<Shape.Whole>) throws -> Bool {
    var isAffected = false
    try code.visit(whole) { entries in
      for position in 0..<entries.count where !isAffected {
        isAffected = try elements.isAffectedByDeletion(entries.element(position))
      }
    }
    return isAffected
  }

  // MARK: Reading

  /// Memory for the stored forms of one collection.
  func makeForms() -> ChildForms {
    ChildForms(
      keyWidth: Shape.kind == .dictionary ? 1 : 0, elementWidth: elements.columns.count,
      isNested: elements.isNested)
  }

  func makeRows(
    of parents: ChildParents, on connection: Connection
  ) throws -> ChildRows<Shape> {
    try ChildRows(self, of: parents, on: connection)
  }

  /// Wraps an error of reading rows of a parent.
  func readingFailed(_ error: any Error, parent: Int64) -> PersistenceError {
    place(parent).decodingFailed(error)
  }

  /// Wraps an error of writing rows; `parent` is nil while the object is new.
  func writingFailed(_ error: any Error, parent: Int64?) -> PersistenceError {
    place(parent).encodingFailed(error)
  }

  /// The place of elements, for errors.
  func place(_ parent: Int64?) -> PersistenceError.Context {
    var place = place
    place.pk = parent
    return place
  }
}
