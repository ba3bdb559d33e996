import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension PersistentObject {
  /// Whether the object's row exists in the database now, as its session sees it; someone else may
  /// have deleted it. False without a statement for a new or deleted object.
  ///
  /// SQL: `SELECT 1 FROM person WHERE pk = ?1`. Throws `wrongSession` if the session has ended.
  public var existsInDatabase: Bool {
    get throws {
      if state == .new || state == .deleted { return false }
      guard let session else {
        throw PersistenceError(
          .wrongSession, "the session of \(shortDescription) has ended; find it again",
          context: .init(className: type(of: self)._entity.className, pk: pk))
      }
      return try session.hasRow(of: self)
    }
  }
}

extension Session {
  fileprivate func hasRow(of object: some PersistentObject) throws -> Bool {
    try throwIfFailed()
    guard let plan = object._object.context?.plan else { return false }
    let text: SQLText = """
      SELECT 1 FROM \(plan.quotedTable) WHERE \(ColumnName.pk) = \(.integer(object._object.pk))
      """
    return try reading { try $0.hasRow(text) }
  }
}
