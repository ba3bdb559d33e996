import Synchronization

/// The reading connection that was returned last, kept outside the lock of a ``ConnectionPool``.
/// Lending it again and taking it back are one atomic operation each, which is all that a single
/// find needs.
///
/// A caller that has to see all connections, because it waits for one or closes them, claims the
/// spare one first. While there is a claim, nothing is lent or kept here, so that every caller goes
/// through the lock and its line. All operations are sequentially consistent: keeping a connection
/// is followed by a check for claims, and claiming by a check for the connection, so that one of
/// the two finds it.
///
/// `@unchecked Sendable`: the exchange gives the connection to one thread, ordered after the one
/// that kept it.
struct SpareConnection: ~Copyable, @unchecked Sendable {
  private let connection = Atomic<Unmanaged<Connection>?>(nil)
  private let claims = Atomic<Int>(0)

  deinit { _ = remove() }

  /// Returns the connection, to be lent; nil if there is none or there is a claim.
  func take() -> Connection? {
    claims.load(ordering: .sequentiallyConsistent) == 0 ? remove() : nil
  }

  /// Keeps a connection. If it cannot, returns a connection that the caller has to give back under
  /// the lock.
  func keep(_ lent: Connection) -> Connection? {
    guard claims.load(ordering: .sequentiallyConsistent) == 0 else { return lent }
    let reference = Unmanaged.passRetained(lent)
    let isKept = connection.compareExchange(
      expected: nil, desired: reference, ordering: .sequentiallyConsistent
    ).exchanged
    if !isKept { return reference.takeRetainedValue() }
    return claims.load(ordering: .sequentiallyConsistent) == 0 ? nil : remove()
  }

  /// Makes every caller use the lock until ``endClaim()``. Returns the connection that was kept
  /// here.
  func claim() -> Connection? {
    claims.add(1, ordering: .sequentiallyConsistent)
    return remove()
  }

  func endClaim() { claims.subtract(1, ordering: .sequentiallyConsistent) }

  private func remove() -> Connection? {
    connection.exchange(nil, ordering: .sequentiallyConsistent)?.takeRetainedValue()
  }
}
