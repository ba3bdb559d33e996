/// An SQL expression with a value: the columns of a property, an element, a key, a count.
struct Operand {
  /// The column, or for a reference whose class has subclasses the two columns key and class.
  let columns: [String]
  /// The coding of the values that it is compared with.
  let coding: any ValueCoding
  /// The column as the class declares it; nil for numbers that belong to no property.
  var column: RequiredColumn?
  /// The property, for errors.
  var binding: PropertyBinding?
  /// Whether stored forms compare as values do.
  var isSearchable = true
  /// Whether it may be NULL although the property may not, because its object may be missing.
  var isOnOptionalPath = false

  /// A whole number that belongs to no property.
  static func number<Value: FixedWidthInteger & Sendable>(
    _ sql: String, as type: Value.Type, isOnOptionalPath: Bool
  ) -> Operand {
    Operand(
      columns: [sql], coding: IntegerCoding<Value>(), isOnOptionalPath: isOnOptionalPath)
  }

  /// The first column, which is NULL where the value is nil.
  var name: String { columns[0] }
  var storage: StorageClass { column?.definition.storage ?? .integer }
  var mayBeNull: Bool { isOnOptionalPath || column?.admitsNull ?? false }

  /// The operand, if SQL can compare it.
  func searchable() throws -> Operand {
    if isSearchable { return self }
    throw binding?.notSearchable ?? PersistenceError(.notSearchable, "it cannot be compared")
  }

  /// Wraps a codec's error of writing a value to compare with.
  func encodingFailed(_ error: any Error) -> any Error {
    if let binding { return binding.encodingFailed(error, pk: nil) }
    if error is PersistenceError { return error }
    return PersistenceError(
      .encodingFailed, "the value cannot be compared with: \(PersistenceError.clause(of: error))",
      cause: error)
  }

  /// Wraps a codec's error of reading a result.
  func decodingFailed(_ error: any Error, pk: Int64? = nil) -> any Error {
    if let binding { return binding.decodingFailed(error, pk: pk) }
    if error is PersistenceError { return error }
    return PersistenceError(
      .decodingFailed, "the result cannot be read: \(PersistenceError.clause(of: error))",
      cause: error)
  }

  /// An error on the use of this operand.
  func invalidQuery(_ message: String) -> PersistenceError {
    PersistenceError(.invalidQuery, message, context: binding?.place(pk: nil) ?? .init())
  }
}

extension PropertyBinding {
  /// The error for a property that SQL cannot compare.
  var notSearchable: PersistenceError {
    let reason =
      hasChildRows
      ? "a collection lies in a table of its own; ask for what it contains"
      : "its codec's stored form does not compare as the values do"
    return PersistenceError(
      .notSearchable, "the property cannot be searched, compared or ordered by: \(reason)",
      context: place(pk: nil))
  }
}
