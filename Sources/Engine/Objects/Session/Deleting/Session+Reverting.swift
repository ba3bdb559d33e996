// Taking back everything that is unsaved.

extension Session {
  /// Takes back all unsaved changes of this session. Changed objects get the values in their rows,
  /// as with `revert(_:)`. New objects that the next save would insert leave the session, and the
  /// inverses of the objects that they refer to; they keep their values, and may be saved later.
  ///
  /// One statement for each changed object, none if nothing is unsaved. If one throws, the objects
  /// before it stay reverted.
  public func revert() throws {
    try throwIfRefused("revert")
    let unsaved = tracker.enrolled.filter { tracker.isUnsaved($0._object) }
    let new = unsaved + unsaved.flatMap(newcomers) + tracker.newReferrers.objects
    for object in new where object.state == .new { try withdrawNew(object) }
    for object in unsaved where tracker.isUnsaved(object._object) { try revert(object) }
    if !tracker.hasInner { tracker.tidyEnrolled() }
  }

  /// Returns the objects that have come into the inverses of an object.
  private func newcomers(of object: any PersistentObject) -> [any PersistentObject] {
    guard let newcomers = tracker.extras(of: object)?.newcomers else { return [] }
    return tracker.changes(of: object).flatMap(newcomers.objects)
  }
}
