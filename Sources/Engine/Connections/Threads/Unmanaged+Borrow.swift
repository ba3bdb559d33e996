extension Unmanaged {
  /// Uses the object without retaining it, which would be an atomic operation. Something else must
  /// keep the object alive until `body` returns.
  ///
  /// The function called here is public and documented, although its name begins with an
  /// underscore. It is resolved when this module is compiled, so no call to it remains.
  @inline(__always)
  @inlinable
  package func borrow<R>(_ body: (Instance) throws -> R) rethrows -> R {
    try _withUnsafeGuaranteedRef(body)
  }
}
