import PersistentObjects

extension LegacyStore {
  /// Reads all objects of a class in the order of their keys, one at a time.
  ///
  /// Rows of child tables are merged in, so that only one object is in memory at a time. One
  /// statement runs for the class, one for each collection, and a look-up by key for each
  /// reference.
  ///
  /// - Parameters:
  ///   - type: a class of this file's model.
  ///   - calendar: the time zone of the writer.
  ///   - body: called with each object.
  /// - Returns: doubts that concern no existing object, such as rows whose parent was deleted.
  /// - Throws: `PersistenceError`, or an error of `body`, which ends the reading.
  @discardableResult
  public func forEachObject(
    of type: LegacyClass, calendar: LegacyCalendar, _ body: (LegacyObject) throws -> Void
  ) throws -> [LegacyDoubt] {
    var reader = try LegacyObjectReader(self, type, calendar)
    while let object = try reader.next() { try body(object) }
    let doubts = try reader.finish()
    try requireUnchanged()
    return doubts
  }
}
