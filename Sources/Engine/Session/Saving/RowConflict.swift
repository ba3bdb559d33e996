/// The obstacle to a change of an object whose class has a version: somebody else has changed
/// or deleted its row since it was read. Its description has no values.
public struct RowConflict: Error, Hashable {
  /// The class of the object.
  public let className: String
  /// The table of its row.
  public let table: String
  /// The object's primary key.
  public let pk: Int64
  /// The version with which the object was read.
  public let version: Int64
  /// The properties that were changed here and could not be saved, in declaration order, without those
  /// that the engine sets. For a deletion those that had changes at that time.
  public let changedProperties: [String]
  /// The values that the row holds now, by the names of properties and as it is stored; nil where the
  /// row is gone.
  ///
  /// Of a reference it is the primary key of the object referred to; where its class is stored,
  /// too, that stands under the name of its column. What lies in other tables is not in it:
  /// collections, and what is derived.
  public let presentValues: [String: StoredValue]?

  /// Whether the row is gone.
  public var isDeleted: Bool { presentValues == nil }
}

extension RowConflict: CustomStringConvertible {
  /// The object, what became of its row, and the names of the properties changed here; no values.
  public var description: String {
    let names = changedProperties.joined(separator: ", ")
    let changes = names.isEmpty ? "" : ", with changes here of \(names)"
    let fate = isDeleted ? "deleted" : "changed"
    return "somebody else has \(fate) \(className)#\(pk) since it was read\(changes)"
  }

  fileprivate var remedy: String {
    isDeleted
      ? "Let the object go with session.delete(object), or save a copy() of it"
      : """
      Take over what the row has now with session.refresh(object) or, to keep the changes made here, \
      session.refresh(object, keeping: .changes), and do it again
      """
  }
}

extension PersistenceError {
  /// The change that somebody else made to the row, where the code is `conflict`. It has the row's
  /// present values, which ``description`` leaves out.
  public var conflict: RowConflict? { cause as? RowConflict }

  /// The error for a row that somebody else has changed or deleted.
  static func conflict(_ conflict: RowConflict, sql: String) -> PersistenceError {
    PersistenceError(
      .conflict, "\(conflict); nothing was written. \(conflict.remedy)",
      context: Context(className: conflict.className, table: conflict.table, pk: conflict.pk),
      sql: sql, cause: conflict)
  }
}
