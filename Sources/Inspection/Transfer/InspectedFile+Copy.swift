public import PersistentObjects
public import PersistentObjectsInspection

extension InspectedFile {
  /// Copies all objects to a store, as ``PersistentObjectsEngine/Store/copy(to:progress:)`` does.
  /// The store may be in another kind of database. Runs on the calling thread.
  ///
  /// Also throws the errors of ``requireUnchanged()``, once all rows have been read. Nothing is
  /// copied then.
  ///
  /// - Parameters:
  ///   - store: a store whose file or schema has no objects yet.
  ///   - progress: called with the number of rows written so far, and the number of all rows. An
  ///     error that it throws ends the copying.
  @discardableResult
  public func copy(
    to store: Store, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> CopyReport {
    try store.blocking.maintain("InspectedFile.copy") { writer in
      try store.receive(
        from: connection, of: path, codecs: .standard, on: writer, progress: progress,
        beforeCommit: requireUnchanged)
    }
  }
}
