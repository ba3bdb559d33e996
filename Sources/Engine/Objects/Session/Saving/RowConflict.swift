public import PersistentObjectsDriver

/// A conflict that keeps an object from being changed: its class has a version, and someone else
/// has changed or deleted its row since it was read. The description contains no values.
///
/// ```swift
/// do {
///   try session.save(nails)
/// } catch let error as PersistenceError where error.code == .conflict {
///   print(error.conflict?.changedProperties ?? [])  // ["count"]
///   try session.refresh(nails, keeping: .changes)
/// }
/// ```
public struct RowConflict: Error, Hashable {
  /// The class of the object.
  public let className: String
  /// The table of its row.
  public let table: String
  /// The object's primary key.
  public let pk: Int64
  /// The version with which the object was read.
  public let version: Int64
  /// The changed properties that could not be saved, in declaration order, without those that the
  /// engine sets. For a deletion, these are the properties that had changes at that time.
  public let changedProperties: [String]
  /// The current values of the row as stored, by property name; nil if the row is gone.
  ///
  /// The value of a reference is the primary key of the referenced object; if its class is stored
  /// as well, that is found under the name of its column. Values in other tables are not included:
  /// collections and derived properties.
  public let presentValues: [String: StoredValue]?

  /// Whether the row is gone.
  public var isDeleted: Bool { presentValues == nil }
}

extension RowConflict: CustomStringConvertible {
  /// The object, what happened to its row, and the names of its changed properties; no values.
  public var description: String {
    let names = changedProperties.joined(separator: ", ")
    let changes = names.isEmpty ? "" : " (changed here: \(names))"
    let fate = isDeleted ? "deleted" : "changed"
    return "someone else has \(fate) \(className)#\(pk) since it was read\(changes)"
  }

  fileprivate var remedy: String {
    isDeleted
      ? "Discard the object with session.delete(object), or save a copy() of it"
      : """
      Read the row's current values with session.refresh(object) or, to keep the changes made here, \
      session.refresh(object, keeping: .changes), and try again
      """
  }
}

extension PersistenceError {
  /// The conflict with someone else's change of the row, if the code is `conflict`. It has the
  /// row's current values, which the description omits.
  public var conflict: RowConflict? { cause as? RowConflict }

  /// Returns the error for a row that someone else has changed or deleted.
  static func conflict(_ conflict: RowConflict, sql: String) -> PersistenceError {
    PersistenceError(
      .conflict, "\(conflict); nothing was written. \(conflict.remedy)",
      context: Context(className: conflict.className, table: conflict.table, pk: conflict.pk),
      sql: sql, cause: conflict)
  }
}
