import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A property within one store: its codec, which is chosen once, and its place in rows. Bindings
/// are immutable.
@usableFromInline
class PropertyBinding {
  let property: PropertyDescription
  let entity: EntityDescription
  /// The columns in the class's own table.
  var columns: [RequiredColumn] { [] }
  /// The child tables.
  var childTables: [RequiredTable] { [] }
  /// The position of the first column in a row, where the primary key has position 0, and among the
  /// parameters of an INSERT.
  final let position: Int

  init(property: PropertyDescription, _ context: BindingContext) {
    self.property = property
    entity = context.entity
    position = context.position
  }

  /// The place in rows, for reading and writing without this object.
  var rowField: RowField { RowField(position: position, width: columns.count) }

  /// Whether stored forms compare like values.
  var isSearchable: Bool { false }

  // MARK: Own columns

  /// Writes the property's columns to parameters, from `index` on.
  func encode(_ object: AnyObject, into cells: RowBatch, at index: Int) throws {}

  /// Returns the stored form of an object's value, collections included. The value must be loaded.
  func form(of object: AnyObject) throws -> [StoredValue] {
    let form = RowBatch(width: columns.count)
    try encode(object, into: form, at: 0)
    return form.row.values
  }

  /// Reads the property's columns into an object.
  func refresh(_ object: AnyObject, from row: Row) throws {}

  /// Returns the column that a codec writes for a part of the property, if there is one.
  func codedColumn(_ part: CodedPart) -> CodedColumn? { nil }

  /// The fields of a value in several columns; nil for other properties.
  package var layout: CompositeLayout? { nil }

  /// Writes the columns of a former value, from `index` on.
  func encode(_ baseline: SlotBaseline, into cells: RowBatch, at index: Int) throws {}

  // MARK: Faults

  /// Whether the value must be loaded before an object is returned to the program.
  var isRequiredReference: Bool { false }

  /// Whether the object's value has not been read yet.
  func isFault(_ object: AnyObject) -> Bool { false }

  /// Reads the value for all of `objects`, whose values are faults.
  func loadFaults(_ objects: [any PersistentObject], session: any ObjectSession) throws {}

  /// Cancels the read that ``refresh(_:from:)`` has left pending, and keeps the old value.
  func cancelPending(_ object: AnyObject) {}

  // MARK: Child rows

  /// Whether the property is stored in child tables.
  var hasChildRows: Bool { false }

  /// Returns the value before its first change, for comparison when it is saved. `kept` is the
  /// baseline that the last save left.
  func captureBaseline(_ object: AnyObject, kept: SlotBaseline?) -> SlotBaseline? { nil }

  /// Whether reading the property takes several statements, which must see the same state of the
  /// database.
  var readsSeveralTables: Bool { false }

  /// Writes the child rows of new objects.
  func insertChildren(of objects: [any PersistentObject], _ writer: ChildWriter) throws {}

  /// Whether this property comes before another one in a total order of all properties of a store.
  final func precedes(_ other: PropertyBinding) -> Bool {
    (entity.id, position, property.name) < (other.entity.id, other.position, other.property.name)
  }

  /// Reads the stored rows of the objects that are about to be written and whose baselines are not
  /// in memory.
  func readBaselines(of changes: [ChildChange], _ writer: ChildWriter) throws {}

  /// Writes the difference between the baseline and the value.
  func updateChildren(_ change: ChildChange, by writer: ChildWriter) throws {}

  /// The collection in queries; nil if the property has no child table.
  var searchedCollection: SearchedCollection? { nil }

  // MARK: Errors

  /// Returns the place of this property, for errors.
  final func place(pk: Int64?) -> PersistenceError.Context {
    var place = entity.place(of: property)
    place.pk = pk
    return place
  }

  /// Wraps a codec's error in writing.
  final func encodingFailed(_ error: any Error, pk: Int64?) -> PersistenceError {
    let (place, cause) = place(of: error, pk: pk)
    return place.encodingFailed(cause)
  }

  /// Wraps a codec's error in reading.
  final func decodingFailed(_ error: any Error, pk: Int64?) -> PersistenceError {
    let (place, cause) = place(of: error, pk: pk)
    return place.decodingFailed(cause)
  }

  /// Returns the place of an error, which may be a field of the value, and its cause.
  private func place(
    of error: any Error, pk: Int64?
  ) -> (place: PersistenceError.Context, cause: any Error) {
    guard error is FieldFailure else { return (place(pk: pk), error) }
    var (place, cause) = place(pk: pk).inside(error)
    place.column = columns.first { $0.property == place.property }?.definition.name
    return (place, cause)
  }

  /// Wraps a codec's error in reading a row. If the row lacks a value that would have been
  /// evaluated for it, a program without the property has inserted it.
  final func decodingFailed(_ error: any Error, of row: Row, pk: Int64?) -> PersistenceError {
    guard columns.first?.evaluatedDefault != nil, position < row.count,
      case .null = row[position]
    else { return decodingFailed(error, pk: pk) }
    return decodingFailed(
      CodecError(
        """
        a version of the program without this property has inserted the row, and its default is \
        evaluated for each row. Give these rows their values with \
        try await store.recode(.property(\\\(entity.className).\(property.name)))
        """), pk: pk)
  }
}
