/// The version of a class's objects within one store. It counts how often each row was written;
/// updates and deletions compare it with the version that was read.
///
/// The version counts as read until the row is written: it is not among the changed properties.
final class EntityVersion {
  /// The version of an object that was saved once.
  static let first: Int64 = 1

  /// The place of the property among those of its class.
  var index: Int { property.index }
  /// The column, quoted.
  private let column: String
  /// The version that NULL stands for, as a literal.
  private let null: String?
  private let property: VersionProperty
  private let binding: PropertyBinding

  /// Makes the version of a class; nil for a class without one.
  init?(of entity: EntityDescription, bindings: [PropertyBinding], dialect: any Dialect) {
    guard let property = entity.version,
      let definition = bindings[property.index].columns.first?.definition
    else { return nil }
    self.property = property
    binding = bindings[property.index]
    column = dialect.quoted(definition.name)
    null = definition.defaultValue.map { dialect.literal($0) }
  }

  /// The column as it is compared, so that NULL equals the version with which it is read.
  ///
  /// - Parameter table: the table's name, quoted, where it has to be said.
  func compared(in table: String? = nil) -> String {
    let name = table.map { "\($0).\(column)" } ?? column
    return null.map { "coalesce(\(name), \($0))" } ?? name
  }

  /// The version with which an object was read or saved last.
  func value(of object: AnyObject) -> Int64 { property.value(of: object) }

  /// The next version. Throws at the greatest value of the property's type.
  func next(of object: some PersistentObject) throws -> Int64 {
    let value = value(of: object)
    if value < property.greatest { return value + 1 }
    throw PersistenceError(
      .encodingFailed,
      """
      the version cannot be counted on: it is the greatest that \(binding.property.valueType) has. \
      Nothing was saved; set a smaller one by SQL, or give the property a wider type
      """, context: binding.place(pk: object.rowKey))
  }

  /// Sets an object's version to one that was written. Inside a transaction, which undoes it if it
  /// fails.
  func set(_ value: Int64, in object: some PersistentObject, _ owner: ObjectOwner) {
    owner.journal(
      VersionRecord(object: object, value: property.value(of: object), property: property))
    property.set(value, in: object)
  }

  /// Puts back the version that an object had before some of a row was read.
  func restore(_ value: Int64, in object: AnyObject) { property.set(value, in: object) }

  // MARK: Cells

  func encode(_ value: Int64, into rows: RowBatch, at index: Int) throws {
    try property.encode(value, by: binding, into: rows, at: index)
  }

  /// Writes the first version to a row of all columns.
  func encodeFirst(into row: RowBatch) throws {
    try encode(Self.first, into: row, at: binding.position)
  }

  /// Reads the version of a row of all columns.
  func decode(from row: Row) throws -> Int64 {
    try property.decode(by: binding, from: row, at: binding.position)
  }
}

/// The version of an object before it was saved in a transaction.
private struct VersionRecord: UndoRecord {
  let object: AnyObject
  let value: Int64
  let property: VersionProperty

  func undo() { property.set(value, in: object) }
}
