import PersistentObjectsDriver
import PersistentObjectsSchema

/// The version of a class's objects within one store. It counts how often each row was written;
/// updates and deletions compare it with the version that was read.
///
/// An object keeps the version that was read until its row is written. The version is never among
/// the changed properties.
final class EntityVersion {
  /// The version of an object that was saved once.
  static let first: Int64 = 1

  /// The position of the property in its class.
  let index: Int
  /// The column, quoted.
  private let column: String
  /// The version that NULL stands for, as a literal.
  private let null: String?
  private let binding: PropertyBinding
  private let counting: Counting

  /// The operations on the property's own type.
  private struct Counting {
    let greatest: Int64
    let get: (AnyObject) -> Int64
    let set: (Int64, AnyObject) -> Void
    let encode: (Int64, RowBatch, _ index: Int) throws -> Void
    let decode: (Row, _ index: Int) throws -> Int64

    /// Makes the operations on a type; nil if the property has another type.
    init?<Value: FixedWidthInteger & SendableMetatype>(
      _ type: Value.Type, of binding: PropertyBinding
    ) {
      guard let property = binding.property as? ValueProperty<Value>,
        let binding = binding as? TypedBinding<Value>
      else { return nil }
      greatest = Int64(Value.max)
      get = { Int64(property.get($0)) }
      set = { property.set($1, Value(truncatingIfNeeded: $0)) }
      encode = {
        try binding.encodeArgument(Value(truncatingIfNeeded: $0), into: $1, at: $2)
      }
      decode = { Int64(try binding.decodeResult(from: $0, at: $1)) }
    }
  }

  /// Makes the version of a class; nil for a class without one.
  init?(of entity: EntityDescription, bindings: [PropertyBinding], dialect: any Dialect) {
    guard let index = entity.versions.first,
      let definition = bindings[index].columns.first?.definition,
      let counting = Counting(Int.self, of: bindings[index])
        ?? Counting(Int64.self, of: bindings[index]) ?? Counting(Int32.self, of: bindings[index])
    else { return nil }
    self.index = index
    self.counting = counting
    binding = bindings[index]
    column = dialect.quoted(definition.name)
    null = definition.defaultValue.map { dialect.literal($0) }
  }

  /// Whether a property has a type that a version can have.
  static func isCounted(by property: PropertyDescription) -> Bool {
    property is ValueProperty<Int> || property is ValueProperty<Int64>
      || property is ValueProperty<Int32>
  }

  /// Returns the SQL that compares the column, in which NULL equals the version that it is read as.
  ///
  /// - Parameter table: the table's quoted name, if the column must be qualified.
  func compared(in table: String? = nil) -> String {
    let name = table.map { "\($0).\(column)" } ?? column
    return null.map { "coalesce(\(name), \($0))" } ?? name
  }

  /// Returns the column, and the next version as SQL.
  ///
  /// - Parameter table: the table's quoted name: the column's own may be one of a joined source,
  ///   too.
  func counted(
    in table: String, _ dialect: any Dialect
  ) -> (column: SQLText, value: SQLText) {
    (SQLText(column), dialect.arithmetic(.add, "\(compared(in: table))", "1", .integer))
  }

  /// Returns the version with which an object was last read or saved.
  func value(of object: AnyObject) -> Int64 { counting.get(object) }

  /// Returns the next version. Throws `encodingFailed` at the greatest value of the property's
  /// type.
  func next(of object: some PersistentObject) throws -> Int64 {
    let value = value(of: object)
    if value < counting.greatest { return value + 1 }
    throw exhausted(pk: object.rowKey)
  }

  /// Throws `encodingFailed` if the property's type cannot hold a version that SQL has counted. SQL
  /// itself refuses to count beyond 64 bits.
  func requireFit(_ counted: Int64, pk: Int64) throws {
    if counted > counting.greatest { throw exhausted(pk: pk) }
  }

  private func exhausted(pk: Int64) -> PersistenceError {
    PersistenceError(
      .encodingFailed,
      """
      the version cannot be incremented: it is the greatest value of \(binding.property.valueType). \
      Nothing was saved; set a smaller one with SQL, or give the property a wider type
      """, context: binding.place(pk: pk))
  }

  /// Sets an object's version to one that was written. The change is journaled, so that a
  /// transaction that fails undoes it.
  func set(_ value: Int64, in object: some PersistentObject, _ session: any ObjectSession) {
    session.tracker.journal(
      VersionRecord(object: object, value: counting.get(object), version: self))
    restore(value, in: object)
  }

  /// Restores a version that an object had, after a failed transaction or when only part of a row
  /// could be read.
  func restore(_ value: Int64, in object: AnyObject) { counting.set(value, object) }

  // MARK: Cells

  func encode(_ value: Int64, into rows: RowBatch, at index: Int) throws {
    try counting.encode(value, rows, index)
  }

  /// Writes the first version to a row of all columns.
  func encodeFirst(into row: RowBatch) throws {
    try encode(Self.first, into: row, at: binding.position)
  }

  /// Reads the version of a row of all columns.
  func decode(from row: Row) throws -> Int64 {
    try counting.decode(row, binding.position)
  }
}

/// The version of an object before it was saved in a transaction.
private struct VersionRecord: UndoRecord {
  let object: AnyObject
  let value: Int64
  let version: EntityVersion

  func undo() { version.restore(value, in: object) }
}
