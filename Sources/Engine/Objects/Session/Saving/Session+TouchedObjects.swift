// An object must not change while it is being written: a change by a codec might be in its row or
// not.

import PersistentObjectsDriver

extension Session {
  /// Records that a codec has changed the object whose values it is writing.
  func noteTouched(
    _ object: some PersistentObject, state: borrowing _ObjectState, at index: Int
  ) {
    state.level = .touchedDuringWrite
    let entity = type(of: object)._entity
    let error = PersistenceError(
      .hookMisused,
      """
      a codec must not change the object whose values it writes: the change may or may not reach the \
      row. Nothing was saved; make the change before the save, for example in willSave()
      """,
      context: .init(
        className: entity.className, property: entity.properties[index].name, table: entity.table,
        pk: state.hasKey ? state.pk : nil))
    inner?.misuse = inner?.misuse ?? error
  }

  /// Throws if the program's code has done what it must not do while objects are written.
  func requireNoMisuse() throws { if let misuse = inner?.misuse { throw misuse } }

  /// Throws if an object was changed while being written.
  @inline(__always)
  func requireUntouched(_ state: borrowing _ObjectState) throws {
    if state.level == .duringWrite { return }
    try requireNoMisuse()
  }
}
