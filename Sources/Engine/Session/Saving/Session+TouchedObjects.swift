// An object that is being written must stay as it is: what a codec changed in it meanwhile might be in
// its row or not.

extension UInt32 {
  /// The level of an object that is being written. No transaction has it, so that each change of the
  /// object is told to its session.
  static let duringWrite = UInt32.max
  /// The same once it was changed.
  static let touchedDuringWrite = UInt32.max - 1
}

extension Session {
  /// Remembers that a codec has changed the very object that it was called for.
  func noteTouched(
    _ object: some PersistentObject, state: borrowing _ObjectState, at index: Int
  ) {
    state.level = .touchedDuringWrite
    let entity = type(of: object)._entity
    let error = PersistenceError(
      .hookMisused,
      """
      a codec must not change the object whose values it writes: the change may be in the row or not. \
      Nothing was saved; make it before the save, in willSave() for example
      """,
      context: .init(
        className: entity.className, property: entity.properties[index].name, table: entity.table,
        pk: state.hasKey ? state.pk : nil))
    inner?.misuse = inner?.misuse ?? error
  }

  /// Throws if the object that is being written was changed meanwhile.
  @inline(__always)
  func requireUntouched(_ state: borrowing _ObjectState) throws {
    if state.level == .duringWrite { return }
    if let misuse = inner?.misuse { throw misuse }
  }
}
