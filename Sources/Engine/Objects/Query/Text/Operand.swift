import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// An SQL expression with a value: the columns of a property, an element, a key or a count.
struct Operand {
  /// The column; for a reference whose class has subclasses, the two columns for key and class.
  var columns: [SQLText]
  /// The coding of the values that the operand is compared with.
  let coding: any ValueCoding
  /// The column as the class declares it; nil for values that belong to no property.
  var column: RequiredColumn?
  /// The columns of a value that has several, as the class declares them.
  var parts: [RequiredColumn] = []
  /// The property, for errors.
  var binding: PropertyBinding?
  /// The storage class of a value that belongs to no property.
  var ownStorage = StorageClass.integer
  /// The codec of a value that belongs to no property; nil for values that SQL computes.
  var ownCodec: CodecIdentifier?
  /// Whether stored forms compare as the values do.
  var isSearchable = true
  /// Whether the value may be NULL although the property may not, because its object may be
  /// missing.
  var isOnOptionalPath = false
  /// Whether the column contains the value; a value of the program only has the column's form.
  private(set) var isInColumn = true
  /// The collation that its SQL names, quoted; nil for that of the column or of the values.
  var collation: String?

  /// Returns an integer that belongs to no property.
  static func number<Value: FixedWidthInteger & Sendable>(
    _ sql: SQLText, as type: Value.Type, isOnOptionalPath: Bool = false
  ) -> Operand {
    Operand(
      columns: [sql], coding: IntegerCoding<Value>(), isOnOptionalPath: isOnOptionalPath)
  }

  /// The first column, which is NULL if the value is nil.
  var name: SQLText { columns[0] }
  var storage: StorageClass { type.storage }
  var type: ColumnType { column?.definition.type ?? ColumnType(ownStorage) }
  /// The types of all columns.
  var types: [ColumnType] {
    if !parts.isEmpty { return parts.map(\.definition.type) }
    return columns.count == 1 ? [type] : binding?.columns.map(\.definition.type) ?? []
  }
  /// The codec of the stored form; nil for the forms in which SQL computes.
  var codec: CodecIdentifier? { column?.codec ?? ownCodec }
  var mayBeNull: Bool { isOnOptionalPath || isInColumn && column?.admitsNull ?? false }

  /// Returns the operand. Throws if SQL cannot compare it.
  func searchable() throws -> Operand {
    if layout != nil { throw isNoSingleValue }
    if isSearchable { return self }
    guard let binding else { throw PersistenceError(.notSearchable, "it cannot be compared") }
    throw binding.hasChildRows ? binding.elementsNotSearchable : binding.notSearchable
  }

  /// The error for a value in several columns where SQL needs a single one.
  var isNoSingleValue: PersistenceError {
    PersistenceError(
      .notSearchable,
      """
      a value in several columns can be compared as a whole with ==, != and isIn(_:), and be selected; for \
      anything else name one of its fields
      """, context: place)
  }

  /// Returns the operand in its stored form, which is also the form of values that SQL computes.
  func stored(_ dialect: any Dialect) -> Operand {
    let sql = dialect.stored(name, type)
    if sql == name { return self }
    return Operand(
      columns: [sql], coding: coding, binding: binding, ownStorage: storage, ownCodec: codec,
      isOnOptionalPath: mayBeNull)
  }

  /// Returns a value of the program in the operand's form.
  func replaced(by value: SQLText) -> Operand {
    var operand = self
    operand.columns = [value]
    operand.isOnOptionalPath = value == "\(StoredValue.null)"
    operand.isInColumn = false
    return operand
  }

  /// Returns the operand with the collation of another one, unless it has its own. Some databases
  /// compare two texts only if both name the same one.
  func collated(like other: Operand) -> Operand {
    guard let collation = other.collation, self.collation == nil else { return self }
    var operand = self
    operand.columns = ["\(name) COLLATE \(collation)"]
    operand.collation = collation
    return operand
  }

  /// Wraps a codec's error in writing a value to compare with.
  func encodingFailed(_ error: any Error) -> PersistenceError {
    binding?.encodingFailed(error, pk: nil)
      ?? failure(.encodingFailed, "the value cannot be compared with", error)
  }

  /// Wraps a codec's error in reading a result.
  func decodingFailed(_ error: any Error) -> PersistenceError {
    binding?.decodingFailed(error, pk: nil)
      ?? failure(.decodingFailed, "the result cannot be read", error)
  }

  private func failure(
    _ code: PersistenceError.Code, _ finding: String, _ error: any Error
  ) -> PersistenceError {
    error as? PersistenceError
      ?? PersistenceError(
        code, "\(finding): \(PersistenceError.clause(of: error))", cause: error)
  }

  /// The place of the property, or of a field of its value, for errors.
  var place: PersistenceError.Context {
    guard var place = binding?.place(pk: nil) else { return .init() }
    if let column, column.property.hasPrefix("\(place.property ?? "").") {
      (place.property, place.column) = (column.property, column.definition.name)
    }
    return place
  }

  /// The error for a property that is compared with, or set to, a value that another codec stores.
  var storedOtherwise: PersistenceError {
    invalidQuery(
      """
      the property is compared with, or set to, a value that another codec stores; use a value or a property with its \
      codec, or change the objects one by one
      """)
  }

  /// Returns an error about the use of this operand.
  func invalidQuery(_ message: String) -> PersistenceError {
    PersistenceError(.invalidQuery, message, context: place)
  }
}

extension PropertyBinding {
  /// The error for a property that SQL cannot compare.
  var notSearchable: PersistenceError {
    let reason =
      derivation
      ?? (hasChildRows
        ? "a collection is stored in a table of its own; query what it contains"
        : "its codec's stored form does not compare as the values do")
    return PersistenceError(
      .notSearchable, "the property cannot be searched, compared or ordered by: \(reason)",
      context: place(pk: nil))
  }

  /// The reason why a path cannot continue at the property.
  var reasonAgainstJoin: String { derivation ?? "it is not a reference" }

  /// The reason why an inverse cannot be used like a reference; nil for a stored property.
  private var derivation: String? {
    guard let source = property.inverse, let stored = source.storedProperty else { return nil }
    let (name, owner) = (source.entity.className, entity.className.first?.lowercased() ?? "x")
    return """
      it is derived from \(stored.name) of \(name); write exists(\(name).where { … }), whose condition \
      compares $0.\(stored.name).pk with \(owner).pk
      """
  }

  /// The error for a collection whose elements or keys SQL cannot compare.
  var elementsNotSearchable: PersistenceError {
    PersistenceError(
      .notSearchable,
      """
      the collection's elements cannot be searched or compared: their codec's stored form does not compare as \
      the values do
      """,
      context: place(pk: nil))
  }

  /// The error for a property that is not a collection in its own table.
  var noChildTable: PersistenceError {
    PersistenceError(
      .notSearchable,
      """
      the property has no child table of its own, so its elements cannot be searched: it is stored \
      in one column, or derived from others
      """,
      context: place(pk: nil))
  }
}
