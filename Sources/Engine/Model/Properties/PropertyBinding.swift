/// A property within one store: its codec, chosen once, and its place in rows. Immutable.
@usableFromInline
class PropertyBinding {
  let property: PropertyDescription
  let entity: EntityDescription
  /// The columns in the class's own table.
  var columns: [RequiredColumn] { [] }
  /// The child tables.
  var childTables: [RequiredTable] { [] }
  /// The position of the first column in a row (the primary key being 0) and among the parameters
  /// of an INSERT.
  final let position: Int

  init(property: PropertyDescription, _ context: BindingContext) {
    self.property = property
    entity = context.entity
    position = context.position
  }

  /// The place in rows, for reading and writing without this object.
  var rowField: RowField { RowField(position: position, width: columns.count) }

  /// Whether stored forms compare as values do.
  var isSearchable: Bool { false }

  // MARK: Own columns

  /// Writes the property's columns to parameters, from `index` on.
  func encode(_ object: AnyObject, into cells: RowBatch, at index: Int) throws {}

  /// The stored form of an object's value, collections included; the value must be there.
  func form(of object: AnyObject) throws -> [StoredValue] {
    let form = RowBatch(width: columns.count)
    try encode(object, into: form, at: 0)
    return form.row.values
  }

  /// Reads the property's columns into an object.
  func refresh(_ object: AnyObject, from row: Row) throws {}

  /// The column that a codec writes, if such cells have one.
  func codedColumn(_ part: CodedPart) -> CodedColumn? { nil }

  // MARK: Faults

  /// Whether the value must be there before an object is handed out.
  var isRequiredReference: Bool { false }

  /// Whether the object's value is still to be read.
  func isFault(_ object: AnyObject) -> Bool { false }

  /// Reads the value for all of `objects`, whose values are faults.
  func loadFaults(_ objects: [any PersistentObject], owner: ObjectOwner) throws {}

  /// Abandons the reads that ``refresh(_:from:)`` planned, keeping the old value.
  func cancelPending(_ object: AnyObject) {}

  // MARK: Child rows

  /// Whether the property lies in child tables.
  var hasChildRows: Bool { false }

  /// The value before its first change, for comparison when it is saved; `kept` is what is left of the
  /// last save.
  func captureBaseline(_ object: AnyObject, kept: SlotBaseline?) -> SlotBaseline? { nil }

  /// Whether reading the property takes several statements, which must see one state.
  var readsSeveralTables: Bool { false }

  /// Writes the child rows of new objects.
  func insertChildren(of objects: [any PersistentObject], _ writer: ChildWriter) throws {}

  /// An order of all properties of a store.
  final func precedes(_ other: PropertyBinding) -> Bool {
    (entity.id, position, property.name) < (other.entity.id, other.position, other.property.name)
  }

  /// Reads the rows for differences to baselines that are not in memory, for all objects that are
  /// about to be written.
  func readBaselines(of changes: [ChildChange], _ writer: ChildWriter) throws {}

  /// Writes the difference between the baseline and the value.
  func updateChildren(_ change: ChildChange, by writer: ChildWriter) throws {}

  /// The child table for queries.
  var searchedCollection: SearchedCollection? { nil }

  // MARK: Errors

  /// The place of this property, for errors.
  final func place(pk: Int64?) -> PersistenceError.Context {
    var place = entity.place(of: property)
    place.pk = pk
    return place
  }

  /// Wraps a codec's error of writing.
  final func encodingFailed(_ error: any Error, pk: Int64?) -> PersistenceError {
    place(pk: pk).encodingFailed(error)
  }

  /// Wraps a codec's error of reading.
  final func decodingFailed(_ error: any Error, pk: Int64?) -> PersistenceError {
    place(pk: pk).decodingFailed(error)
  }
}

extension PersistenceError.Context {
  /// Wraps a codec's error of writing.
  func encodingFailed(_ error: any Error) -> PersistenceError {
    if let error = error as? PersistenceError { return error.adding(self) }
    return PersistenceError(
      .encodingFailed, "the value cannot be stored: \(PersistenceError.clause(of: error))",
      context: self, cause: error)
  }

  /// Wraps a codec's error of reading.
  func decodingFailed(_ error: any Error) -> PersistenceError {
    if let error = error as? PersistenceError { return error.adding(self) }
    return PersistenceError(
      .decodingFailed,
      "the stored value cannot be read: \(PersistenceError.clause(of: error)). "
        + "The row was left as it is",
      context: self, cause: error)
  }
}
