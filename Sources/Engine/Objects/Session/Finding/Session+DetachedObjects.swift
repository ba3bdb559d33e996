// Reading what a detached object lacks. A getter cannot throw, and may stop no program.

import PersistentObjectsConnections

extension Session {
  /// Reads a property of an object whose session has ended, as the database has it now, and sets
  /// it. The object itself joins no session: another object of the same row is read in a session of
  /// its own, and the value is taken from it.
  ///
  /// Runs two statements, or one for an object whose row is gone, where the property stays nil or
  /// empty. A failure also fails the session that is lent to the current task, if it is one of the
  /// same store.
  static func readDetached<Object: PersistentObject>(
    _ object: Object, at index: Int, from store: Store
  ) throws {
    do {
      let session = Session(store: store)
      session.name = "a detached object"
      guard let same = try session.find(Object.self, pk: object._object.pk) else { return }
      try session.loadThrowing(index, of: same)
      Object._entity.properties[index].takeValue(of: same, into: object)
    } catch {
      SessionLoan.ofCurrentTask(store.pool)?.lent?.fail(error)
      throw error
    }
  }
}
