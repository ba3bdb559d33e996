extension Unmanaged {
  /// Uses the object without counting a reference to it, which is an atomic operation. Somebody else
  /// must hold the object until `body` returns.
  ///
  /// The function that this calls is public and documented, but spelt with an underscore. It is resolved
  /// when this module is compiled: no call of it is left.
  @inline(__always)
  func borrow<R>(_ body: (Instance) throws -> R) rethrows -> R {
    try _withUnsafeGuaranteedRef(body)
  }
}
