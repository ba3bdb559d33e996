// An object must not change while it is being written: a change by a codec might be in its row or
// not.

import PersistentObjectsDriver

extension Session {
  /// Throws if the program's code has done what it must not do while objects are written.
  func requireNoMisuse() throws { if let misuse = tracker.inner?.misuse { throw misuse } }

  /// Throws if an object was changed while being written.
  @inline(__always)
  func requireUntouched(_ state: borrowing _ObjectState) throws {
    if state.level == .duringWrite { return }
    try requireNoMisuse()
  }
}
